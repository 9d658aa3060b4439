/** Above the folders of a data set that a model owns: what its pictures are for, and the step that comes next. */
import { ArrowRightOutlined, UploadOutlined } from '@ant-design/icons';
import type { Dataset } from '@loupe/contract';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useGo, type SceneWish, type ScreenId } from '../../../core/scene.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { askUpload } from '../../transfers/api.ts';
import styles from './pictures.module.css';

/** Roles in the order of the work, with what follows. */
const steps: Partial<Record<Dataset['role'], { key: 'ok' | 'ng'; next: { screen: ScreenId; wish: SceneWish } }>> = {
  ok: { key: 'ok', next: { screen: 'FolderList', wish: { role: 'ng' } } },
  ng: { key: 'ng', next: { screen: 'TaskList', wish: { kind: 'train' } } },
};

export function SetIntro({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation();
  const go = useGo();
  const step = steps[dataset.role];
  if (!step) return null;
  const { key, next } = step;
  const goOn = () => go(next.screen, { model: dataset.modelId ?? undefined }, next.wish);
  if (dataset.pictures > 0) {
    return (
      <div className={styles.intro}>
        <span>{t(`datasets.intro.${key}.text`)}</span>
        <Button type="link" icon={<ArrowRightOutlined />} iconPlacement="end" onClick={goOn}>
          {t(`datasets.intro.${key}.next`)}
        </Button>
      </div>
    );
  }
  return (
    <section className="card">
      <EmptyState
        title={t(`datasets.introEmpty.${key}`)}
        text={t(`datasets.intro.${key}.text`)}
        actions={
          <>
            <Button
              type="primary"
              size="large"
              icon={<UploadOutlined />}
              onClick={() => askUpload({ sources: [], folder: null, datasetId: dataset.id })}
            >
              {t('transfers.startTitle')}
            </Button>
            <Button size="large" onClick={goOn}>
              {t(`datasets.intro.${key}.next`)}
            </Button>
          </>
        }
      />
    </section>
  );
}
