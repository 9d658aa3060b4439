/** What a pre-annotation is asked for: images of one data set, by ids or by a filter. */
import type { ApiInput } from '../../../core/query.ts';

export interface PreannotateSubject {
  datasetId: number;
  projectId: number;
  /** That owns the data set; null: none does. */
  modelId: number | null;
  /** Folder, or how many images, as the title says it. */
  name: string;
  selection: ApiInput<'preannotateCheck'>['selection'];
}
