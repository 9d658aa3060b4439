// Build of the web app, and the developer's server that passes calls and sockets on to the API.
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from './compress.ts';
import { markdown } from './markdown.ts';

const server = `http://127.0.0.1:${process.env.LOUPE_PORT ?? '7373'}`;
const passed = { target: server, changeOrigin: false };

export default defineConfig({
  plugins: [react(), markdown(), compressed()],
  build: {
    target: 'es2023',
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      onLog: (level, log, handler) => {
        // antd's files carry "use client", which means nothing here.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handler(level, log);
      },
    },
  },
  server: {
    port: 5173,
    proxy: {
      '/api': passed,
      '/ocr': passed,
      '/handler': { ...passed, ws: true },
      '/socketServer': { ...passed, ws: true },
    },
  },
});
