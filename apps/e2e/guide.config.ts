/** Takes the images of the user guide, with the server of the browser tests. */
import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

export default defineConfig({ ...base, testDir: './src/guide', testMatch: '**/*.story.ts', workers: 1 });
