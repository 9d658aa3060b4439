/** The examples of a search as small crops: those that are selected, and others of their labels that may be taken beside them. */
import { limits, type OfferedExample } from '@loupe/contract';
import { Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from './examples.module.css';

export const keyOf = ({ imageId, shapeId }: { imageId: number; shapeId: string }): string => `${imageId} ${shapeId}`;

export interface ExampleLabel {
  id: number;
  name: string;
  color: string;
}

/** With how many examples a search begins unless a person says otherwise: more find hardly more. */
const wanted = 5;

/** Those that are selected, and the newest others up to five. */
export const pickedAtFirst = (offered: readonly OfferedExample[]): string[] => {
  const chosen = offered.filter(({ isChosen }) => isChosen).map(keyOf);
  const others = offered.filter(({ isChosen }) => !isChosen).map(keyOf);
  return [...chosen, ...others.slice(0, Math.max(0, wanted - chosen.length))];
};

function Crop(props: {
  one: OfferedExample;
  label: ExampleLabel | undefined;
  isPicked: boolean;
  disabled: boolean;
  onToggle: () => void;
}) {
  const { one, label, isPicked, disabled, onToggle } = props;
  const { t } = useTranslation();
  const name = t('preannotation.similar.exampleOf', { label: label?.name ?? '', image: one.image });
  return (
    <Tooltip title={name} mouseEnterDelay={0.5}>
      <label className={styles.crop} data-picked={isPicked} style={{ '--label': label?.color } as React.CSSProperties}>
        <input type="checkbox" checked={isPicked} disabled={disabled} aria-label={name} onChange={onToggle} />
        {one.crop ? <img src={one.crop} alt="" /> : <span className={styles.none}>{label?.name}</span>}
      </label>
    </Tooltip>
  );
}

export function ExampleField(props: {
  offered: readonly OfferedExample[];
  labels: readonly ExampleLabel[];
  value?: readonly string[];
  onChange?: (picked: string[]) => void;
}) {
  const { offered, labels, value, onChange } = props;
  const { t } = useTranslation();
  const picked = value ?? pickedAtFirst(offered);
  const toggle = (key: string) =>
    onChange?.(picked.includes(key) ? picked.filter((one) => one !== key) : [...picked, key]);
  const row = (list: readonly OfferedExample[]) => (
    <div className={styles.crops}>
      {list.map((one) => {
        const isPicked = picked.includes(keyOf(one));
        return (
          <Crop
            key={keyOf(one)}
            one={one}
            label={labels.find(({ id }) => id === one.labelId)}
            isPicked={isPicked}
            disabled={!isPicked && picked.length >= limits.similarExamples}
            onToggle={() => toggle(keyOf(one))}
          />
        );
      })}
    </div>
  );
  const others = offered.filter(({ isChosen }) => !isChosen);
  return (
    <>
      {row(offered.filter(({ isChosen }) => isChosen))}
      {others.length > 0 ? (
        <>
          <p className={styles.caption}>{t('preannotation.similar.others')}</p>
          {row(others)}
        </>
      ) : null}
    </>
  );
}
