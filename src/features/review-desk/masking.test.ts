import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import { openCall, proposal } from '../../../test/calls.ts';
import { type Client, clientAs } from '../../../test/client.ts';
import { nursing, PEOPLE, userIdOf } from '../../../test/demo.ts';
import { draftOf, proposalInEvaluation, reviewersOf, reviewOf } from '../../../test/evaluation.ts';
import {
  type Created,
  detailOf,
  done,
  fillSections,
  pacsSections,
  type References,
} from '../../../test/factories.ts';
import { pdfPages } from '../../../test/pdf.ts';
import { addDays, localDay, nearestWorkingDay } from '../../domain/kit/calendar.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import { SECTIONS } from '../../domain/sections/index.ts';
import type { getNames, getReview } from './contract.ts';

let server: TestApp;
let admin: Client;
let academic: Client;
let reviewer: Client;
let refs: References;
let project: Created;
let review: string;

const OUTSIDER = { name: 'Rosamunda Quilapán', email: 'rosamunda@fuera.example' };
/** How texts name the team of Camila Rojas Fuentes, Matías Sepúlveda and Rosamunda Quilapán past a reader of letters. */
const WRITTEN = {
  problem:
    'Ca\u00admila Ro\u00adjas, Cami\u200bla-Rojas y rojas_fuentes; Sepúlveda, Matías; camilarojas; la Dra. Rojas y Sepúlveda.',
  relevance: `C. Rojas F., M. Sepúlveda, C.R.F. y Quila\u2060pán. Escribe a camila.rojas arroba ${PEOPLE.academic
    .split('@')[1]
    ?.replaceAll('.', ' punto ')} o a crojas@otra.example.`,
  baseline: 'La Escuela\u00a0de Enfer\u00admería y la Esc. de Enfermería lo piden.',
};
/** What of it no reviewer may come by, read by its letters alone. */
const TRACES = ['rojas', 'sepulveda', 'quilapan', 'arroba', 'otra', 'crf', 'deenfermeria'];
const REASON = 'La Dra. Ro\u00adjas estuvo con licencia: revisa de nuevo su plan.';

const lettersOf = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z]/g, '');
const told = (text: string) => TRACES.filter(trace => lettersOf(text).includes(trace));

beforeAll(async () => {
  server = await startApp();
  admin = await clientAs(server, PEOPLE.admin);
  academic = await clientAs(server, PEOPLE.academic);
  const director = await clientAs(server, PEOPLE.director);
  refs = { ...(await nursing(academic)), memberId: userIdOf(PEOPLE.colleague) };
  const title = 'Huerta de la profe. Ro\u00adjas y de Quilapán';
  const { team } = pacsSections(refs, title);
  const outsider = { ...OUTSIDER, id: 'm2', userId: null, organisation: 'Junta', role: 'partner' } as const;
  project = await proposalInEvaluation(academic, director, refs, title, {
    team: { members: [...(team?.members ?? []), { ...outsider, hoursPerWeek: 2, from: null, to: null }] },
    diagnosis: { ...SECTIONS.diagnosis.empty, ...WRITTEN },
  });
  const { second } = await reviewersOf(server);
  reviewer = second.client;
  done(
    await admin.post('/admin/reviews', {
      pairs: [{ projectId: project.id, userId: second.id }],
      blind: true,
    }),
  );
  review = (await reviewOf(reviewer, project)).id;
  done(await reviewer.post(`/reviews/${review}/answer`, { answer: 'accept', declares: true }));
});
afterAll(() => server.close());

const desk = async () => done(await reviewer.get<OutputOf<typeof getReview>>(`/reviews/${review}`));

it('the desk, its lists and its paper name nobody, whatever signs stand in the names', async () => {
  const { title, sections } = await desk();
  expect(title).toBe('Huerta de la profe. [nombre oculto] y de [nombre oculto]');
  expect(told(JSON.stringify(sections))).toEqual([]);
  for (const address of ['/reviews', '/home', '/notifications'])
    expect(told(JSON.stringify(done(await reviewer.get(address))))).toEqual([]);
  const paper = await fetch(`${server.url}/api/reviews/${review}/pdf`, {
    headers: { authorization: `Bearer ${reviewer.token}` },
  });
  expect(told(pdfPages(Buffer.from(await paper.arrayBuffer())).join('\n'))).toEqual([]);
});

/** What the mails with the office's words tell; they are there. */
async function mailed(): Promise<string[]> {
  const { rows } = await sql<{ html: string; text: string }>`select html, text from mails
    where user_id = ${userIdOf(PEOPLE.stranger)} and text like '%con licencia%'`.execute(server.db);
  expect(rows).toHaveLength(1);
  return rows.flatMap(mail => told(`${mail.text} ${mail.html}`));
}

it('what the office writes to a blind reviewer names nobody, at the desk and by mail', async () => {
  const { version, turn } = await detailOf(admin, project);
  const holidays = await server.db.selectFrom('holidays').select('day').execute();
  const later = addDays(localDay(new Date(turn.due ?? 0)), 20);
  const day = nearestWorkingDay(later, 1, new Set(holidays.map(h => h.day)));
  done(await admin.put(`/projects/incs/${project.id}/due`, { version, day, reason: REASON }));
  expect(await mailed()).toEqual([]);
  const draft = { version: (await desk()).version, draft: draftOf(4) };
  const saved = done(await reviewer.put<{ version: number }>(`/reviews/${review}`, draft));
  done(await reviewer.post(`/reviews/${review}/confirm`, { version: saved.version }));
  done(await admin.post(`/admin/reviews/${review}/return`, { reason: REASON }));
  expect((await desk()).returnedReason).toBe(
    'La Dra. [nombre oculto] estuvo con licencia: revisa de nuevo su plan.',
  );
  expect(await mailed()).toEqual([]);
});

it('the author reads what is found as it would be read aloud, without signs that nobody sees', async () => {
  const draft = await proposal(academic, refs, await openCall(admin, { blind: true }));
  await fillSections(academic, draft, {
    diagnosis: {
      ...SECTIONS.diagnosis.empty,
      problem: 'Ca\u00admila\u200b-\u00a0Rojas, la Dra. Rojas, C. Rojas y M. Sepúl-\nveda.',
      relevance: 'Escribe a camila.rojas arroba otra punto example.',
    },
  });
  const names = await academic.get<OutputOf<typeof getNames>>(`/projects/${draft.kind}/${draft.id}/names`);
  expect(done(names).flatMap(section => section.found)).toEqual([
    ...['Camila- Rojas', 'Dra. Rojas', 'C. Rojas', 'M. Sepúlveda'],
    'camila.rojas arroba otra punto example',
  ]);
});
