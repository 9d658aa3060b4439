/**
 * Inside a model whose parts have scenes of their own: its images, trainings, tests and online entries side by side,
 * in the order of the work. Where a family shows a model on one screen there is nothing.
 */
import { families, familyOfModelType, type Model } from '@loupe/contract';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../core/format.ts';
import { useText } from '../../../core/i18n.ts';
import { useApi } from '../../../core/query.ts';
import { PathLink, useFindScene, useScene, type SceneTarget, type ScreenId } from '../../../core/scene.tsx';
import styles from './model-tabs.module.css';

interface Tab {
  text: string;
  count?: number;
  screen: ScreenId;
  target: SceneTarget;
}

const useTabs = (model: Model): Tab[] => {
  const { t } = useTranslation();
  const text = useText();
  const family = familyOfModelType(model.type);
  const trainings = useApi('taskList', { kind: 'train', modelId: model.id, pageSize: 1 }, { silent: true }).data;
  if (!family) return [];
  const sets = families[family].roles.flatMap(({ role, name }): Tab[] => {
    const set = model.datasets.find((one) => one.role === role);
    return name && set ? [{ text: text(name), count: set.images, screen: 'FolderList', target: { family, role } }] : [];
  });
  return [
    ...sets,
    {
      text: t('models.tabs.trainings'),
      ...(trainings ? { count: trainings.total } : {}),
      screen: 'TaskList',
      target: { family, kind: 'train' },
    },
    { text: t('models.tabs.tests'), screen: 'TaskList', target: { family, kind: 'test' } },
    { text: t('models.tabs.online'), screen: 'OnlineList', target: { family } },
  ];
};

function Tabs({ model }: { model: Model }) {
  const { t } = useTranslation();
  const find = useFindScene();
  const here = useScene();
  const tabs = useTabs(model);
  if (!find('TaskList', tabs[0]?.target ?? {})) return null;
  const isHere = ({ screen, target }: Tab): boolean => {
    if (target.role) return target.role === here?.role;
    if (target.kind) return target.kind === here?.kind;
    return here?.screen === screen || here?.screen === 'OnlineDetail';
  };
  return (
    <nav className={styles.tabs} aria-label={t('models.inModel')}>
      {tabs.map((tab) => (
        <PathLink
          key={`${tab.screen} ${tab.target.role ?? tab.target.kind ?? ''}`}
          to={find(tab.screen, tab.target)?.path ?? '/dashboard'}
          search={{ model: model.id }}
          className={styles.tab!}
          current={isHere(tab)}
        >
          {tab.text}
          {tab.count === undefined ? null : <span className={`${styles.count} num`}>{formatCount(tab.count)}</span>}
        </PathLink>
      ))}
    </nav>
  );
}

export function ModelTabs({ modelId }: { modelId: number | null }) {
  const find = useFindScene();
  const model = useApi('modelInfo', { id: modelId ?? 0 }, { enabled: (modelId ?? 0) > 0, silent: true }).data;
  if (model) return <Tabs model={model} />;
  // the row keeps its place while the model loads
  return find('TaskList') && modelId ? <div className={styles.tabs} aria-hidden="true" /> : null;
}
