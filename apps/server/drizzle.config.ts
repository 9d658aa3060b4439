/** `npx drizzle-kit generate` (in apps/server) writes the next migration from the tables. */
import { defineConfig } from 'drizzle-kit';

// drizzle-kit reads the default export
export default defineConfig({ dialect: 'postgresql', schema: './src/tables/index.ts', out: './src/migrations' });
