/** All tables in one place, for drizzle and for the migrations. */
export * from './account.ts';
export * from './annotation.ts';
export * from './bin.ts';
export * from './datasets.ts';
export * from './models.ts';
export * from './online.ts';
export * from './preannotation.ts';
export * from './projects.ts';
export * from './records.ts';
export * from './tasks.ts';
export * from './exports.ts';
export * from './uploads.ts';
