/** `<DayRange value={['2026-01-01', '2026-01-31']} onChange most={366} />`: first and last day, with the usual spans ready. */
import { limits } from '@loupe/contract';
import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import 'dayjs/locale/zh-cn.js';
import { useTranslation } from 'react-i18next';

export type Days = readonly [from: string, to: string];

const spans = [7, 30, 90] as const;
const format = limits.dateFormat;

/** Today and the days before it, so many in all. */
export const lastDays = (count: number): Days => [
  dayjs()
    .subtract(count - 1, 'day')
    .format(format),
  dayjs().format(format),
];

export function DayRange(props: {
  value: Days | null;
  onChange: (days: Days | null) => void;
  /** Days that a range may have. */
  most?: number;
  allowClear?: boolean;
}) {
  const { value, onChange, most, allowClear = false } = props;
  const { t } = useTranslation();
  return (
    <DatePicker.RangePicker
      aria-label={t('records.range')}
      placeholder={[t('records.from'), t('records.to')]}
      format={format}
      allowClear={allowClear}
      value={value ? [dayjs(value[0]), dayjs(value[1])] : null}
      presets={spans.map((days) => ({
        label: t('records.lastDays', { days }),
        value: () => lastDays(days).map((day) => dayjs(day)) as [Dayjs, Dayjs],
      }))}
      disabledDate={(day, { from }) =>
        day.isAfter(dayjs(), 'day') || (most !== undefined && !!from && Math.abs(day.diff(from, 'day')) >= most)
      }
      onChange={(days) => {
        const [from, to] = days ?? [];
        onChange(from && to ? [from.format(format), to.format(format)] : null);
      }}
    />
  );
}
