/** Below the labels: one button that deletes those that no shape of the data set has, after a look at which they are. */
import { DeleteOutlined } from '@ant-design/icons';
import { api, type Label } from '@loupe/contract';
import { Button, Checkbox } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../core/call.ts';
import { handleError } from '../../../core/errors.ts';
import { notify } from '../../../core/notify.ts';
import { invalidate } from '../../../core/query.ts';
import { useStore } from '../../../core/store.ts';
import { DraggableModal } from '../../../ui/DraggableModal.tsx';
import { savedStore } from '../outbox-link.ts';
import type { Desk } from './desk-types.ts';
import type { UnusedLabels as Unused } from './use-unused-labels.ts';
import styles from './panels.module.css';

/** One after the other; what could be deleted is gone, also where a later one was refused. */
async function deleteAll(labels: readonly Label[]): Promise<Label[]> {
  const gone: Label[] = [];
  try {
    for (const label of labels) {
      // oxlint-disable-next-line no-await-in-loop
      await call(api.labelDelete, { id: label.id });
      gone.push(label);
    }
  } catch (error) {
    handleError(error);
  }
  return gone;
}

function Dialog(props: {
  labels: readonly Label[];
  onClosed: () => void;
  onDelete: (labels: readonly Label[]) => Promise<void>;
}) {
  const { labels, onClosed, onDelete } = props;
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(true);
  const [isBusy, setBusy] = useState(false);
  const [ids, setIds] = useState<readonly number[]>(labels.map(({ id }) => id));
  const chosen = labels.filter(({ id }) => ids.includes(id));
  return (
    <DraggableModal
      open={isOpen}
      title={t('annotation.unused.title')}
      okText={t('annotation.unused.delete', { count: chosen.length })}
      cancelText={t('ui.cancel')}
      okButtonProps={{ danger: true, disabled: chosen.length === 0 }}
      confirmLoading={isBusy}
      onEnter={null}
      onOk={() => {
        setBusy(true);
        void onDelete(chosen).finally(() => setOpen(false));
      }}
      onCancel={() => setOpen(false)}
      afterClose={onClosed}
    >
      <p>{t('annotation.unused.text')}</p>
      <Checkbox.Group
        className={styles.unusedChoice!}
        value={[...ids]}
        onChange={(next) => setIds(next)}
        options={labels.map((label) => ({
          value: label.id,
          label: (
            <>
              <i className={styles.swatch} style={{ background: label.color }} /> {label.name}
            </>
          ),
        }))}
      />
    </DraggableModal>
  );
}

export function UnusedLabels({ desk, datasetId, unused }: { desk: Desk; datasetId: number; unused: Unused }) {
  const { t } = useTranslation();
  const isSaved = useStore(savedStore).pending === 0;
  const [isCounting, setCounting] = useState(false);
  const [asked, setAsked] = useState<readonly Label[] | null>(null);
  const refresh = () => invalidate('datasetInfo', 'datasetList');
  const putBack = async (labels: readonly Label[]) => {
    try {
      for (const { name, color } of labels) {
        // oxlint-disable-next-line no-await-in-loop
        desk.addLabel(await call(api.labelAdd, { datasetId, name, color }));
      }
    } catch (error) {
      handleError(error);
    }
    await refresh();
  };
  const open = async () => {
    setCounting(true);
    const labels = await unused.count();
    setCounting(false);
    if (labels === null) return;
    if (labels.length > 0) setAsked(labels);
    else notify.info(t('annotation.unused.none'));
  };
  const close = () => {
    setAsked(null);
    desk.focus();
  };
  const remove = async (labels: readonly Label[]) => {
    const gone = await deleteAll(labels);
    if (gone.length > 0) {
      desk.removeLabels(gone.map(({ id }) => id));
      notify.success(t('annotation.unused.deleted', { count: gone.length }), {
        text: t('ui.undo'),
        run: () => void putBack(gone),
      });
    }
    await refresh();
  };
  const why = isSaved ? '' : t('annotation.unused.notSaved');
  return (
    <>
      {unused.ids.size > 0 ? (
        <Button
          size="small"
          type="text"
          icon={<DeleteOutlined />}
          className={styles.unusedButton!}
          disabled={why !== ''}
          title={why || t('annotation.unused.buttonHelp')}
          loading={isCounting}
          onClick={() => void open()}
        >
          {t('annotation.unused.button', { count: unused.ids.size })}
        </Button>
      ) : null}
      {asked ? <Dialog labels={asked} onClosed={close} onDelete={remove} /> : null}
    </>
  );
}
