/** The place of the image in its list; pressed, it takes a number or a name to go to. */
import { Input, Popover, type InputRef } from 'antd';
import { api } from '@loupe/contract';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../core/call.ts';
import { handleError } from '../../../core/errors.ts';
import { formatCount } from '../../../core/format.ts';
import { filterOf, type ImageChoice } from '../../../core/image-choice.ts';
import { notify } from '../../../core/notify.ts';
import type { Strip } from './use-strip.ts';
import styles from './workbench.module.css';

export interface JumpFieldProps {
  folderId: number;
  choice: ImageChoice;
  strip: Pick<Strip, 'index' | 'total'>;
  onOpen: (id: number) => void;
}

/** A number is a place in the list; where there is no such place, and for anything else, it is a part of a name. */
async function find({ folderId, choice, strip }: JumpFieldProps, wanted: string): Promise<number | null> {
  const filter = filterOf(folderId, choice);
  const { sort } = choice;
  const place = /^\d{1,9}$/.test(wanted) ? Number(wanted) : 0;
  if (place >= 1 && place <= strip.total) {
    const { ids } = await call(api.imageIds, { ...filter, sort, from: place - 1, count: 1 });
    if (ids[0] !== undefined) return ids[0];
  }
  const { list } = await call(api.imageList, { ...filter, name: wanted, sort, pageNum: 1, pageSize: 1 });
  return list[0]?.id ?? null;
}

export function JumpField(props: JumpFieldProps) {
  const { strip, onOpen } = props;
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const field = useRef<InputRef>(null);
  const go = async () => {
    const wanted = text.trim();
    if (!wanted) return;
    try {
      const id = await find(props, wanted);
      if (id === null) return void notify.info(t('annotation.jumpNone', { text: wanted }));
      setOpen(false);
      onOpen(id);
    } catch (error) {
      handleError(error);
    }
  };
  const place = t('annotation.place', { n: formatCount(strip.index + 1), total: formatCount(strip.total) });
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      open={isOpen}
      onOpenChange={(next) => {
        setOpen(next);
        setText('');
      }}
      afterOpenChange={(next) => next && field.current?.focus()}
      content={
        <search>
          <Input
            ref={field}
            value={text}
            aria-label={t('annotation.jump')}
            placeholder={t('annotation.jump')}
            onChange={(event) => setText(event.target.value)}
            onPressEnter={() => void go()}
            onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
          />
        </search>
      }
    >
      <button type="button" className={`${styles.place} ${styles.jump} num`} title={t('annotation.jump')}>
        {place}
      </button>
    </Popover>
  );
}
