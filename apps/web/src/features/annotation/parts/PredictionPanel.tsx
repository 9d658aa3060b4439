/** What a version and a search propose for the image: run them, which of it is shown, and what becomes of it. */
import {
  CheckOutlined,
  CloseOutlined,
  QuestionOutlined,
  RadarChartOutlined,
  RightOutlined,
  RobotOutlined,
} from '@ant-design/icons';
import { Button, Select, Tooltip } from 'antd';
import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Command } from '../../../canvas/index.ts';
import { useMay } from '../../../core/access.ts';
import { useStore } from '../../../core/store.ts';
import { useVersionName } from '../../../core/version-name.ts';
import { PreannotationNotes } from '../../preannotation/api.ts';
import { useKeys } from '../keys/use-keys.ts';
import type { Desk } from './desk-types.ts';
import { latestOf, sources, whyNothing } from './prediction-facts.ts';
import styles from './predictions.module.css';
import panels from './panels.module.css';
import { PredictionSources, useSourceName } from './PredictionSources.tsx';
import { RejectedPredictions } from './RejectedPredictions.tsx';
import type { ModelUse } from './use-model.ts';

function KeyButton(props: {
  desk: Desk;
  command: Command;
  text: string;
  tip: string;
  icon: ReactNode;
  disabled: boolean;
}) {
  const { desk, command, text, tip, icon, disabled } = props;
  const { named } = useKeys();
  return (
    <Tooltip title={named(tip, command)} placement="left">
      <Button
        size="small"
        className={styles.button!}
        icon={icon}
        disabled={disabled}
        onClick={() => desk.editor()?.run(command)}
      >
        {text}
      </Button>
    </Tooltip>
  );
}

function Decisions({ desk, shown, open }: { desk: Desk; shown: number; open: number }) {
  const { t } = useTranslation();
  const isSelected = useStore(desk.selection).predictionId !== null;
  const one = (text: 'accept' | 'reject') => t(isSelected ? `annotation.${text}` : `annotation.${text}Best`);
  return (
    <div className={styles.buttons}>
      <KeyButton
        desk={desk}
        command="prediction.accept"
        text={one('accept')}
        tip={t('annotation.keys.prediction.accept')}
        icon={<CheckOutlined />}
        disabled={shown === 0}
      />
      <KeyButton
        desk={desk}
        command="prediction.reject"
        text={one('reject')}
        tip={t('annotation.keys.prediction.reject')}
        icon={<CloseOutlined />}
        disabled={shown === 0}
      />
      <KeyButton
        desk={desk}
        command="prediction.acceptAll"
        text={t('annotation.acceptAll', { count: shown })}
        tip={t('annotation.keys.prediction.acceptAll')}
        icon={<CheckOutlined />}
        disabled={shown === 0}
      />
      <KeyButton
        desk={desk}
        command="prediction.rejectAll"
        text={t('annotation.rejectAll', { count: open })}
        tip={t('annotation.keys.prediction.rejectAll')}
        icon={<CloseOutlined />}
        disabled={open === 0}
      />
    </div>
  );
}

function RunRow({ model }: { model: ModelUse }) {
  const { t } = useTranslation();
  const { named } = useKeys();
  const versionName = useVersionName();
  return (
    <div className={styles.run}>
      <Select<number>
        size="small"
        value={model.versionId || null}
        aria-label={t('annotation.version')}
        placeholder={t('annotation.noVersionShort')}
        disabled={model.versions.length === 0}
        popupMatchSelectWidth={false}
        options={model.versions.map((one) => ({ value: one.id, label: versionName(one.model, one.number) }))}
        onChange={model.choose}
      />
      <Tooltip title={named(t('annotation.keys.prediction.run'), 'prediction.run')} placement="left">
        <Button size="small" icon={<RobotOutlined />} loading={model.isRunning} onClick={model.run}>
          {t('annotation.run')}
        </Button>
      </Tooltip>
    </div>
  );
}

/** Where there is no model yet: what is selected is an example. */
function SimilarRow({ desk }: { desk: Desk }) {
  const { t } = useTranslation();
  const projectId = useStore(desk.image)?.image.projectId;
  const maySearch = useMay()('similarAdd', projectId);
  const { ids } = useStore(desk.selection);
  if (!maySearch) return null;
  return (
    <div className={styles.buttons}>
      <KeyButton
        desk={desk}
        command="prediction.similar"
        text={t('preannotation.similar.title')}
        tip={t('annotation.keys.prediction.similar')}
        icon={<RadarChartOutlined />}
        disabled={ids.length === 0}
      />
    </div>
  );
}

/** What is at work on the data set of the image. */
function AtWork({ desk, onNext }: { desk: Desk; onNext: (() => void) | null }) {
  const image = useStore(desk.image)?.image;
  const place = image ? { datasetId: image.datasetId, projectId: image.projectId } : null;
  return <PreannotationNotes place={place} onNext={onNext} />;
}

export function PredictionPanel({ desk, model, isMarked }: { desk: Desk; model: ModelUse; isMarked: boolean }) {
  const { t } = useTranslation();
  const { named } = useKeys();
  const node = useRef<HTMLElement>(null);
  const proposals = useStore(desk.proposals);
  const nameOf = useSourceName();
  const labels = useStore(desk.labels);
  const isAnnotated = useStore(desk.shapes).length > 0;
  const mode = useStore(desk.mode);
  const mayAnnotate = useStore(desk.mayAnnotate);
  const shown = mode?.predictionCount ?? 0;
  const open = mode?.openCount ?? 0;
  /** After a pull with the mouse the keys are the image's again. */
  const pull = () => window.addEventListener('pointerup', () => setTimeout(desk.focus), { once: true });
  const latest = sources.flatMap((source) => latestOf(proposals, source) ?? []);
  const hasRun = latest.length > 0;
  const origin = latest.length === 1 ? nameOf(latest[0]!, true) : undefined;
  if (!mayAnnotate && !hasRun) return null;
  if (labels.length === 0 && model.versions.length === 0 && !hasRun) return null;
  return (
    <section ref={node} className={panels.section} aria-label={t('annotation.predictions')} data-testid="predictions">
      <h2 className={panels.title}>
        <span className="ellipsis" title={origin}>
          {t('annotation.predictions')}
          {hasRun ? (
            <>
              {' '}
              <span className="num">({shown})</span> {origin ? `· ${origin}` : ''}
            </>
          ) : null}
        </span>
        {isMarked ? (
          <Tooltip title={named(t('annotation.keys.prediction.uncertain'), 'prediction.uncertain')}>
            <Button
              size="small"
              type="text"
              icon={
                <span className={styles.doubt}>
                  <QuestionOutlined />
                  <RightOutlined />
                </span>
              }
              aria-label={t('annotation.keys.prediction.uncertain')}
              onClick={model.uncertain}
            />
          </Tooltip>
        ) : null}
      </h2>
      <div onPointerDown={pull}>
        <PredictionSources desk={desk} />
      </div>
      {mayAnnotate && latest.some(({ items }) => items.length > 0) ? (
        <Decisions desk={desk} shown={shown} open={open} />
      ) : null}
      {mayAnnotate && open > shown ? (
        <p className={styles.none}>
          {shown === 0
            ? t('annotation.allHidden', { count: open })
            : t('annotation.hiddenToo', { count: open - shown })}
        </p>
      ) : null}
      <RejectedPredictions desk={desk} />
      {latest.map((one) =>
        one.items.length === 0 ? (
          <p key={one.source} className={styles.none}>
            {one.leftOut.length > 0
              ? t('annotation.leftOut', { labels: one.leftOut.join(t('annotation.nameJoin')) })
              : t(whyNothing(one, isAnnotated))}
          </p>
        ) : null,
      )}
      {mayAnnotate ? <RunRow model={model} /> : null}
      {mayAnnotate ? <SimilarRow desk={desk} /> : null}
      <AtWork desk={desk} onNext={isMarked ? model.uncertain : null} />
    </section>
  );
}
