import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { showAt, signIn } from '../../../../../test/jsdom/render.tsx';
import type { ProjectDetail } from '../../../project-record/detail/contract.ts';
import { reportNotice } from './slots.tsx';
import { WaitingNotice } from './waiting-notice.tsx';

beforeEach(() => signIn());

const projectWith = (waitingReports: ProjectDetail['waitingReports']) =>
  ({ id: 'p1', kind: 'fexs', waitingReports }) as Partial<ProjectDetail> as ProjectDetail;
const open = (waitingReports: ProjectDetail['waitingReports'], search = '') =>
  showAt(`/projects/fexs/p1${search}`, () => <WaitingNotice project={projectWith(waitingReports)} />);

test('who decides is led to the report from wherever on the page of its project they are', async () => {
  await open([
    { number: 2, isReturned: false },
    { number: 3, isReturned: false },
  ]);
  expect((await screen.findByRole('status')).textContent).toBe(
    'Te toca decidir: informe de avance 2 e informe de avance 3. Ver y decidir',
  );
  expect(screen.getByRole('link', { name: 'Ver y decidir' }).getAttribute('href')).toBe(
    '/projects/fexs/p1?tab=informes&informe=2',
  );
});

test('its lead is led to what came back', async () => {
  await open([{ number: 1, isReturned: true }]);
  expect((await screen.findByRole('status')).textContent).toBe(
    'Te toca responder lo observado: informe de avance 1. Ver y responder',
  );
});

test('nothing is said where it is read already, or where nothing waits', async () => {
  await open([{ number: 1, isReturned: false }], '?tab=informes&informe=1');
  expect(screen.queryByRole('status')).toBeNull();
  expect(reportNotice.isNeeded(projectWith([]))).toBe(false);
});
