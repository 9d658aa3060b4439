/** Images smaller than the usual training size: trained as large as they are, or enlarged. */
import { trainings } from './trainings.ts';

const sets = ['deeppcb@320', 'vin-plates', 'workpiece-crack'];

export const bench = trainings(
  'small images: 25 labelled images of at most 320 px, 15 CPU minutes, trained at 320 px and at 640 px, on three sets',
  sets.flatMap((set) => [320, 640].map((size) => ({ set, images: 25, size, minutes: 15 }))),
);
