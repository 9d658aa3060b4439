/** The families that the server knows; one that is missing does not compile. */
import { FamilyId } from '@loupe/contract';
import { detection } from './detection/index.ts';
import type { ServerFamily } from './family.ts';

export const serverFamilies: { readonly [F in FamilyId]: ServerFamily } = { detection };

/** By the id that a project carries. */
export const serverFamilyOf = (id: string): ServerFamily => serverFamilies[FamilyId.parse(id)];
