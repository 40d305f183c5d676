import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { localDay } from '../src/domain/kit/calendar.ts';
import type { CallDetail } from '../src/features/calls/contract.ts';
import type { TestApp } from './app.ts';
import { callSettings } from './calls.ts';
import type { Answer, Client } from './client.ts';
import { PEOPLE, userIdOf } from './demo.ts';
import { type Created, done } from './factories.ts';
import { NO_PAYING_DECISION, payingOf } from './paying-decisions.ts';
import { NO_RECORDING_DECISION, withholdingOf } from './recording-decisions.ts';

/** One proposal, its call, and what waits in it to be decided. */
export interface World {
  readonly server: TestApp;
  /** Somebody of the office who takes part in nothing. */
  readonly office: Client;
  readonly call: string;
  readonly own: Created;
  /** One review under way, one confirmed. */
  readonly waiting: string;
  readonly confirmed: string;
  readonly observation: string;
  readonly change: string;
  readonly measurement: string;
  /** One that waits, and one that is approved. */
  readonly statement: string;
  readonly approved: string;
  /** Anybody who is not a reviewer yet. */
  readonly somebody: string;
}

const WHY = 'Una razón de más de veinte letras.';
const GIVEN = {
  ...{ reason: WHY, comment: WHY, checklist: true, confirmed: true },
  observations: [{ section: 'identification', text: 'Falta algo más.' }],
};
export interface Try {
  /** As the API's documentation names it. */
  readonly endpoint: string;
  readonly at: string;
  readonly ask: (who: Client, version: number) => Promise<Answer<unknown>>;
  /** Where somebody is refused within an answer of many rows: whether they were. */
  readonly refused?: (answer: Answer<unknown>) => boolean;
}

const PROJECT = '/projects/{kind}/{id}';

const pathOf = ({ own }: World) => `/projects/${own.kind}/${own.id}`;

const step = (world: World, action: string, status: string): Try => ({
  endpoint: `POST ${PROJECT}/actions/{action} ${action}`,
  at: status,
  ask: (who, version) =>
    who.post(`${pathOf(world)}/actions/${action}`, {
      ...{ ...GIVEN, version },
      ...(action === 'override' && { to: 'rejected' }),
    }),
});

/** The version of what this path answers, as somebody free reads it. */
async function versionAt({ office }: World, path: string): Promise<number> {
  const { version } = done(await office.get<{ version: number }>(path));
  return version;
}

/** The steps of the workflow that decide. */
const stepsOf = (world: World): Try[] => [
  ...['admit', 'dismiss', 'return'].map(action => step(world, action, 'admissibility')),
  ...['return', 'reject', 'endorse'].map(action => step(world, action, 'director_review')),
  step(world, 'finish_evaluation', 'evaluation'),
  step(world, 'reopen_evaluation', 'resolution'),
  ...['award', 'not_award'].map(action => step(world, action, 'waitlisted')),
  step(world, 'uphold_appeal', 'not_awarded'),
  step(world, 'cancel', 'approved'),
  step(world, 'override', 'evaluation'),
];

/** What else is decided about a proposal while it is judged. */
function judgingOf(world: World): Try[] {
  const at = pathOf(world);
  return [
    {
      endpoint: `PUT ${PROJECT}/checks`,
      at: 'admissibility',
      ask: async who =>
        who.put(`${at}/checks`, { version: await versionAt(world, `${at}/checks`), items: {} }),
    },
    {
      endpoint: `PUT ${PROJECT}/due`,
      at: 'evaluation',
      ask: (who, version) => who.put(`${at}/due`, { version, day: '2026-01-05', reason: WHY }),
    },
    {
      endpoint: `PUT ${PROJECT}/early-report`,
      at: 'running',
      ask: (who, version) => who.put(`${at}/early-report`, { version, reason: WHY }),
    },
    {
      endpoint: `PUT ${PROJECT}/open-sections`,
      at: 'returned',
      ask: (who, version) => who.put(`${at}/open-sections`, { version, sections: ['team'], reason: WHY }),
    },
    {
      endpoint: `POST ${PROJECT}/appeal/answer`,
      at: 'not_awarded',
      ask: (who, version) => who.post(`${at}/appeal/answer`, { version, upheld: false, answer: WHY }),
    },
  ];
}

/** Who reviews it, and whether a review stands. */
function reviewingOf({ server, own, waiting, confirmed, somebody }: World): Try[] {
  return [
    {
      endpoint: 'GET /admin/reviews/{project}/candidates',
      at: 'evaluation',
      ask: who => who.get(`/admin/reviews/${own.id}/candidates`),
    },
    {
      endpoint: 'POST /admin/reviews/proposal',
      at: 'evaluation',
      ask: async who => {
        const state = (to: string) =>
          sql`update reviews set state = ${to} where id = ${waiting}`.execute(server.db);
        await state('declined');
        const answer = await who.post('/admin/reviews/proposal', { projectIds: [own.id] });
        await state('accepted');
        return answer;
      },
      refused: ({ body }) => {
        const { pairs, unfilled } = body as { pairs: unknown[]; unfilled: number };
        return pairs.length === 0 && unfilled === 0;
      },
    },
    {
      endpoint: 'POST /admin/reviews',
      at: 'evaluation',
      ask: who => who.post('/admin/reviews', { pairs: [{ projectId: own.id, userId: somebody }] }),
    },
    {
      endpoint: 'POST /admin/reviews/{review}/replacement',
      at: 'evaluation',
      ask: who => who.post(`/admin/reviews/${confirmed}/replacement`, { userId: null, reason: WHY }),
    },
    {
      endpoint: 'POST /admin/reviews/{review}/return',
      at: 'evaluation',
      ask: who => who.post(`/admin/reviews/${waiting}/return`, { reason: WHY }),
    },
  ];
}

/** The two tools of the office. */
const toolsOf = ({ own }: World): Try[] => [
  {
    endpoint: 'POST /change-status',
    at: 'evaluation',
    ask: (who, version) =>
      who.post('/change-status', {
        ...{ batch: randomUUID(), to: 'evaluation', reason: WHY, notify: false },
        projects: [{ kind: own.kind, id: own.id, version }],
      }),
    refused: ({ body }) => (body as { code: string }[])[0]?.code === 'forbidden',
  },
  {
    endpoint: 'POST /reassign',
    at: 'evaluation',
    ask: who =>
      who.post('/reassign', {
        ...{ from: userIdOf(PEOPLE.academic), reason: WHY, notify: false },
        moves: [{ holding: 'lead', id: own.id, to: userIdOf(PEOPLE.academic) }],
      }),
    refused: ({ status, body }) =>
      status === 422 && /Participas|diriges|ya no lo tiene/.test(JSON.stringify(body)),
  },
];

/** What is decided about one project, and so about its call. */
export const ofProject = (world: World): Try[] => [
  ...stepsOf(world),
  ...judgingOf(world),
  ...reviewingOf(world),
  ...payingOf(pathOf(world)),
  ...toolsOf(world),
];

/** What is decided about the project, and not about its call. */
export function apart(world: World): Try[] {
  const at = pathOf(world);
  return [
    withholdingOf(at),
    {
      endpoint: `PUT ${PROJECT}/observations/{observation}/resolved`,
      at: 'returned',
      ask: who => who.put(`${at}/observations/${world.observation}/resolved`, { resolved: false }),
    },
    {
      endpoint: `POST ${PROJECT}/changes/{change}/decision`,
      at: 'running',
      ask: who => who.post(`${at}/changes/${world.change}/decision`, { accept: false, version: 1 }),
    },
    {
      endpoint: `POST ${PROJECT}/measurements/decision`,
      at: 'running',
      ask: who =>
        who.post(`${at}/measurements/decision`, {
          accept: false,
          reason: 'No se lee la evidencia.',
          measurements: [{ id: world.measurement, version: 1 }],
        }),
    },
    {
      endpoint: `POST ${PROJECT}/statements/{statement}/decision`,
      at: 'running',
      ask: who =>
        who.post(`${at}/statements/${world.statement}/decision`, { version: 1, approve: true, notes: [] }),
    },
    {
      endpoint: `POST ${PROJECT}/statements/{statement}/reopen`,
      at: 'running',
      ask: who => who.post(`${at}/statements/${world.approved}/reopen`, { version: 1, reason: WHY }),
    },
    {
      endpoint: `POST ${PROJECT}/reports/{report}/decision`,
      at: 'running',
      ask: who => who.post(`${at}/reports/1/decision`, { version: 1, accept: true }),
    },
    step(world, 'suspend', 'running'),
    step(world, 'accept_final_report', 'final_report'),
  ];
}

/** What its reviewers are asked before they are assigned. */
const askingOf = (call: string): Try[] => [
  {
    endpoint: 'GET /calls/{call}/preferences',
    at: 'evaluation',
    ask: who => who.get(`/calls/${call}/preferences`),
    refused: ({ body }) => (body as { people: unknown }).people === null,
  },
  {
    endpoint: 'POST /calls/{call}/preferences',
    at: 'evaluation',
    ask: who => who.post(`/calls/${call}/preferences`, { until: localDay(new Date()) }),
  },
  {
    endpoint: 'POST /calls/{call}/preferences/end',
    at: 'evaluation',
    ask: who => who.post(`/calls/${call}/preferences/end`, {}),
  },
];

/** What is decided about all proposals of a call. */
export function ofCall({ server, office, call, own }: World): Try[] {
  const callVersion = async () => done(await office.get<CallDetail>(`/calls/${call}`));
  return [
    {
      endpoint: 'POST /calls/{call}/resolution',
      at: 'resolution',
      ask: who =>
        who.post(`/calls/${call}/resolution`, { decisions: [{ id: own.id, version: 1, result: 'award' }] }),
    },
    {
      endpoint: 'PUT /calls/{call}',
      at: 'resolution',
      ask: async who => {
        const stored = await callVersion();
        return who.put(`/calls/${call}`, {
          version: stored.version,
          settings: callSettings(stored, { year: 2027 }),
        });
      },
    },
    {
      endpoint: 'POST /calls/{call}/state',
      at: 'resolution',
      ask: async who =>
        who.post(`/calls/${call}/state`, { version: (await callVersion()).version, to: 'preparation' }),
    },
    {
      endpoint: 'POST /calls/{call}/extend',
      at: 'resolution',
      ask: async who =>
        who.post(`/calls/${call}/extend`, {
          ...{ version: (await callVersion()).version, reason: WHY, closesAt: '2026-01-01T12:00:00Z' },
        }),
    },
    {
      endpoint: 'POST /calls/{call}/transfers',
      at: 'resolution',
      ask: async who => {
        const { version, lines } = await callVersion();
        const [from = randomUUID()] = lines.map(l => l.id);
        return who.post(`/calls/${call}/transfers`, {
          ...{ version, from, to: randomUUID(), amount: 1, reason: WHY },
        });
      },
    },
    {
      endpoint: 'PUT /calls/{call}/letters/{outcome}',
      at: 'resolution',
      ask: who =>
        who.put(`/calls/${call}/letters/award`, {
          ...{ subject: 'Otro asunto', body: '<p>{enlace}</p>', updatedAt: null },
        }),
    },
    {
      endpoint: 'DELETE /calls/{call}/letters/{outcome}',
      at: 'resolution',
      ask: who => who.delete(`/calls/${call}/letters/award`),
    },
    {
      endpoint: 'PUT /calls/{call}/files',
      at: 'resolution',
      ask: async who => {
        const { statusCode: status, body } = await server.app.inject({
          method: 'PUT',
          url: `/api/calls/${call}/files?name=bases.pdf`,
          headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/octet-stream' },
          payload: Buffer.from('%PDF-1.4\n'),
        });
        return { status, body: JSON.parse(body) };
      },
    },
    {
      endpoint: 'DELETE /calls/{call}/files/{file}',
      at: 'resolution',
      ask: who => who.delete(`/calls/${call}/files/${randomUUID()}`),
    },
    ...askingOf(call),
    ...[
      'ranking',
      'ranking/export?format=csv',
      'scores/export?format=csv',
      'loads/export?format=csv',
      'harshness',
      'harshness/export?format=csv',
    ].map(path => ({
      endpoint: `GET /calls/{call}/${path.replace(/\?.*/, '')}`,
      at: 'resolution',
      ask: async (who: Client): Promise<Answer<unknown>> => {
        const headers = { authorization: `Bearer ${who.token}` };
        const { statusCode: status, body } = await server.app.inject({
          url: `/api/calls/${call}/${path}`,
          headers,
        });
        return { status, body: status === 200 ? {} : JSON.parse(body) };
      },
    })),
  ];
}

/** Endpoints that write to a project, a call or a review, and why none of these decides. */
export const NO_DECISION: Record<string, string> = {
  [`PUT ${PROJECT}/sections/{section}`]: 'edits, refused to the office where it takes part: see below',
  [`POST ${PROJECT}/uploads`]: 'edits',
  [`PUT ${PROJECT}/uploads/{upload}/chunks/{offset}`]: 'edits',
  [`POST ${PROJECT}/uploads/{upload}/finish`]: 'edits',
  [`DELETE ${PROJECT}/uploads/{upload}`]: 'edits',
  [`DELETE ${PROJECT}/files/{file}`]: 'edits',
  [`PUT ${PROJECT}/files/{file}/photo`]: 'the word of those on it, who may withdraw at any time',
  [`POST ${PROJECT}/files/{file}/link`]: 'reads',
  [`POST ${PROJECT}/case-file`]: 'reads',
  [`POST ${PROJECT}/observations/{observation}/answers`]: 'the author’s word',
  [`POST ${PROJECT}/changes`]: 'asks',
  [`POST ${PROJECT}/changes/{change}/withdrawal`]: 'the author’s word',
  ...NO_PAYING_DECISION,
  ...NO_RECORDING_DECISION,
  [`POST ${PROJECT}/statements`]: 'the lead’s word',
  [`PUT ${PROJECT}/statements/{statement}`]: 'the lead’s word',
  [`PUT ${PROJECT}/reports/{report}`]: 'the lead’s word',
  [`POST ${PROJECT}/reports/{report}/submission`]: 'the lead’s word',
  [`POST ${PROJECT}/appeal`]: 'the author’s word',
  'POST /calls': 'nobody takes part in it yet',
  'POST /calls/{call}/copy': 'makes another call',
  'DELETE /calls/{call}': 'only where nobody applies',
  'POST /change-status/projects': 'reads',
  'POST /change-status/preview': 'reads',
  'POST /change-status/batches/{batch}/undo': 'the same step taken back: see the permissions’ own test',
  'POST /reassign/check': 'reads',
  'PUT /reviews/{review}': 'the reviewer’s own',
  'PUT /reviews/preferences/{call}/{project}': 'the reviewer’s own',
  'POST /reviews/{review}/answer': 'the reviewer’s own',
  'POST /reviews/{review}/confirm': 'the reviewer’s own',
  'POST /reviews/{review}/consensus': 'the reviewer’s own',
  'POST /reviews/{review}/question': 'the reviewer’s own',
  [`POST ${PROJECT}/questions/{question}/answer`]: 'the author’s word',
  'POST /reviews/{review}/files/{file}/link': 'reads',
};
