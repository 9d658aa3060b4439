/** Running a model on the shown image: which version, how it goes, and the image of which the model is least sure. */
import { api, firstToPropose, type ProposingVersion } from '@loupe/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ModelCommand } from '../../../canvas/index.ts';
import { call } from '../../../core/call.ts';
import { handleError } from '../../../core/errors.ts';
import { contractText } from '../../../core/i18n.ts';
import { notify } from '../../../core/notify.ts';
import { keepVersion, keptVersion } from '../../../core/preferences.ts';
import { useApi } from '../../../core/query.ts';
import { useConfirm } from '../../../ui/confirm.tsx';
import type { Desk } from './desk-types.ts';
import { whyNothing } from './prediction-facts.ts';

export interface ModelUse {
  versions: readonly ProposingVersion[];
  /** The one that would run; 0: there is none. */
  versionId: number;
  choose: (versionId: number) => void;
  run: () => void;
  isRunning: boolean;
  uncertain: () => void;
  onModel: (command: Exclude<ModelCommand, 'prediction.similar'>) => void;
}

interface ModelPlace {
  datasetId: number;
  imageId: number;
  mayAnnotate: boolean;
  open: (imageId: number) => void;
}

export function useModel(desk: Desk, { datasetId, imageId, mayAnnotate, open }: ModelPlace): ModelUse {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const isKnown = datasetId > 0;
  const versions = useApi('preannotateVersions', { datasetId }, { enabled: isKnown, silent: true }).data ?? [];
  const [chosen, setChosen] = useState(0);
  const [isRunning, setRunning] = useState(false);
  const wanted = [chosen, keptVersion(datasetId)].find((id) => versions.some((one) => one.id === id));
  const versionId = wanted ?? firstToPropose(versions)?.id ?? 0;
  const work = async () => {
    const said = await call(api.imagePropose, { imageId, versionId });
    const { items, leftOut, rejected } = said;
    const view = desk.views.get().version;
    // whoever runs a version wants to see what it says
    if (view?.isHidden) desk.setSourceView('version', { ...view, isHidden: false });
    await desk.refreshProposals();
    if (leftOut.length > 0) notify.warning(t('annotation.leftOut', { labels: leftOut.join(t('annotation.nameJoin')) }));
    // what is annotated or was turned down is not proposed again: without a word it looks as if nothing had run
    else if (items.every(({ id }) => rejected.includes(id)))
      notify.info(t(whyNothing(said, desk.shapes.get().length + items.length > 0)));
  };
  const run = () => {
    if (isRunning || !mayAnnotate || !isKnown || desk.image.get()?.image.id !== imageId) return;
    if (versionId === 0) return void notify.info(t('annotation.noVersion'));
    if (desk.isPreLabeling.get()) return void notify.warning(contractText('prelabel.inProgress'));
    setRunning(true);
    work()
      .catch(handleError)
      .finally(() => setRunning(false));
  };
  const uncertain = () => {
    call(api.imageUncertain, { imageId })
      .then(({ id }) => (id === null ? notify.info(t('annotation.noneUncertain')) : open(id)))
      .catch(handleError);
  };
  const offer = async () => {
    if (versionId === 0) return run();
    const title = contractText('prelabel.doFirst');
    if (await confirm({ title, content: t('annotation.doFirstText'), okText: t('annotation.runModel') })) run();
    desk.focus();
  };
  return {
    versions,
    versionId,
    choose: (id) => {
      setChosen(id);
      keepVersion(datasetId, id);
    },
    run,
    isRunning,
    uncertain,
    onModel: (command) => {
      if (command === 'prediction.run') run();
      else if (command === 'prediction.uncertain') uncertain();
      else void offer();
    },
  };
}
