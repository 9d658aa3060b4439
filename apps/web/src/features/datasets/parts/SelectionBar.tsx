/** What is done with the selected images; while it is being done: how far it is, and a way to stop. */
import {
  AuditOutlined,
  CheckSquareOutlined,
  DeleteOutlined,
  EditOutlined,
  FolderOpenOutlined,
  FormOutlined,
  RobotOutlined,
} from '@ant-design/icons';
import { ImagePart } from '@loupe/contract';
import { Button, Progress, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatCount, formatPercent } from '../../../core/format.ts';
import styles from './grid.module.css';
import type { Bulk } from './use-bulk.ts';

function Propose({ onClick, isOneCall }: { onClick: (() => void) | undefined; isOneCall: boolean }) {
  const { t } = useTranslation();
  if (!onClick) return null;
  const why = isOneCall ? {} : { title: t('preannotation.tooMany') };
  return (
    <Button size="small" icon={<RobotOutlined />} disabled={!isOneCall} {...why} onClick={onClick}>
      {t('preannotation.open')}
    </Button>
  );
}

function Decide({ onClick }: { onClick: (() => void) | undefined }) {
  const { t } = useTranslation();
  if (!onClick) return null;
  return (
    <Tooltip title={t('preannotation.decide.openTip')}>
      <Button size="small" icon={<CheckSquareOutlined />} onClick={onClick}>
        {t('preannotation.decide.open')}
      </Button>
    </Tooltip>
  );
}

function Submit({ onSubmit, isNone }: { onSubmit: (() => Promise<void>) | undefined; isNone: boolean }) {
  const { t } = useTranslation();
  if (!onSubmit) return null;
  return (
    <Tooltip title={isNone ? t('review.noneToSubmit') : null}>
      <Button size="small" icon={<AuditOutlined />} disabled={isNone} onClick={() => void onSubmit()}>
        {t('review.actions.submit')}
      </Button>
    </Tooltip>
  );
}

const percentOf = ({ done, total }: { done: number; total: number }): number =>
  Math.floor((100 * done) / Math.max(1, total));

export function SelectionBar(props: {
  count: number;
  total: number;
  bulk: Bulk;
  /** Else the image is only opened. */
  mayAnnotate: boolean;
  mayEdit: boolean;
  onSelectAll: () => void;
  onClear: () => void;
  onAnnotate: () => void;
  /** Left out: no model can propose anything here. */
  onPreannotate: (() => void) | undefined;
  /** Left out: nothing can be proposed here, or the person may not decide on it. */
  onDecide?: (() => void) | undefined;
  /** The selection fits into one call. */
  isOneCall: boolean;
  /** Left out: images are not reviewed here, or the person may not submit them. */
  onSubmit?: (() => Promise<void>) | undefined;
  /** None of them can be submitted. */
  isNoneToSubmit: boolean;
  onMove: () => void;
  onRename: () => void;
  onDelete: () => void;
  /** Where images carry a part. */
  onPart?: (part: ImagePart) => void;
}) {
  const { count, total, bulk, mayAnnotate, mayEdit } = props;
  const { t } = useTranslation();
  const { progress } = bulk;
  if (progress) {
    const { done, total: all } = progress;
    return (
      <div className={styles.chosen} aria-live="polite">
        <span className="num">{t('datasets.bulkDone', { done: formatCount(done), total: formatCount(all) })}</span>
        <Progress percent={percentOf(progress)} format={formatPercent} size="small" style={{ width: 240 }} />
        <Button size="small" onClick={bulk.stop}>
          {t('datasets.bulkStop')}
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.chosen} role="toolbar" aria-label={t('datasets.selection')}>
      <strong className="num" aria-live="polite">
        {t('datasets.selectedCount', { count })}
      </strong>
      {count < total ? (
        <Button size="small" type="link" onClick={props.onSelectAll}>
          {t('datasets.selectAll', { count: total })}
        </Button>
      ) : null}
      <Button size="small" type="text" onClick={props.onClear}>
        {t('datasets.clearSelection')}
      </Button>
      <span className={styles.end}>
        {props.onPart && mayEdit
          ? ImagePart.options.map((part) => (
              <Button key={part} size="small" onClick={() => props.onPart?.(part)}>
                {t(`datasets.toPart.${part}`)}
              </Button>
            ))
          : null}
        <Button size="small" icon={<EditOutlined />} disabled={count !== 1} onClick={props.onAnnotate}>
          {t(mayAnnotate ? 'datasets.annotate' : 'datasets.lookAt')}
        </Button>
        <Propose onClick={props.onPreannotate} isOneCall={props.isOneCall} />
        <Decide onClick={props.onDecide} />
        <Submit onSubmit={props.onSubmit} isNone={props.isNoneToSubmit} />
        {mayEdit ? (
          <>
            <Button size="small" icon={<FormOutlined />} disabled={count !== 1} onClick={props.onRename}>
              {t('datasets.rename')}
            </Button>
            <Button size="small" icon={<FolderOpenOutlined />} onClick={props.onMove}>
              {t('datasets.move')}
            </Button>
            <Button size="small" danger icon={<DeleteOutlined />} onClick={props.onDelete}>
              {t('ui.delete')}
            </Button>
          </>
        ) : null}
      </span>
    </div>
  );
}
