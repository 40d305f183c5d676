import { rm } from 'node:fs/promises';
import { afterEach, beforeEach } from 'vitest';
import { createUniversityDatabase, type TestDatabase } from './database.ts';
import { newFolder, type Program, runProgram } from './program.ts';

/**
 * Copies of the server, each a process of its own, on one database and one folder, both new for each test of the file.
 * `more`: their settings besides.
 */
export function openCopies(more: () => Record<string, string> = () => ({})) {
  let database: TestDatabase;
  let folder: string;
  let copies: Program[];
  beforeEach(async () => {
    database = await createUniversityDatabase();
    folder = await newFolder();
    copies = [];
  });
  afterEach(async () => {
    for (const { child, ended } of copies) {
      child.kill('SIGKILL');
      await ended;
    }
    await database.drop();
    await rm(folder, { recursive: true, force: true, maxRetries: 20 });
  });
  return {
    get database() {
      return database;
    },
    /** Those that were started, ended ones too. */
    get copies(): readonly Program[] {
      return copies;
    },
    async start(): Promise<Program> {
      const settings = { DATABASE_URL: database.url, DATA_DIR: folder, NODE_ENV: 'test', ...more() };
      const program = await runProgram(settings);
      copies.push(program);
      return program;
    },
  };
}
