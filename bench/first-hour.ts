/** A person's first hour with detection, on four sets. */
import { trainings } from './trainings.ts';

const sets = ['bsdata', 'vin-plates', 'workpiece-crack', 'deeppcb'];

export const bench = trainings(
  'a first hour of detection: 25 labelled images, the defaults of the form, 320 px, 10 CPU minutes, on four sets',
  sets.map((set) => ({ set, images: 25, size: 320, minutes: 10 })),
);
