/** The dialog that imports the labels of a COCO file into a folder, and its report. */
import { UploadOutlined } from '@ant-design/icons';
import { limits, type CocoReport } from '@loupe/contract';
import { Alert, Button } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../../core/format.ts';
import { ofImages, useApiMutation } from '../../../core/query.ts';
import { errorText } from '../../../core/errors.ts';
import { DraggableModal } from '../../../ui/DraggableModal.tsx';
import { StatusTag, ToneTag } from '../../../ui/StatusTag.tsx';
import { parseCoco } from './coco-text.ts';
import { BoxesNotice, ProblemGroups } from './ProblemList.tsx';

function Report({ report }: { report: CocoReport }) {
  const { t } = useTranslation();
  const text = t(report.labelsAdded > 0 ? 'datasets.cocoDoneAdding' : 'datasets.cocoDone', {
    images: report.images,
    shapes: report.shapes,
    labels: report.labelsAdded,
  });
  const bad = report.problems.length + report.moreProblems;
  return (
    <div>
      {bad > 0 ? <ToneTag tone="warn">{text}</ToneTag> : <StatusTag state="completed" text={text} />}
      <BoxesNotice count={report.boxes} />
      <ProblemGroups problems={report.problems} />
      {report.moreProblems > 0 ? (
        <p className="hint">{t('datasets.cocoMore', { count: report.moreProblems })}</p>
      ) : null}
    </div>
  );
}

/** Reads, checks and sends one file; what went wrong stays in the dialog. */
const useImport = (folderId: number) => {
  const { t } = useTranslation();
  const [file, setFile] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const run = useApiMutation('cocoImport', {
    invalidates: [...ofImages, 'imageShapes'],
    silent: true,
  });
  const start = async (chosen: File) => {
    run.reset();
    setFault(null);
    setFile(chosen.name);
    if (chosen.size > limits.cocoBytes) {
      setFault(t('datasets.cocoTooLarge', { file: chosen.name, max: formatBytes(limits.cocoBytes) }));
      return;
    }
    const text = await chosen.text();
    try {
      run.mutate({ folderId, coco: parseCoco(text) });
    } catch (error) {
      setFault(t('datasets.cocoNotJson', { file: chosen.name, why: error instanceof Error ? error.message : '' }));
    }
  };
  const reset = () => {
    run.reset();
    setFault(null);
    setFile(null);
  };
  return { file, fault: fault ?? (run.error ? errorText(run.error) : null), run, start, reset };
};

export function CocoImport(props: { folderId: number; open: boolean; onClose: () => void }) {
  const { folderId, open, onClose } = props;
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const { file, fault, run, start, reset } = useImport(folderId);
  return (
    <DraggableModal
      open={open}
      title={t('datasets.cocoTitle')}
      onCancel={onClose}
      afterClose={reset}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.close')}</Button>
          <Button
            type={run.data ? 'default' : 'primary'}
            icon={<UploadOutlined />}
            loading={run.isPending}
            onClick={() => input.current?.click()}
          >
            {t('datasets.cocoChoose')}
          </Button>
        </>
      }
    >
      <p className="second">{t('datasets.cocoText')}</p>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={t('datasets.cocoChoose')}
        onChange={(e) => {
          const chosen = e.target.files?.[0];
          e.target.value = '';
          if (chosen) void start(chosen);
        }}
      />
      <div style={{ marginTop: 12 }} aria-live="polite">
        {run.isPending ? <ToneTag tone="busy">{t('datasets.cocoBusy', { file: file ?? '' })}</ToneTag> : null}
        {fault ? <Alert type="error" showIcon title={fault} /> : null}
        {run.data ? <Report report={run.data} /> : null}
      </div>
    </DraggableModal>
  );
}
