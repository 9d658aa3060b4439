/** The families that Loupe knows. A family that is listed here must be registered in contract, server and web. */
import { z } from 'zod';

export const FamilyId = z.enum(['detection', 'anomaly']);
export type FamilyId = z.infer<typeof FamilyId>;
