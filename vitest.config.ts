import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Two even on a machine of two cores, where one would wait for the database half of the time.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: 'unit',
          // A copy of every module for each file would cost more than the tests do.
          isolate: false,
          restoreMocks: true,
          unstubGlobals: true,
          include: ['src/domain/**/*.test.ts', 'src/web/**/*.test.ts'],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'components',
          environment: 'jsdom',
          // Mantine alone takes seconds to load: once for all files of a worker.
          isolate: false,
          include: ['src/**/*.test.tsx'],
          setupFiles: ['test/jsdom/setup.tsx'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'api',
          // What a module keeps is the server's for good anyway; a fresh copy of all for each file costs two seconds.
          isolate: false,
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['src/{domain,web}/**', '**/node_modules/**'],
          globalSetup: ['test/setup.ts'],
          // What waits for something that never comes; a busy machine may well need a minute.
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
