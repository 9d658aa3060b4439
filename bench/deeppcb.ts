/** Detection from all training images of deeppcb, as far as four hours of a CPU go. */
import { trainings } from './trainings.ts';

export const bench = trainings(
  'detection from all training images of deeppcb, the defaults of the form, 640 px, 4 CPU hours',
  [{ set: 'deeppcb', images: 0, size: 640, minutes: 240 }],
  { ap33: '>= 0.97', ap50: '>= 0.95' },
);
