import { expect, test } from 'vitest';
import { listPath, projectsPath } from './links.tsx';

test('a cell of a table names what stands across, a row of bars has nothing across', () => {
  const cell = { key: 'f1', across: null };
  expect(listPath('units_by_period', { scope: 'all' }, cell)).toBe(
    '/reports/units_by_period?scope=all&row=f1&across=none',
  );
  expect(listPath('projects_by_faculty', { scope: 'all' }, cell)).toBe(
    '/reports/projects_by_faculty?scope=all&row=f1',
  );
});

test.each([
  [
    'projects_by_status',
    { scope: 'all', row: 'draft', period: '2026-1' },
    '/projects?period=2026-1&status=draft',
  ],
  ['projects_by_kind', { scope: 'mine', row: 'pacs' }, '/projects?mine=true&kind=pacs'],
  ['overdue_by_faculty', { scope: 'all', row: 'f1' }, '/projects?overdue=true&faculty=f1'],
  [
    'projects_by_goal',
    { scope: 'all', row: '4', status: ['draft', 'closed'] },
    '/projects?status=closed&goal=4',
  ],
  ['units_by_period', { scope: 'all', row: 'f1', across: '2026-1' }, '/projects?period=2026-1&faculty=f1'],
  // Of these the list has no filter, or others besides.
  ['projects_by_period', { scope: 'all', row: 'none' }, null],
  ['projects_by_status', { scope: 'units', row: 'draft' }, null],
  ['projects_by_status', { scope: 'all' }, null],
  ['money_by_period', { scope: 'all', row: '2026-1' }, null],
  ['people_by_group', { scope: 'all', row: 'students' }, null],
  ['days_by_step', { scope: 'all', row: 'director_review' }, null],
] as const)('%s of %j is %s among the projects', (name, search, path) => {
  expect(projectsPath(name, search)).toBe(path);
});
