/** The sign on what belongs to others: shared with the person who looks, or example data. */
import { ExperimentOutlined, TeamOutlined } from '@ant-design/icons';
import { levelTitles, type Project } from '@loupe/contract';
import { Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { useForeign } from '../../../core/access.ts';
import { useText } from '../../../core/i18n.ts';
import styles from './sharing.module.css';

type Marked = Pick<Project, 'example' | 'level' | 'owner'>;

/** Of a member the sharing counts more than that everybody sees the project. */
const isShown = ({ example, level }: Marked): 'example' | 'shared' | null =>
  example && (level === 'viewer' || level === 'owner') ? 'example' : level === 'owner' ? null : 'shared';

/** `withText`: the sign says its word; else it does so when it is pointed at. */
export function ProjectMark({ project, withText }: { project: Marked; withText?: boolean }) {
  const { t } = useTranslation();
  const text = useText();
  const kind = isShown(project);
  if (!kind) return null;
  const { owner } = project;
  const hint =
    kind === 'example'
      ? t('projects.exampleHint', { owner })
      : t('projects.sharedHint', { owner, level: text(levelTitles[project.level]) });
  return (
    <Tooltip title={hint}>
      <span className={styles.mark}>
        {kind === 'example' ? <ExperimentOutlined /> : <TeamOutlined />}
        <span className={withText ? '' : 'sr-only'}>
          {kind === 'example' ? t('projects.isExample') : text(levelTitles[project.level])}
        </span>
      </span>
    </Tooltip>
  );
}

/** The name of a project in a list of what lies in it. */
export function ProjectName({ id, name }: { id: number; name: string }) {
  const foreign = useForeign(id);
  return (
    <>
      {name}
      {foreign ? <ProjectMark project={foreign} /> : null}
    </>
  );
}
