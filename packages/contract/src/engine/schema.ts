/** The engine protocol as JSON Schema: `LOUPE_WRITE_SCHEMA=1` with its test writes it into the engine, and a test fails on drift. */
import { z } from 'zod';
import { limits } from '../core/limits.ts';
import { recipes, type ParamTable } from '../families/index.ts';
import { EngineReport } from '../predictions/index.ts';
import { EngineEvent, Report, ReportAnswer } from './event.ts';
import { Job, ManifestLine } from './job.ts';

const print = (type: z.ZodType) =>
  `${JSON.stringify(z.toJSONSchema(type, { target: 'draft-2020-12', io: 'input' }), null, 2)}\n`;

/** A table of parameters as the engine reads it: kinds, defaults, choices and rules, no words. */
const printTable = (table: ParamTable) => {
  const words = new Set(['label', 'help', 'unit', 'group', 'needs', 'nudge', 'message']);
  return `${JSON.stringify(table, (key, value: unknown) => (words.has(key) ? undefined : value), 2)}\n`;
};

/** Numbers that form and engine share. */
const printLimits = ({ fewSteps, fewStepsPretrained }: typeof limits) =>
  `${JSON.stringify({ fewSteps, fewStepsPretrained }, null, 2)}\n`;

/** File name and text of each schema. */
export const engineSchemas = (): Record<string, string> => ({
  'job.json': print(Job),
  'manifest-line.json': print(ManifestLine),
  'event.json': print(EngineEvent),
  'report.json': print(Report),
  'report-answer.json': print(ReportAnswer),
  'engine-report.json': print(EngineReport),
  'limits.json': printLimits(limits),
  ...Object.fromEntries(Object.values(recipes).map(({ id, table }) => [`${id}-params.json`, printTable(table)])),
});
