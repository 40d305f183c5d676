// Plain JavaScript, so that the cache is on before the first TypeScript file is read: a start without changes
// then needs no type stripping at all.
import { enableCompileCache } from 'node:module';
import path from 'node:path';

enableCompileCache(path.resolve(import.meta.dirname, '../.cache/node'));
await import('../src/main.ts');
