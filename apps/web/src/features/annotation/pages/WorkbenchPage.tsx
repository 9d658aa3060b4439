/** The annotation workbench (`?folderId=&id=`): one image large, its neighbours below, labels and shapes at the side. */
import type { Box } from '@loupe/geometry';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { ModelCommand } from '../../../canvas/index.ts';
import { useMay } from '../../../core/access.ts';
import { listName, imageChoice, wholeFolder } from '../../../core/image-choice.ts';
import { useApi } from '../../../core/query.ts';
import { rememberPlace } from '../../../core/remembered.ts';
import { urlId, useUrlState } from '../../../core/search.ts';
import { useStore } from '../../../core/store.ts';
import { ErrorState } from '../../../ui/EmptyState.tsx';
import { PageSkeleton } from '../../../ui/Page.tsx';
import { SignInAgain } from '../../account/api.ts';
import { SimilarDialog } from '../../preannotation/api.ts';
import { PageTour } from '../../help/api.ts';
import history from '../history/history.module.css';
import { HistoryPanel } from '../history/HistoryPanel.tsx';
import { KeyHelp } from '../keys/KeyHelp.tsx';
import { useEditorSettings } from '../keys/use-editor-settings.ts';
import { KeymapProvider } from '../keys/use-keys.ts';
import { AssistBar } from '../parts/AssistBar.tsx';
import { Alone, DarkQuestions, DarkRoom } from '../parts/DarkRoom.tsx';
import type { Desk } from '../parts/desk-types.ts';
import { ConflictPanel } from '../parts/ConflictPanel.tsx';
import { createDesk } from '../parts/desk.ts';
import { FilmStrip } from '../parts/FilmStrip.tsx';
import { LabelPanel } from '../parts/LabelPanel.tsx';
import { Minimap } from '../parts/Minimap.tsx';
import { NoImages } from '../parts/NoImages.tsx';
import panels from '../parts/panels.module.css';
import { PredictionPanel } from '../parts/PredictionPanel.tsx';
import { ShapePanel } from '../parts/ShapePanel.tsx';
import { StageCover } from '../parts/StageCover.tsx';
import { StatusBar } from '../parts/StatusBar.tsx';
import { stayWhileHeld, useStay } from '../parts/stay.ts';
import { ToolRail } from '../parts/ToolRail.tsx';
import { useFirstImage } from '../parts/use-first-image.ts';
import { useModel } from '../parts/use-model.ts';
import { useSimilar, type SimilarUse } from '../parts/use-similar.ts';
import { useStep } from '../parts/use-step.ts';
import { useStrip } from '../parts/use-strip.ts';
import { ReturnedBanner } from '../review/ReturnedBanner.tsx';
import { ReturnDialog } from '../review/ReturnDialog.tsx';
import { ReviewPanel } from '../review/ReviewPanel.tsx';
import { useReview, type ReviewUse } from '../review/use-review.ts';
import { ViewPanel } from '../parts/ViewPanel.tsx';
import styles from '../parts/workbench.module.css';
import { WorkHeader } from '../parts/WorkHeader.tsx';
import { carriesTexts } from '../texts/text-facts.ts';
import { TextPanel } from '../texts/TextPanel.tsx';
import { useTextRules } from '../texts/use-text-rules.ts';

const WorkbenchSearch = z.object({
  folderId: urlId,
  id: urlId,
  ...imageChoice,
  /** A place to point out, `left,top,right,bottom` in pixels. */
  mark: z
    .string()
    .regex(/^\d{1,6}(?:,\d{1,6}){3}$/)
    .catch(''),
  /** Search of the result that one came from, to get back to the same finding. */
  result: z.string().max(2000).catch(''),
});
type Place = z.output<typeof WorkbenchSearch>;

const boxOf = (mark: string): Box | null => (mark ? (mark.split(',').map(Number) as unknown as Box) : null);

function StageArea(props: { desk: Desk; name: string; mayAdd: boolean; isAtReturn: boolean }) {
  const { desk, name, mayAdd, isAtReturn } = props;
  const { t } = useTranslation();
  const node = useRef<HTMLDivElement>(null);
  const past = useStore(desk.past);
  const text = t('annotation.stage', { name });
  useEffect(() => desk.mount(node.current!), [desk]);
  return (
    <main className={styles.stage}>
      <ReturnedBanner desk={desk} isHidden={isAtReturn} />
      <div className={styles.ground}>
        <div ref={node} className={styles.canvas} data-testid="stage" role="application" aria-label={text} />
        <Minimap desk={desk} />
        <AssistBar desk={desk} />
        {past === null ? null : <output className={history.past}>{t('history.shownAt', { time: past })}</output>}
        <StageCover desk={desk} mayAdd={mayAdd} />
      </div>
    </main>
  );
}

/**
 * Of what is drawn around texts the text comes first; its one label says nothing. The list of shapes is always in sight: on a low
 * screen what stands above it scrolls by itself.
 */
function Panels(props: { desk: Desk; datasetId: number; mayAdd: boolean; review: ReactNode; children: ReactNode }) {
  const { desk, datasetId, mayAdd, review, children } = props;
  const hasTexts = carriesTexts(useStore(desk.image)?.shapeKinds);
  const labels = useStore(desk.labels);
  const rules = useTextRules(datasetId);
  return (
    <>
      <div className={panels.above} data-testid="above-shapes">
        {review}
        <ConflictPanel desk={desk} />
        {hasTexts ? <TextPanel desk={desk} datasetId={datasetId} rules={rules} /> : null}
        {hasTexts && labels.length === 1 ? null : <LabelPanel desk={desk} datasetId={datasetId} mayAdd={mayAdd} />}
        {children}
        <ViewPanel desk={desk} />
      </div>
      <ShapePanel desk={desk} texts={hasTexts ? rules : null} />
    </>
  );
}

interface DialogsProps {
  desk: Desk;
  imageId: number;
  review: ReviewUse;
  similar: SimilarUse;
}

function Dialogs({ desk, imageId, review, similar }: DialogsProps) {
  return (
    <>
      <ReturnDialog
        open={review.isReturning}
        imageId={imageId}
        onClose={review.stopReturning}
        onReturn={review.sendBack}
        onClosed={desk.focus}
        onGone={review.goneReturning}
      />
      <SimilarDialog subject={similar.subject} onClose={similar.close} onClosed={desk.focus} />
    </>
  );
}

function Workbench(props: { place: Place; open: (id: number) => void; widen: () => void }) {
  const { place } = props;
  const { folderId, id } = place;
  const [desk] = useState(createDesk);
  const open = stayWhileHeld(desk, (next: number) => desk.open(next, () => props.open(next)));
  useStay(desk);
  const strip = useStrip(folderId, place, id);
  const step = useStep(strip, place, open);
  const folder = useApi('folderInfo', { id: folderId }, { enabled: folderId > 0, silent: true }).data;
  const shown = useStore(desk.image)?.image;
  const may = useMay();
  const projectId = shown?.projectId;
  const mayAnnotate = may('imageOps', projectId);
  useEffect(() => {
    if (projectId !== undefined) desk.setMayAnnotate(mayAnnotate);
  }, [desk, projectId, mayAnnotate]);
  const model = useModel(desk, { datasetId: shown?.datasetId ?? 0, imageId: id, mayAnnotate, open });
  const review = useReview(desk, { place, projectId, nextId: strip.next?.id, open });
  const similar = useSimilar(desk, folderId, place);
  const onModel = (command: ModelCommand) =>
    command === 'prediction.similar' ? similar.ask() : model.onModel(command);
  useLayoutEffect(() => desk.listen({ onStep: step, onModel, onReview: review.onReview }));
  const keys = useEditorSettings(desk);
  const isHistoryOpen = useStore(desk.historyOpen);
  // While the wanted image comes, the one before may still stand there: what is on top is its name then.
  const name = shown && shown.id !== id ? shown.name : (strip.at(strip.index)?.name ?? shown?.name ?? '');
  const [nextId, previousId] = [strip.next?.id, strip.previous?.id];
  useEffect(() => desk.mark(id, boxOf(place.mark)), [desk, id, place.mark]);
  useEffect(() => desk.setPrevious(previousId ?? null), [desk, previousId]);
  useEffect(() => desk.show(id), [desk, id]);
  useEffect(() => {
    desk.setWindow([id, nextId, previousId].filter((one) => one !== undefined));
  }, [desk, id, nextId, previousId]);
  const list = listName(folderId, place);
  useEffect(() => {
    if (strip.index >= 0) rememberPlace(list, strip.index);
  }, [list, strip.index]);
  useEffect(() => {
    document.title = name ? `${name} · Loupe` : 'Loupe';
  }, [name]);
  return (
    <KeymapProvider value={keys}>
      <DarkRoom onUsed={desk.focus}>
        <WorkHeader
          desk={desk}
          folderId={folderId}
          folderName={folder?.name ?? ''}
          name={name}
          strip={strip}
          choice={place}
          result={place.result}
          onStep={step}
          onWiden={stayWhileHeld(desk, props.widen)}
          onOpen={open}
        />
        <ToolRail desk={desk} />
        <StageArea desk={desk} name={name} mayAdd={may('labelAdd', projectId)} isAtReturn={review.isAtReturn} />
        <aside className={panels.panel}>
          {isHistoryOpen ? (
            <HistoryPanel key={id} desk={desk} imageId={id} />
          ) : (
            <Panels
              desk={desk}
              datasetId={shown?.datasetId ?? 0}
              mayAdd={may('labelAdd', projectId)}
              review={<ReviewPanel desk={desk} use={{ ...review, onReview: stayWhileHeld(desk, review.onReview) }} />}
            >
              <PredictionPanel desk={desk} model={model} isMarked={shown?.part === null} />
            </Panels>
          )}
        </aside>
        <FilmStrip strip={strip} shownId={id} isReviewed={review.review !== null} onOpen={open} />
        <StatusBar desk={desk} projectId={projectId} />
        <Dialogs desk={desk} imageId={id} review={review} similar={similar} />
        <KeyHelp desk={desk} />
        <PageTour />
        <SignInAgain />
      </DarkRoom>
    </KeymapProvider>
  );
}

/** Without a folder in the address: that of the image. */
function Find({ id, found }: { id: number; found: (folderId: number) => void }) {
  const image = useApi('imageInfo', { id }, { silent: true });
  const target = image.data?.folderId;
  useEffect(() => {
    if (target) found(target);
    // Once: the address then holds the folder.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [target]);
  return (
    <Alone>
      {image.error ? <ErrorState error={image.error} onRetry={() => void image.refetch()} /> : <PageSkeleton />}
    </Alone>
  );
}

/** Without an image in the address: the first one that nobody has looked at. */
function Start(props: { place: Place; open: (id: number) => void; widen: () => void }) {
  const { place, open, widen } = props;
  const { folderId } = place;
  const first = useFirstImage(folderId, place);
  const target = first.id;
  useEffect(() => {
    if (target) open(target);
    // Once: the address then holds the image.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [target]);
  if (folderId === 0 || first.isEmpty) return <NoImages folderId={folderId} choice={place} widen={widen} />;
  return <Alone>{first.error ? <ErrorState error={first.error} onRetry={first.refetch} /> : <PageSkeleton />}</Alone>;
}

export function WorkbenchPage() {
  const [place, patch] = useUrlState(WorkbenchSearch);
  // Replaced, so that the browser's way back leads to the list and not through every image.
  const open = (next: number) => patch({ id: next, mark: undefined }, { replace: true });
  const widen = () => patch(wholeFolder, { replace: true });
  const found = (folderId: number) => patch({ folderId }, { replace: true });
  const page = () => {
    if (place.id === 0) return <Start place={place} open={open} widen={widen} />;
    if (place.folderId === 0) return <Find id={place.id} found={found} />;
    return <Workbench key={listName(place.folderId, place)} place={place} open={open} widen={widen} />;
  };
  return <DarkQuestions>{page()}</DarkQuestions>;
}
