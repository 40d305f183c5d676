import { screen } from '@testing-library/react';
import { FIRST_KINDS } from '../../src/domain/kinds/index.ts';
import type { BodyOf, OutputOf } from '../../src/domain/kit/endpoint.ts';
import type { Attendance, addAttendances, listAttendance } from '../../src/features/attendance/contract.ts';
import { AttendancePanel } from '../../src/features/attendance/ui/attendance-panel.tsx';
import type { ProjectDetail } from '../../src/features/project-record/detail/contract.ts';
import { ProjectProvider } from '../../src/features/project-record/ui/project-context.tsx';
import { showAt } from './render.tsx';
import { answer, requests } from './server.tsx';

export const LIST = '/projects/pacs/p1/activities/a1/attendance';
export const ADD = `POST ${LIST}`;

type List = OutputOf<typeof listAttendance>;

export const listed = (more: Partial<List> = {}): List => ({
  ...{ rows: [], total: 0, tally: { attendances: 0, people: 0, unidentified: 0 } },
  ...{ code: null, mayEdit: true, purgedAt: null, noticeVersion: 1 },
  ...more,
});

export const person = (id: string, name: string, more: Partial<Attendance> = {}): Attendance => ({
  ...{ id, name, identifierKind: 'none', identifier: '', group: 'students', guardian: '', source: 'list' },
  ...{ noticeVersion: 1, consentedAt: '2026-11-24T12:00:00.000Z', activities: 0 },
  ...more,
});

export const sentRows = () => requests(ADD).map(({ body }) => (body as BodyOf<typeof addAttendances>).rows);

const PROJECT = {
  ...{ id: 'p1', kind: 'pacs', status: 'running', historic: false, definition: FIRST_KINDS.pacs },
  ...{ sections: [], files: [], labels: {} },
} as Partial<ProjectDetail> as ProjectDetail;

/** The list of one activity on screen. */
export async function openPanel(more: Partial<List> = {}) {
  answer(`GET ${LIST}`, () => listed(more));
  answer('GET /catalogues', () => ({ schools: [], themes: [], periods: [], comunas: [], regions: [] }));
  const shown = await showAt('/', () => (
    <ProjectProvider project={PROJECT}>
      <AttendancePanel activity="a1" onChanged={() => {}} />
    </ProjectProvider>
  ));
  await screen.findByRole('region', { name: 'Asistencia' });
  return shown;
}
