/** Images that a pre-annotation is about to run on: nobody edits them until then. */
import { sql, type SQL } from 'drizzle-orm';
import { holdingStates } from '../../tasks-runner/state.ts';

/** True for an image that an open task still has to do; a paused one lets people work. */
export const isPreLabeling = (imageId: SQL): SQL<boolean> => sql<boolean>`exists (
  select from preannotation_image w join public.task t on t.id = w.task_id
  where w.image_id = ${imageId} and w.status = 'waiting' and t.state in (${holdingStates}))`;
