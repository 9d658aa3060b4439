/** The training parameters of `locate` and `inspect`: those of a detector each, the parts to find, and the rule of their crops. */
import { detectRules, detectTable } from './detection-params.ts';
import { locatingFields, partFields } from './detect/stages.ts';
import { paramsSchema, type ParamRule, type ParamsOf, type ParamTable } from './params.ts';

export { cropRuleOf } from './detect/stages.ts';

export const locateTable = { ...locatingFields, ...detectTable } as const satisfies ParamTable;
export type LocateParams = ParamsOf<typeof locateTable>;

// the images are split once, for both stages
const { validationSplit: _, ...ofDetector } = detectTable;
export const inspectTable = { ...partFields, ...ofDetector } as const satisfies ParamTable;
export type InspectParams = ParamsOf<typeof inspectTable>;

/** The rules of a detector name no parameter that a stage lacks. */
const rulesOf = <P>() => detectRules as unknown as ParamRule<P>[];

export const LocateParams = paramsSchema(locateTable, rulesOf<LocateParams>());
export const InspectParams = paramsSchema(inspectTable, rulesOf<InspectParams>());
