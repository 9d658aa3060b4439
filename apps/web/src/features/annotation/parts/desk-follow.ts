/** Everything that reaches the desk from outside the screen: answers, edits of others, what models propose, the network. */
import { liveStates, type MessageKey } from '@loupe/contract';
import { onSocketEvent, setHere, socketStore } from '../../../core/sockets.ts';
import { onAcknowledged } from '../outbox-link.ts';
import { retry } from './desk-load.ts';
import { refreshLabels, refreshProposals } from './desk-proposals.ts';
import { afterOwnEdit, refreshReview } from './desk-review.ts';
import type { DeskState } from './desk-state.ts';
import { isOwnEdit } from './desk-sync.ts';

const unknownLabel: MessageKey = 'annotation.unknownLabel';

/** Returns what ends it. */
export function follow(state: DeskState): () => void {
  let wasAway = false;
  /** What models propose, for the shown image now and for those around it when they are shown. */
  const readAgain = () => {
    for (const id of state.ring) state.annotations.forget(id);
    void refreshProposals(state).catch(() => undefined);
  };
  const online = () => {
    state.views.flush();
    state.shown?.sync.catchUp();
    retry(state);
  };
  window.addEventListener('online', online);
  const stops = [
    () => window.removeEventListener('online', online),
    onAcknowledged((one) => {
      state.annotations.forget(one.imageId);
      if (state.acknowledged?.imageId === one.imageId) state.acknowledged.list.push(one);
      if (state.shown?.imageId !== one.imageId) return;
      state.shown.sync.answered(one);
      if (one.result.key === unknownLabel) void refreshLabels(state).catch(() => undefined);
      void afterOwnEdit(state).catch(() => undefined);
    }),
    onSocketEvent('presence', ({ imageId, people }) => {
      if (state.wanted === imageId) state.stores.people.set(people);
    }),
    onSocketEvent('image', ({ imageId, clientId, seq }) => {
      state.annotations.forget(imageId);
      const { shown } = state;
      if (shown?.imageId === imageId && !isOwnEdit(clientId) && seq > shown.sync.revision()) shown.sync.catchUp();
    }),
    onSocketEvent('dataset', ({ datasetId }) => {
      if (state.stores.image.get()?.image.datasetId === datasetId) void refreshReview(state).catch(() => undefined);
    }),
    onSocketEvent('proposals', ({ imageIds }) => {
      for (const id of imageIds) state.annotations.forget(id);
      if (imageIds.includes(state.shown?.imageId ?? 0)) void refreshProposals(state).catch(() => undefined);
    }),
    // a pre-annotation that was paused or has ended lets the image go, and what it has proposed is there
    onSocketEvent('task', (event) => {
      if (!liveStates.includes(event.state)) readAgain();
    }),
    // While the socket was closed, edits of others were missed.
    socketStore.subscribe(() => {
      // who is there is known again once the server has said so
      if (!socketStore.get()) {
        wasAway = true;
        return state.stores.people.set([]);
      }
      state.shown?.sync.catchUp();
      if (wasAway) readAgain();
      wasAway = false;
      retry(state);
    }),
  ];
  return () => {
    setHere(null);
    for (const stop of stops) stop();
  };
}
