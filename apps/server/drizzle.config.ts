/** `npx drizzle-kit generate` (in apps/server) writes the next migration from the tables. */
import { defineConfig } from 'drizzle-kit';

// drizzle-kit reads the default export
export default defineConfig({ dialect: 'postgresql', schema: './src/core/schema.ts', out: './src/migrations' });
