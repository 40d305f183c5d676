// Plain JavaScript, so that the cache is on before the first TypeScript file is read: a start without changes
// then needs no type stripping at all.
import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';

// Without this and the limit of the nursery given on the command line (it is read before any code runs) the heap
// grows to what the machine has, four times what is in use.
setFlagsFromString('--heap-growing-percent=50');
enableCompileCache(path.resolve(import.meta.dirname, '../.cache/node'));
await import('../src/main.ts');
