/** Below the choice of a version: which can be used, and where none can be yet, what gives one. */
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../core/query.ts';
import { SceneLink, useFamily } from '../../../core/scene.tsx';
import { useModelPlace } from '../../models/api.ts';

export function VersionHelp({ modelId, enabled }: { modelId: number | undefined; enabled: boolean }) {
  const { t } = useTranslation();
  const family = useFamily();
  const placeOf = useModelPlace();
  const place = modelId === undefined ? { family } : { modelId };
  const ready = useApi('versionList', { ...place, state: 'ready', pageSize: 1 }, { enabled, silent: true });
  const isNone = ready.data?.total === 0;
  const asked = { enabled: enabled && isNone && modelId !== undefined, silent: true };
  const ofModel = { kind: 'train', pageSize: 1, ...(modelId === undefined ? {} : { modelId }) } as const;
  const running = useApi('taskList', { ...ofModel, state: 'running' }, asked);
  const queued = useApi('taskList', { ...ofModel, state: 'queued' }, asked);
  if (!isNone) return t('online.versionHelp');
  const isTraining = [running, queued].some(({ data }) => (data?.total ?? 0) > 0);
  const { screen, search, target } = modelId === undefined ? models : placeOf(modelId, 'trainings');
  return (
    <span className="in-text">
      {t(isTraining ? 'online.versionComes' : 'online.noVersions')}{' '}
      <SceneLink screen={screen} search={search} target={target}>
        {t(modelId === undefined ? 'online.toModels' : 'online.toTrainings')}
      </SceneLink>
    </span>
  );
}

const models = { screen: 'ModelList', search: {}, target: {} } as const;
