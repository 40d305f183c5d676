import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));
// Two documents: `/msal` must run neither router nor guard.
const documents = ['./index.html', './msal.html'].map(file);
const server = process.env.API_ORIGIN ?? 'http://localhost:3000';

export default defineConfig({
  plugins: [react()],
  build: {
    outDir: 'dist/web',
    target: 'es2023',
    rollupOptions: { input: documents },
    reportCompressedSize: false,
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(['/api', '/config.json', '/idp'].map(path => [path, { target: server }])),
  },
});
