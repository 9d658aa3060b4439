/** Which tours the signed-in person has seen: kept with the account, and here until the page is left. */
import { api, tourIds, type TourId } from '@loupe/contract';
import { call } from '../../core/call.ts';
import { sessionStore } from '../../core/session.ts';

const keepHere = (toursSeen: readonly string[]): void => {
  const session = sessionStore.get();
  if (session) sessionStore.set({ ...session, toursSeen: [...toursSeen] });
};

/** Told at once, as whoever leaves in the middle has seen it too. Without a connection it is shown once more, later. */
export const markSeen = (id: TourId): void => {
  keepHere([...(sessionStore.get()?.toursSeen ?? []), id]);
  call(api.tourSeen, { tours: [id] }).catch(() => {});
};

/** On request each tour is shown again, with the next visit of its page. */
export const showAgain = (): void =>
  keepHere((sessionStore.get()?.toursSeen ?? []).filter((id) => !tourIds.some((known) => known === id)));
