// Metrics from plain rows: pure, the same for web and server.

export * from './beta.ts';
export * from './match.ts';
export * from './outcome.ts';
export * from './precision.ts';
export * from './rows.ts';
export * from './verdict.ts';
