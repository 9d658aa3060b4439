/** A row of the list of texts: its number and what it reads, with a mark where that is not as the template says. */
import { WarningOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { isUntyped } from '../../../canvas/index.ts';
import type { ListedShape } from '../parts/shape-facts.ts';
import type { Template } from './template.ts';
import { fits } from './text-facts.ts';
import styles from './texts.module.css';
import { shownText } from './use-text-draft.ts';

export function TextName({ row: { shape, number }, template }: { row: ListedShape; template: Template | null }) {
  const { t } = useTranslation();
  return (
    <>
      <span className={`${styles.rowNumber} num`}>{number}</span>
      {isUntyped(shape) ? (
        <span className={styles.rowOpen}>{t('typing.open')}</span>
      ) : (
        <span className={`ellipsis ${styles.rowText}`}>{shownText(shape)}</span>
      )}
      {fits(shape, template) ? null : <WarningOutlined className={styles.rowOdd} title={t('typing.odd')} />}
    </>
  );
}
