/** The bar on top: the way back, where one is, undo and redo, what is shown, "checked, empty", and the next picture. */
import {
  ArrowLeftOutlined,
  CheckOutlined,
  QuestionCircleOutlined,
  RedoOutlined,
  RightOutlined,
  UndoOutlined,
} from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { keymap, type Command, type VisibleShapes } from '../../../canvas/index.ts';
import { formatCount } from '../../../core/format.ts';
import { rememberedSearch } from '../../../core/remembered.ts';
import { PathLink, usePathOf } from '../../../core/scene.tsx';
import { parseSearch } from '../../../core/search.ts';
import { useStore } from '../../../core/store.ts';
import { StatusTag } from '../../../ui/StatusTag.tsx';
import type { Desk } from './desk-types.ts';
import { isPrediction, stateNow } from './shape-facts.ts';
import type { Strip } from './use-strip.ts';
import styles from './workbench.module.css';

const keyOf = (command: Command): string => keymap.find((row) => row.command === command)!.keys[0]!;

/** The list that one came from, with its search and page where it was this folder's. */
function BackLink({ folderId }: { folderId: number }) {
  const { t } = useTranslation();
  const path = usePathOf()('PictureList');
  const last = parseSearch(rememberedSearch(path));
  return (
    <Tooltip title={t('annotation.back')} placement="bottomLeft">
      <span className={styles.back}>
        <PathLink
          to={path}
          search={last.id === String(folderId) ? last : { id: folderId }}
          className={styles.backLink!}
        >
          <ArrowLeftOutlined />
          <span className="sr-only">{t('annotation.back')}</span>
        </PathLink>
      </span>
    </Tooltip>
  );
}

function IconButton(props: {
  text: string;
  command: Command;
  icon: ReactNode;
  disabled?: boolean;
  onClick: () => void;
}) {
  const { text, command, icon, disabled = false, onClick } = props;
  return (
    <Tooltip title={`${text} (${keyOf(command)})`}>
      <Button type="text" icon={icon} aria-label={text} disabled={disabled} onClick={onClick} />
    </Tooltip>
  );
}

function ShownSwitch({ desk }: { desk: Desk }) {
  const { t } = useTranslation();
  const visible = useStore(desk.mode)?.visible ?? 'both';
  const layer = useStore(desk.mode)?.predictionCount ?? 0;
  const shapes = useStore(desk.shapes);
  const predicted = shapes.filter(isPrediction).length + layer;
  const counts: Record<VisibleShapes, number> = {
    labels: shapes.length + layer - predicted,
    predictions: predicted,
    both: shapes.length + layer,
  };
  const choices: readonly [VisibleShapes, string][] = [
    ['labels', t('annotation.showLabels')],
    ['predictions', t('annotation.showPredictions')],
    ['both', t('annotation.showBoth')],
  ];
  return (
    <fieldset className={styles.switch} aria-label={t('annotation.show')}>
      {choices.map(([choice, text]) => (
        <button key={choice} type="button" aria-pressed={visible === choice} onClick={() => desk.setVisible(choice)}>
          {text} <span className="num">{counts[choice]}</span>
        </button>
      ))}
    </fieldset>
  );
}

function EmptyMark({ desk }: { desk: Desk }) {
  const { t } = useTranslation();
  const isOn = useStore(desk.mode)?.isCheckedEmpty ?? false;
  return (
    <Tooltip title={`${t('annotation.checkEmptyTip')} (${keyOf('picture.checkEmpty')})`}>
      <Button
        className={isOn ? styles.on! : ''}
        icon={<CheckOutlined />}
        aria-pressed={isOn}
        onClick={() => desk.editor()?.setCheckedEmpty(!isOn)}
      >
        {t('annotation.checkEmpty')}
      </Button>
    </Tooltip>
  );
}

function Where({ desk, folderName, name, strip }: { desk: Desk; folderName: string; name: string; strip: Strip }) {
  const { t } = useTranslation();
  const mode = useStore(desk.mode);
  const hasPicture = useStore(desk.picture) !== null;
  return (
    <div className={styles.where}>
      <h1 className={styles.names} title={`${folderName} / ${name}`}>
        <strong className="ellipsis">{folderName}</strong>
        <span className={`ellipsis ${styles.name}`}>{name}</span>
      </h1>
      {strip.index >= 0 ? (
        <span className={`${styles.place} num`}>
          {t('annotation.place', { n: formatCount(strip.index + 1), total: formatCount(strip.total) })}
        </span>
      ) : null}
      {mode && hasPicture ? <StatusTag state={stateNow(mode.shapeCount, mode.isCheckedEmpty)} /> : null}
    </div>
  );
}

export interface WorkHeaderProps {
  desk: Desk;
  folderId: number;
  folderName: string;
  name: string;
  strip: Strip;
  onNext: () => void;
}

export function WorkHeader({ desk, folderId, folderName, name, strip, onNext }: WorkHeaderProps) {
  const { t } = useTranslation();
  const mode = useStore(desk.mode);
  return (
    <header className={styles.head}>
      <BackLink folderId={folderId} />
      <Where desk={desk} folderName={folderName} name={name} strip={strip} />
      <div className={styles.headTools}>
        <IconButton
          text={t('annotation.undo')}
          command="undo"
          icon={<UndoOutlined />}
          disabled={!mode?.canUndo}
          onClick={() => desk.editor()?.undo()}
        />
        <IconButton
          text={t('annotation.redo')}
          command="redo"
          icon={<RedoOutlined />}
          disabled={!mode?.canRedo}
          onClick={() => desk.editor()?.redo()}
        />
        <ShownSwitch desk={desk} />
        <EmptyMark desk={desk} />
        <IconButton
          text={t('annotation.help')}
          command="help"
          icon={<QuestionCircleOutlined />}
          onClick={() => desk.helpOpen.set(true)}
        />
        <Tooltip title={keyOf('picture.next')}>
          <Button type="primary" icon={<RightOutlined />} iconPlacement="end" onClick={onNext}>
            {t('annotation.saveNext')}
          </Button>
        </Tooltip>
      </div>
    </header>
  );
}
