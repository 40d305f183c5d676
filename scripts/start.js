// Plain JavaScript, so that the cache is on before the first TypeScript file is read: a start without changes
// then needs no type stripping at all.
import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';

// A server that answers in milliseconds needs no large nursery: without these the heap grows to what the machine
// has, four times what is in use.
setFlagsFromString('--semi-space-growth-factor=1');
setFlagsFromString('--heap-growing-percent=50');
enableCompileCache(path.resolve(import.meta.dirname, '../.cache/node'));
await import('../src/main.ts');
