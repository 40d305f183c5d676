import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { reachedBy } from '../scripts/reach.js';

const root = path.resolve(import.meta.dirname, '..');
/** Without this file, which names everything it asks about. */
function reached(changed: string): string[] {
  const files = reachedBy(root, [changed]);
  return files === 'all' ? ['all'] : [...files].filter(file => file !== 'test/reach.test.ts').sort();
}
const isStory = (file: string) => file.startsWith('e2e/');

describe('a change reaches', () => {
  it('of a screen: the stories and what looks at every file, no test of the API', () => {
    const files = reached('src/features/themes/ui/themes-page.tsx');
    expect(files).toContain('e2e/catalogues.e2e.ts');
    expect(files.filter(file => !isStory(file))).toEqual([
      'src/router.test.tsx',
      'test/conventions.test.ts',
      'test/documents.test.ts',
      'test/states.test.ts',
    ]);
  });

  it('of a rule: its own test, those of the API that ask for it, and the stories', () => {
    const files = reached('src/domain/calls/ranking.ts');
    for (const file of ['src/domain/calls/ranking.test.ts', 'src/features/awards/resolution.test.ts'])
      expect(files).toContain(file);
    expect(files).not.toContain('src/domain/kit/calendar.test.ts');
    expect(files.filter(isStory).length).toBeGreaterThan(20);
  });

  it('of a migration or of a program that is only started: what needs a database or a server', () => {
    const migration = 'src/db/migrations/0001_ground.sql';
    for (const changed of [migration, 'scripts/start.js', 'src/server/pdf/pdf-worker.ts'])
      expect(reached(changed), changed).toContain('e2e/projects.e2e.ts');
  });

  it('of a story: itself', () => {
    expect(reached('e2e/audit.e2e.ts')).toEqual([
      'e2e/audit.e2e.ts',
      'test/conventions.test.ts',
      'test/documents.test.ts',
    ]);
  });

  it('of a page of documentation: what reads it', () => {
    expect(reached('docs/glossary.md')).toEqual([
      'src/domain/glossary.test.ts',
      'test/conventions.test.ts',
      'test/documents.test.ts',
    ]);
  });

  it('of packages and settings: everything', () => {
    for (const changed of ['package-lock.json', 'vitest.config.ts', '.ci/run', 'test/s3/package.json'])
      expect(reached(changed), changed).toEqual(['all']);
  });
});
