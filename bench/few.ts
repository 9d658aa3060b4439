/** Detection from few images of circuit boards, at the usual size. */
import { trainings } from './trainings.ts';

export const bench = trainings(
  'detection from 50 labelled images of deeppcb, the defaults of the form, 640 px, 30 CPU minutes',
  [{ set: 'deeppcb', images: 50, size: 640, minutes: 30 }],
  { ap50: '>= 0.8' },
);
