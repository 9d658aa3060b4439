/** All tables in one place, for drizzle and for the migrations. */
export * from '../features/account/tables.ts';
export * from '../features/annotation/tables.ts';
export * from '../features/bin/tables.ts';
export * from '../features/datasets/tables.ts';
export * from '../features/models/tables.ts';
export * from '../features/online/tables.ts';
export * from '../features/projects/tables.ts';
export * from '../features/tasks/tables.ts';
export * from '../features/transfers/exports/tables.ts';
export * from '../features/transfers/uploads/tables.ts';
