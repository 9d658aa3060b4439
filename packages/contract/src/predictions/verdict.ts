/** What an image is taken for at thresholds. */
import { z } from 'zod';

/** `noPart`: the part that should be looked at was not found, so nothing is known of it. `review`: for a person to look at: in the grey zone between the two thresholds, or with parts that nothing looked at, or not whole. */
export const Verdict = z.enum(['OK', 'review', 'NG', 'noPart']);
export type Verdict = z.infer<typeof Verdict>;
