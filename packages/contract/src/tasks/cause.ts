/** Why a task failed: a code with arguments; the texts are `cause.<code>` in the messages. */
import { z } from 'zod';

export const Cause = z.object({
  code: z.string().max(100),
  stage: z.string().max(100).nullable().default(null),
  file: z.string().max(1000).nullable().default(null),
  args: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
});
export type Cause = z.infer<typeof Cause>;

/** Faults of the system are retried; a fault of data or parameters never is. */
export const retriedCauses: ReadonlySet<string> = new Set(['engine.lost', 'engine.start', 'engine.internal']);
/** How often a task is tried again after a fault of the system. */
export const systemRetries = 3;
