/** All pre-annotations of a data set with their logs: images that were left out are named there. */
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { SideDrawer } from '../../../ui/SideDrawer.tsx';
import { LogCard } from '../../tasks/api.ts';
import { PreannotationRow } from './PreannotationRow.tsx';
import { usePreannotations, type SetPlace } from './use-preannotations.ts';
import styles from './preannotation.module.css';

function Body({ place }: { place: SetPlace }) {
  const { t } = useTranslation();
  const { tasks, isPending } = usePreannotations(place);
  if (tasks.length === 0)
    return isPending ? null : <EmptyState title={t('preannotation.noneTitle')} text={t('preannotation.noneText')} />;
  return (
    <ol className={styles.list}>
      {tasks.map((task) => (
        <li key={task.id}>
          <PreannotationRow task={task} />
          <LogCard task={task} />
        </li>
      ))}
    </ol>
  );
}

export function PreannotationDrawer({ place, onClose }: { place: SetPlace | null; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <SideDrawer title={t('preannotation.tasks')} open={place !== null} size={720} onClose={onClose} destroyOnHidden>
      {place ? <Body place={place} /> : null}
    </SideDrawer>
  );
}
