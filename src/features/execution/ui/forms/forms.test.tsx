import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { ME, showAt, signIn } from '../../../../../test/jsdom/render.tsx';
import { answer, refusal, requests } from '../../../../../test/jsdom/server.tsx';
import type { ProjectDetail } from '../../../project-record/detail/contract.ts';
import { ProjectProvider } from '../../../project-record/ui/project-context.tsx';
import type { Execution, Meeting } from '../../contract.ts';
import { DeliverableForm } from './deliverable-form.tsx';
import { MeetingForm } from './meeting-form.tsx';

const PROJECT = '00000000-0000-4000-8000-0000000000aa';
const MEETING = '00000000-0000-4000-8000-0000000000bb';
const project = {
  ...{ id: PROJECT, kind: 'cons', code: 'CON-2026-0001', title: 'Asesoría', status: 'running' },
  ...{ lead: { id: ME, name: 'Ana Soto' }, alternate: null, files: [], labels: {}, changes: [] },
  sections: [
    {
      ...{ slug: 'contract', version: 1, updatedAt: null, updatedBy: null, mayEdit: false, reason: null },
      data: {
        deliverables: [{ id: 'd1', name: 'Informe de diagnóstico', dueDate: '2026-12-01', payment: 100 }],
      },
    },
  ],
} as Partial<ProjectDetail> as ProjectDetail;

const meeting: Meeting = {
  ...{ id: MEETING, organisation: null, day: '2026-11-20', startsAt: '', place: 'Sede', link: '' },
  ...{ attendees: '', summary: 'Lo de antes', actionItems: [], author: { id: ME, name: 'Ana Soto' } },
  ...{ updatedAt: '2026-11-20T12:00:00.000Z', version: 1, mayEdit: true },
};
const execution: Execution = {
  measurementsOpen: 0,
  ...{ activities: [], meetings: [meeting], deliverables: [], people: {}, corrected: null, purgedAt: null },
  attendance: { attendances: 0, people: 0, unidentified: 0 },
  record: { allowed: true, reason: null },
  ...{ mayEditAll: true, mayReadAttendance: true, earliest: null, today: '2026-11-25' },
};

let closed = false;
const close = () => {
  closed = true;
};
beforeEach(() => {
  signIn();
  closed = false;
  answer('GET /catalogues', () => ({ faculties: [], schools: [], themes: [], comunas: [], regions: [] }));
  answer(`GET /projects/cons/${PROJECT}`, () => project);
});
const open = (form: React.ReactNode) =>
  showAt('/projects/cons/x', () => <ProjectProvider project={project}>{form}</ProjectProvider>);

describe('what somebody else saved meanwhile', () => {
  test('is told, nothing typed is lost, and saving once more goes over it', async () => {
    const path = `/projects/cons/${PROJECT}/meetings/${MEETING}`;
    answer(`PUT ${path}`, ({ body }) =>
      (body as { version: number }).version === 1
        ? refusal(409, {
            ...{ code: 'conflict', detail: 'Luz Vera guardó cambios mientras editabas.' },
            extra: { version: 4, updatedBy: 'Luz Vera' },
          })
        : { id: MEETING, version: 5 },
    );
    const { user } = await open(<MeetingForm id={MEETING} execution={execution} onClose={close} />);
    const text = await screen.findByRole('textbox', { name: 'De qué se habló' });
    await user.clear(text);
    await user.type(text, 'Lo mío');
    await user.click(screen.getByRole('button', { name: 'Guardar reunión' }));
    await screen.findByText(/Luz Vera guardó cambios mientras editabas\. Lo que escribiste sigue aquí/);
    expect((text as HTMLTextAreaElement).value).toBe('Lo mío');
    expect(closed).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Guardar reunión' }));
    await waitFor(() => expect(closed).toBe(true));
    expect(requests(`PUT ${path}`).map(r => r.body)).toMatchObject([
      { version: 1, summary: 'Lo mío' },
      { version: 4, summary: 'Lo mío' },
    ]);
  });
});

describe('a deliverable', () => {
  test('is accepted only once it was delivered, and is saved with its payment', async () => {
    const path = `/projects/cons/${PROJECT}/deliverables/d1`;
    answer(`PUT ${path}`, () => ({ version: 1 }));
    const { user } = await open(<DeliverableForm itemId="d1" execution={execution} onClose={close} />);
    const dialog = await screen.findByRole('dialog', { name: 'Entregable: Informe de diagnóstico' });
    const field = (name: string) => within(dialog).getByRole('textbox', { name });
    await user.type(field('Aceptado el'), '20-11-2026');
    await user.click(screen.getByRole('button', { name: 'Guardar entregable' }));
    await screen.findByText('Anota cuándo se entregó.');
    await user.type(field('Entregado el'), '18-11-2026');
    await user.type(field('Pagado el'), '24-11-2026');
    await user.type(field('Referencia del pago'), 'Transferencia 123');
    await user.click(screen.getByRole('button', { name: 'Guardar entregable' }));
    await waitFor(() => expect(closed).toBe(true));
    expect(requests(`PUT ${path}`).map(r => r.body)).toMatchObject([
      {
        ...{ deliveredOn: '2026-11-18', acceptedOn: '2026-11-20', paidOn: '2026-11-24' },
        ...{ paymentReference: 'Transferencia 123', version: 0 },
      },
    ]);
  });
});
