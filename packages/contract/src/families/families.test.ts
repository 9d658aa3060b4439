/** What is listed is registered, and what is registered is listed. */
import { expect, it } from 'vitest';
import { families, FamilyId, ModelType, modelTypes, RecipeId, recipes } from './index.ts';

it('registers each family, model type and recipe that is listed, once', () => {
  expect(Object.keys(families).sort()).toEqual([...FamilyId.options].sort());
  expect(modelTypes.map(({ id }) => id).sort()).toEqual([...ModelType.options].sort());
  expect(
    Object.values(recipes)
      .map(({ id }) => id)
      .sort(),
  ).toEqual([...RecipeId.options].sort());
});

it('each recipe serves a model type, under its own name', () => {
  const used = new Set(modelTypes.flatMap(({ stages }) => stages));
  expect([...used].sort()).toEqual([...RecipeId.options].sort());
  for (const [key, { id }] of Object.entries(recipes)) expect(id).toBe(key);
});

it('parameters that a start takes over or asks to be the same are parameters of the recipe', () => {
  for (const { table, start } of Object.values(recipes)) {
    const named = [...Object.keys(start.same), ...start.taken, ...(start.needs ? [start.needs.key] : [])];
    expect(Object.keys(table)).toEqual(expect.arrayContaining(named));
  }
});
