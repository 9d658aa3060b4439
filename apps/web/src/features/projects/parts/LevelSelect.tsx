/** The level at which a project is shared, with what it allows. */
import { levelTexts, levelTitles, memberLevels, type MemberLevel } from '@loupe/contract';
import { Select } from 'antd';
import { useText } from '../../../core/i18n.ts';
import styles from './sharing.module.css';

export function LevelSelect(props: { label: string; value: MemberLevel; onChange: (level: MemberLevel) => void }) {
  const text = useText();
  return (
    <Select<MemberLevel>
      className={styles.level!}
      aria-label={props.label}
      value={props.value}
      onChange={props.onChange}
      popupMatchSelectWidth={300}
      optionLabelProp="title"
      options={memberLevels.map((level) => ({
        value: level,
        title: text(levelTitles[level]),
        label: (
          <>
            <div>{text(levelTitles[level])}</div>
            <div className={styles.levelText}>{text(levelTexts[level])}</div>
          </>
        ),
      }))}
    />
  );
}
