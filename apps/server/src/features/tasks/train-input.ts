/** The parameters of a training at the door: the recipe's own schema, whose rule messages are keys for the person. */
import { faultOfParams, modelTypeOf, recipes, type RecipeDef } from '@loupe/contract';
import { AppError } from '../../core/errors.ts';

/** The recipes that a model of this type trains, in order. */
export function recipesOf(modelType: string): [RecipeDef, ...RecipeDef[]] {
  const [first, ...more] = modelTypeOf(modelType)?.stages ?? [];
  if (!first) throw new Error(`model type ${modelType} is not registered`);
  return [recipes[first], ...more.map((id) => recipes[id])];
}

/** Complete parameters; a broken rule is a message for the person that names its field in `data`. */
export function readParams(recipe: RecipeDef, raw: Record<string, unknown>): Record<string, unknown> {
  const parsed = recipe.params.safeParse(raw);
  if (parsed.success) return parsed.data;
  const { field, where, why, rule } = faultOfParams(recipe.table, parsed.error.issues, raw);
  if (rule) throw new AppError(rule, { data: { field } });
  throw new AppError('input.invalid', { code: 400, args: { where, why }, data: { field } });
}
