/** What an image is taken for at thresholds. */
import { z } from 'zod';

/** `review`: in the grey zone between the two thresholds, for a person to look at. */
export const Verdict = z.enum(['OK', 'review', 'NG']);
export type Verdict = z.infer<typeof Verdict>;
