/** Help: which guided tours a person has seen. */
import { z } from 'zod';
import { Nothing } from './core/fields.ts';
import { route } from './core/route.ts';

export const tourIds = ['dashboard', 'dataset', 'workbench', 'training', 'result'] as const;
export const TourId = z.enum(tourIds);
export type TourId = z.infer<typeof TourId>;

export const help = {
  tourSeen: route({
    method: 'POST',
    path: 'sysUser/tourSeen',
    permission: 'next',
    needs: 'person',
    input: z.object({ tours: z.array(TourId).min(1).max(tourIds.length) }),
    output: Nothing,
    summary: 'These tours are not shown by themselves again',
  }),
};
