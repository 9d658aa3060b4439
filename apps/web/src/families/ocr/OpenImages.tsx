/** Images are chosen whose texts nobody has marked: a version marks them sooner than a person, and none has to be trained for that. */
import { recipes, type Preset } from '@loupe/contract';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useText } from '../../core/i18n.ts';
import { SceneLink } from '../../core/scene.tsx';
import { setInRole, useFolders } from '../../ui/use-folders.ts';
import type { TrainDataProps } from '../train-data.ts';
import styles from '../train-data.module.css';

/** Of the ready-made reader, which a choice of one stage sets for all. */
const ready = (): Preset => recipes.textrec.presets!.all.find(({ ofAllStages }) => ofAllStages)!;

export function OpenImages({ form, model }: TrainDataProps) {
  const { t } = useTranslation();
  const text = useText();
  const { folders } = useFolders({
    projectId: model.projectId,
    modelId: model.id,
    datasetId: setInRole(model, 'train'),
  });
  const chosen = (folders ?? []).filter(({ id }) => form.draft.folderIds.includes(id));
  const proposed = chosen.reduce((sum, one) => sum + one.preLabeled, 0);
  const open = chosen.reduce((sum, one) => sum + one.images - one.annotated, 0);
  if (open === 0) return null;
  // where a version has proposed on all of them, what is missing is a person's word
  const isProposed = proposed >= open;
  const count = isProposed ? open : open - proposed;
  const { name, values } = ready();
  const choose = () => {
    for (const stage of [form, ...form.later]) stage.setValues({ ...stage.values, ...values });
  };
  const hasVersion = model.latestVersionNumber !== null;
  return (
    <Alert
      type="info"
      showIcon
      className={styles.open!}
      title={
        isProposed
          ? t('families.ocr.openProposed', { count })
          : t(hasVersion ? 'families.ocr.openImages' : 'families.ocr.openNoVersion', { count, name: text(name) })
      }
      action={
        hasVersion || isProposed ? (
          <SceneLink screen="FolderList" search={{ model: model.id }} target={{ role: 'train' }}>
            {t(isProposed ? 'families.ocr.toTrainingSet' : 'families.ocr.toPreannotation')}
          </SceneLink>
        ) : (
          <Button size="small" onClick={choose}>
            {t('families.ocr.chooseReady', { name: text(name) })}
          </Button>
        )
      }
    />
  );
}
