/** Above the folders of a data set whose role says so: what its images are for, and the step that comes next. */
import { ArrowRightOutlined, UploadOutlined } from '@ant-design/icons';
import { families, type Dataset, type RoleDef } from '@loupe/contract';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useText } from '../../../core/i18n.ts';
import { useGo } from '../../../core/scene.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { askUpload, useMayUpload } from '../../transfers/api.ts';
import styles from './images.module.css';

type Intro = NonNullable<RoleDef['intro']>;

export function SetIntro({ dataset, intro }: { dataset: Dataset; intro: Intro }) {
  const { t } = useTranslation();
  const text = useText();
  const go = useGo();
  const mayUpload = useMayUpload(dataset.projectId);
  const { roles } = families[dataset.family];
  const next = roles[roles.findIndex(({ role }) => role === dataset.role) + 1];
  const goOn = () => {
    const model = dataset.modelId ?? undefined;
    if (next) go('FolderList', { model }, { role: next.role });
    else go('TaskList', { model }, { kind: 'train' });
  };
  if (dataset.images > 0) {
    return (
      <div className={styles.intro}>
        <span>{text(intro.text)}</span>
        <Button type="link" icon={<ArrowRightOutlined />} iconPlacement="end" onClick={goOn}>
          {text(intro.next)}
        </Button>
      </div>
    );
  }
  return (
    <section className="card">
      <EmptyState
        title={text(intro.empty)}
        text={text(intro.text)}
        actions={
          <>
            {mayUpload ? (
              <Button
                type="primary"
                size="large"
                icon={<UploadOutlined />}
                onClick={() => askUpload({ sources: [], folder: null, datasetId: dataset.id })}
              >
                {t('transfers.startTitle')}
              </Button>
            ) : null}
            <Button size="large" onClick={goOn}>
              {text(intro.next)}
            </Button>
          </>
        }
      />
    </section>
  );
}
