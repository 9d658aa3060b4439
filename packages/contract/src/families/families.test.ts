/** What is listed is registered, and what is registered is listed. */
import { expect, it } from 'vitest';
import { allModelTypes, families, familyIds, modelTypeIds, recipeIds, recipes, setSubjectIn } from './index.ts';

it('registers each family, model type and recipe that is listed, once', () => {
  expect(Object.keys(families).sort()).toEqual([...familyIds.all].sort());
  expect(
    allModelTypes()
      .map(({ id }) => id)
      .sort(),
  ).toEqual([...modelTypeIds.all].sort());
  expect(
    Object.values(recipes)
      .map(({ id }) => id)
      .sort(),
  ).toEqual([...recipeIds.all].sort());
});

it('each recipe serves a model type, under its own name', () => {
  const used = new Set(allModelTypes().flatMap(({ stages }) => stages));
  expect([...used].sort()).toEqual([...recipeIds.all].sort());
  for (const [key, { id }] of Object.entries(recipes)) expect(id).toBe(key);
});

it('parameters that a start takes over or asks to be the same are parameters of the recipe', () => {
  for (const { table, start } of Object.values(recipes)) {
    const named = [...Object.keys(start.same), ...start.taken, ...(start.needs ? [start.needs.key] : [])];
    expect(Object.keys(table)).toEqual(expect.arrayContaining(named));
  }
});

it('a model type of one stage gives what its recipe gives', () => {
  const single = allModelTypes().filter(({ stages }) => stages.length === 1);
  expect(single.map(({ prediction }) => prediction)).toEqual(
    single.map(({ stages }) => recipes[stages[0]!].prediction),
  );
});

it('names the data set of a model by its role in both languages, also before a folder', () => {
  expect(setSubjectIn('zh', 'TEST / images', families.ocr)).toBe('测试集 / images');
  expect(setSubjectIn('en', 'TEST', families.ocr)).toBe('Test set');
  expect(setSubjectIn('zh', 'TEST / a / b', families.detection)).toBe('TEST / a / b');
});
