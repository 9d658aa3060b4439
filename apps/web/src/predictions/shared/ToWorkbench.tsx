/** From a tested image into the workbench, and from there back to the same place of the result. */
import { EditOutlined } from '@ant-design/icons';
import type { TestImageDetail } from '@loupe/contract';
import type { Box } from '@loupe/geometry';
import { Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { PathLink, useFindScene, type SceneSearch } from '../../core/scene.tsx';
import { parseSearch, stringifySearch, useOwnSearch } from '../../core/search.ts';
import { useCan } from '../../core/session.ts';
import styles from './to-workbench.module.css';

/** Nothing where the person may not annotate; where the image is gone, it says so. `place` is marked there. */
export function ToWorkbench(props: { detail: TestImageDetail; place?: Box; back?: SceneSearch }) {
  const { detail, place, back = {} } = props;
  const { t } = useTranslation();
  const find = useFindScene();
  const can = useCan();
  const here = parseSearch(useOwnSearch());
  const { image, role } = detail;
  const scene = find('Annotate', { role });
  if (!scene || !can(scene.permission)) return null;
  if (image.deleted || image.folderId === null) {
    return (
      <Tooltip title={t('results.toWorkbenchDeleted')}>
        {/* Not disabled: it is reached by Tab, so that the reason is. */}
        <button type="button" className={styles.gone} aria-disabled="true" aria-label={t('results.toWorkbenchDeleted')}>
          <EditOutlined />
        </button>
      </Tooltip>
    );
  }
  // a prediction may begin beyond the edge
  const mark = place?.map((at) => Math.max(0, Math.round(at))).join();
  const result = stringifySearch({ ...here, imageId: image.id, ...back }).slice(1);
  return (
    <Tooltip title={t('results.toWorkbench')}>
      <span>
        <PathLink to={scene.path} search={{ folderId: image.folderId, id: image.id, mark, result }}>
          <EditOutlined />
          <span className="sr-only">{t('results.toWorkbench')}</span>
        </PathLink>
      </span>
    </Tooltip>
  );
}
