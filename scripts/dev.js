// `npm run dev`: the API with restart on change on PORT, the browser part by Vite with hot reload in front of it.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
if (fs.existsSync(path.join(root, '.env'))) process.loadEnvFile(path.join(root, '.env'));
const env = { ...process.env, API_ORIGIN: `http://localhost:${process.env.PORT || 3000}` };
const start = (...args) => spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env });

const children = [
  start('--watch', '--watch-preserve-output', 'src/main.ts'),
  start(path.join(root, 'node_modules/vite/bin/vite.js')),
];

let stopping = false;
function stop() {
  if (stopping) return;
  stopping = true;
  for (const child of children) child.kill('SIGTERM');
}

process.on('SIGINT', stop);
process.on('SIGTERM', stop);
for (const child of children) child.on('exit', stop);
