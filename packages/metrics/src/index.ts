// Metrics from plain rows: pure, the same for web and server.

export * from './assessment.ts';
export * from './beta.ts';
export * from './masks.ts';
export * from './match.ts';
export * from './outcome.ts';
export * from './overkill.ts';
export * from './pixels.ts';
export * from './precision.ts';
export * from './probes.ts';
export * from './roc.ts';
export * from './rows.ts';
export * from './table.ts';
export * from './table-figures.ts';
export * from './table-match.ts';
export * from './table-pack.ts';
export * from './texts/assess.ts';
export * from './texts/checks.ts';
export * from './texts/compare.ts';
export * from './texts/figures.ts';
export * from './texts/match.ts';
export { excessPattern, fitsPattern, patternFault, type PatternFault, type PatternWhat } from './texts/patterns.ts';
export * from './texts/rules.ts';
export * from './verdict.ts';
