/** The bar on top: the way back, where one is, undo and redo, what is shown, "checked, empty", and the next image. */
import {
  ArrowLeftOutlined,
  CheckOutlined,
  CloseOutlined,
  FilterFilled,
  HistoryOutlined,
  QuestionCircleOutlined,
  RedoOutlined,
  RightOutlined,
  StepForwardOutlined,
  UndoOutlined,
} from '@ant-design/icons';
import { families, type RoleDef } from '@loupe/contract';
import { Button, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Command, type StepCommand, type VisibleShapes } from '../../../canvas/index.ts';
import { choiceSearch, isNarrowed, type ImageChoice } from '../../../core/image-choice.ts';
import { PathLink, useFamily, usePathOf, useScene } from '../../../core/scene.tsx';
import { parseSearch } from '../../../core/search.ts';
import { useStore } from '../../../core/store.ts';
import { useWording } from '../../../core/wording.ts';
import { ReviewTag } from '../../../ui/ReviewTag.tsx';
import { StatusTag } from '../../../ui/StatusTag.tsx';
import { useKeys } from '../keys/use-keys.ts';
import { useMainWord } from '../review/main-word.ts';
import type { Mode } from './desk-stores.ts';
import { JumpField } from './JumpField.tsx';
import type { Desk } from './desk-types.ts';
import { isPrediction, stateNow } from './shape-facts.ts';
import { stayOnLink } from './stay.ts';
import type { Strip } from './use-strip.ts';
import styles from './workbench.module.css';

/** The list that one came from, as it was filtered and sorted; or the result. */
function BackLink(props: Pick<WorkHeaderProps, 'desk' | 'folderId' | 'choice' | 'result'>) {
  const { desk, folderId, choice, result } = props;
  const { t } = useTranslation();
  const pathOf = usePathOf();
  const text = t(result ? 'annotation.backToResult' : 'annotation.back');
  return (
    <Tooltip title={text} placement="bottomLeft">
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <span className={styles.back} {...stayOnLink(desk)}>
        <PathLink
          to={result ? pathOf('Result', { kind: 'test' }) : pathOf('ImageList')}
          search={result ? parseSearch(result) : { id: folderId, ...choiceSearch(choice) }}
          className={styles.backLink!}
        >
          <ArrowLeftOutlined />
          <span className="sr-only">{text}</span>
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
  hasTip?: boolean;
  onClick: () => void;
}) {
  const { text, command, icon, disabled = false, hasTip = true, onClick } = props;
  const { named } = useKeys();
  return (
    <Tooltip title={hasTip ? named(text, command) : null}>
      <Button type="text" icon={icon} aria-label={text} disabled={disabled} onClick={onClick} />
    </Tooltip>
  );
}

/** Over an open history its tip would cover the title. */
function HistoryButton({ desk }: { desk: Desk }) {
  const { t } = useTranslation();
  const isOpen = useStore(desk.historyOpen);
  return (
    <IconButton
      text={t('history.open')}
      command="view.history"
      icon={<HistoryOutlined />}
      hasTip={!isOpen}
      onClick={() => desk.historyOpen.set(!isOpen)}
    />
  );
}

/** Back and forth in what was done to the image. */
function Steps({ desk, mode }: { desk: Desk; mode: Mode | null }) {
  const { t } = useTranslation();
  return (
    <>
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
    </>
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

/** What the role of the shown data set means to its family. */
const useRole = (): RoleDef => {
  const scene = useScene();
  const { roles } = families[useFamily()];
  return roles.find(({ role }) => role === scene?.role) ?? roles[0]!;
};

function EmptyMark({ desk }: { desk: Desk }) {
  const { t } = useTranslation();
  const { named } = useKeys();
  const wording = useWording();
  const isOn = useStore(desk.mode)?.isCheckedEmpty ?? false;
  return (
    <Tooltip title={named(t('annotation.checkEmptyTip', wording), 'image.checkEmpty')}>
      <Button
        className={isOn ? styles.on! : ''}
        icon={<CheckOutlined />}
        aria-pressed={isOn}
        onClick={() => desk.editor()?.setCheckedEmpty(!isOn)}
      >
        {t('annotation.checkEmpty', wording)}
      </Button>
    </Tooltip>
  );
}

/** Says that only some images of the folder are walked through; a click takes all. */
function Narrowed({ desk, choice, onWiden }: { desk: Desk; choice: ImageChoice; onWiden: () => void }) {
  const { t } = useTranslation();
  const wording = useWording();
  const labels = useStore(desk.labels);
  const { name, state, part, review, label, conflict } = choice;
  const words = [
    state && t(`ui.states.${state}`, wording),
    part && t(`datasets.parts.${part}`),
    review && t(`review.filters.${review}`),
    labels.find((one) => one.id === label)?.name,
    conflict && t('conflicts.filter'),
    name && t('annotation.quoted', { name }),
  ];
  const text = words.filter(Boolean).join(' · ');
  return (
    <Tooltip title={t('annotation.widen')}>
      <button
        type="button"
        className={styles.narrowed}
        aria-label={`${text}: ${t('annotation.widen')}`}
        onClick={onWiden}
      >
        <FilterFilled />
        <span className="ellipsis">{text}</span>
        <CloseOutlined />
      </button>
    </Tooltip>
  );
}

function Where(props: WorkHeaderProps) {
  const { desk, folderId, folderName, name, strip, choice, onWiden, onOpen } = props;
  const mode = useStore(desk.mode);
  const shown = useStore(desk.image);
  const hasImage = shown !== null;
  const isMarked = shown?.image.part === null;
  const bare = useRole().state;
  const review = useStore(desk.review)?.state;
  return (
    <div className={styles.where}>
      <h1 className={styles.names} title={`${folderName} / ${name}`}>
        <strong className="ellipsis">{folderName}</strong>
        <span className={`ellipsis ${styles.name}`}>{name}</span>
      </h1>
      {strip.index >= 0 ? <JumpField folderId={folderId} choice={choice} strip={strip} onOpen={onOpen} /> : null}
      {isNarrowed(choice) ? <Narrowed desk={desk} choice={choice} onWiden={onWiden} /> : null}
      {mode && hasImage ? (
        <StatusTag
          state={stateNow(mode.shapeCount, mode.isCheckedEmpty, mode.isUndecided && isMarked ? 'preLabeled' : bare)}
        />
      ) : null}
      {review ? <ReviewTag state={review} /> : null}
    </div>
  );
}

export interface WorkHeaderProps {
  desk: Desk;
  folderId: number;
  folderName: string;
  name: string;
  strip: Strip;
  choice: ImageChoice;
  /** Search of the result that one came from; empty: one came from the list. */
  result: string;
  onStep: (command: StepCommand) => void;
  onWiden: () => void;
  onOpen: (imageId: number) => void;
}

export function WorkHeader(props: WorkHeaderProps) {
  const { desk, folderId, choice, result, onStep } = props;
  const { t } = useTranslation();
  const { keyOf } = useKeys();
  const { truth } = useRole();
  const mode = useStore(desk.mode);
  const mayAnnotate = useStore(desk.mayAnnotate);
  // there is one main button: a word of the review goes on to the next image too
  const isMain = useMainWord(desk) === null;
  // Images of a model are not marked one by one.
  const isMarked = useStore(desk.image)?.image.part === null;
  return (
    <header className={styles.head}>
      <BackLink desk={desk} folderId={folderId} choice={choice} result={result} />
      <Where {...props} />
      <div className={styles.headTools} data-tour={mayAnnotate ? 'step' : undefined}>
        {mayAnnotate ? <Steps desk={desk} mode={mode} /> : null}
        <ShownSwitch desk={desk} />
        {truth === 'shapes' && mayAnnotate ? <EmptyMark desk={desk} /> : null}
        <HistoryButton desk={desk} />
        <IconButton
          text={t('annotation.help')}
          command="help"
          icon={<QuestionCircleOutlined />}
          onClick={() => desk.helpOpen.set(true)}
        />
        {isMarked ? (
          <IconButton
            text={t('annotation.nextOpen')}
            command="image.nextOpen"
            icon={<StepForwardOutlined />}
            onClick={() => onStep('image.nextOpen')}
          />
        ) : null}
        <Tooltip title={keyOf('image.next')}>
          <Button
            type={isMain ? 'primary' : 'default'}
            icon={<RightOutlined />}
            iconPlacement="end"
            onClick={() => onStep('image.next')}
          >
            {t(mayAnnotate ? 'annotation.saveNext' : 'annotation.next')}
          </Button>
        </Tooltip>
      </div>
    </header>
  );
}
