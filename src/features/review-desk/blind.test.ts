import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import { type Client, clientAs } from '../../../test/client.ts';
import { nursing, PEOPLE, schoolIdOf, userIdOf } from '../../../test/demo.ts';
import {
  draftOf,
  proposalInEvaluation,
  reviewersOf,
  reviewOf,
  reviewWith,
} from '../../../test/evaluation.ts';
import { act, type Created, detailOf, done, pacsSections } from '../../../test/factories.ts';
import { uploadFile } from '../../../test/files.ts';
import { pdfPages } from '../../../test/pdf.ts';
import { sampleFiles } from '../../../test/samples.ts';
import { addDays, endOfDay, localDay, nearestWorkingDay } from '../../domain/kit/calendar.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import { SECTIONS } from '../../domain/sections/index.ts';
import { formatDate } from '../../domain/text/format.ts';
import type { getHome } from '../home/contract.ts';
import { OPTION_NOUNS } from '../options/contract.ts';

let server: TestApp;
let academic: Client;
let admin: Client;
/** Reviews blindly; besides an academic, who sees whatever anybody of the university does. */
let blind: Client;
/** Reviews blindly and is nothing else. */
let external: Client;
let externalReview: string;
let project: Created;
let review: string;
let files: { id: string; name: string; documentType: string }[];

const OUTSIDER = { name: 'Rosamunda Quilapán', email: 'rosamunda@fuera.example' };
const FOUNDER = { name: 'Eliseo Painemal', email: 'eliseo@huerta.example' };
const LEAD = 'Camila Rojas Fuentes';
const MEMBER = 'Matías Sepúlveda';
const TITLE = 'Huerta de la Escuela de Enfermería';
/** Lead, team and units by every word that names them, as they are stored and as they are written in texts. */
const SECRETS = [
  LEAD,
  'Camila Rojas',
  PEOPLE.academic,
  MEMBER,
  PEOPLE.colleague,
  OUTSIDER.name,
  OUTSIDER.email,
  FOUNDER.name,
  FOUNDER.email,
  'Escuela de Enfermería',
  'Facultad de',
  'propuesta_camila_rojas',
  'Ramón Gatica',
  'ramon@contacto.example',
];
/** Names of units, known to everybody; and of people, to those who fill in projects of their own. */
const DIRECTORIES = ['/api/catalogues', '/api/options/{noun}'];

async function upload(documentType: string, name: string): Promise<void> {
  const bytes = sampleFiles().pdf ?? Buffer.alloc(0);
  await uploadFile(server, academic, project, { name, bytes, documentType });
}

beforeAll(async () => {
  server = await startApp();
  academic = await clientAs(server, PEOPLE.academic);
  admin = await clientAs(server, PEOPLE.admin);
  const director = await clientAs(server, PEOPLE.director);
  const refs = { ...(await nursing(academic)), memberId: userIdOf(PEOPLE.colleague) };
  const { team } = pacsSections(refs, TITLE);
  const outsider = { ...OUTSIDER, id: 'm2', userId: null, organisation: 'Junta', role: 'partner' } as const;
  project = await proposalInEvaluation(academic, director, refs, TITLE, {
    team: { members: [...(team?.members ?? []), { ...outsider, hoursPerWeek: 2, from: null, to: null }] },
    diagnosis: {
      ...SECTIONS.diagnosis.empty,
      problem: `La profesora ${LEAD} (${PEOPLE.academic}) y camila rojas lo vieron. ${OUTSIDER.name} también.`,
      relevance: 'La ESCUELA DE ENFERMERIA de la facultad lo pide hace años, dice Matías Sepúlveda.',
      baseline: `Escríbanle a ${FOUNDER.email}.`,
    },
    venture: {
      ...SECTIONS.venture.empty,
      name: 'Huerta',
      stage: 'idea',
      founders: [{ ...FOUNDER, id: 'f1', affiliation: '' }],
    },
  });
  done(
    await admin.post(`/projects/incs/${project.id}/actions/override`, {
      version: (await detailOf(admin, project)).version,
      to: 'returned',
      reason: 'Para sumar los archivos que faltan.',
    }),
  );
  await upload('anonymous_version', 'propuesta_camila_rojas_anonima.pdf');
  await upload('commitment_letter', 'carta_propuesta_camila_rojas.pdf');
  done(await act(admin, project, 'override', { to: 'evaluation', reason: 'De vuelta a la evaluación.' }));
  files = (await detailOf(admin, project)).files;
  const reviewers = await reviewersOf(server);
  blind = reviewers.second.client;
  external = reviewers.first.client;
  const pairs = [reviewers.second, reviewers.third, reviewers.first].map(r => ({
    projectId: project.id,
    userId: r.id,
  }));
  done(await admin.post('/admin/reviews', { pairs, blind: true }));
  review = (await reviewOf(blind, project)).id;
  done(await blind.post(`/reviews/${review}/answer`, { answer: 'accept', declares: true }));
  externalReview = (await reviewOf(external, project)).id;
  done(await external.post(`/reviews/${externalReview}/answer`, { answer: 'accept', declares: true }));
});
afterAll(() => server.close());

const get = (path: string, { token }: Client = blind) =>
  fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${token}` } });

async function textOf(answer: Response): Promise<string> {
  const headers = JSON.stringify([...answer.headers]);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const pages = answer.url.endsWith('/pdf') && answer.status === 200 ? pdfPages(bytes) : [];
  return [headers, bytes.toString('utf8'), ...pages].join('\n');
}

/** Escapes as what they stand for; bytes of a file that only look like one stay. */
function unescaped(run: string): string {
  try {
    return decodeURIComponent(run);
  } catch {
    return run;
  }
}

const plain = (text: string) =>
  text
    .replaceAll(/(%[0-9a-f]{2})+/gi, unescaped)
    .normalize('NFD')
    .replaceAll(/\p{M}|\s/gu, '')
    .toLowerCase();
const toldBy = (text: string) => SECRETS.filter(secret => plain(text).includes(plain(secret)));

/** Everything that could stand in the place of a parameter. */
async function valuesOf(name: string): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`select id::text from project_history where project_id = ${project.id}`.execute(server.db);
  const values: Record<string, string[]> = {
    kind: ['incs', 'pacs'],
    id: [project.id, review, externalReview, userIdOf(PEOPLE.academic), schoolIdOf('ENF')],
    project: [project.id],
    review: [review, externalReview],
    file: files.map(f => f.id),
    entry: rows.map(r => r.id),
    noun: ['person', 'school', 'career', 'offering', 'organisation', 'project', 'awarded', 'theme'],
    person: [userIdOf(PEOPLE.academic)],
  };
  return values[name] ?? [project.id];
}

/** Addresses that can be read, with nothing in the place of their parameters. */
async function readable(): Promise<string[]> {
  const { paths } = (await (await fetch(`${server.url}/api/docs/json`)).json()) as {
    paths: Record<string, Record<string, unknown>>;
  };
  return Object.keys(paths).filter(path => 'get' in (paths[path] ?? {}));
}

/** Those of `reads` that answered this person, and what they told of whom nobody may know. */
async function heard(reads: readonly string[], who: Client) {
  const answered: string[] = [];
  const told: string[] = [];
  for (const path of reads)
    for (const address of await filled(path)) {
      const answer = await get(address, who);
      if (answer.status === 200) answered.push(path);
      const secrets = toldBy(await textOf(answer));
      if (secrets.length > 0) told.push(`${address}: ${secrets.join(', ')}`);
    }
  return { answered, told };
}

async function filled(path: string): Promise<string[]> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(m => m[1] ?? '');
  let paths = [path];
  for (const name of names) {
    const values = await valuesOf(name);
    paths = paths.flatMap(p => values.map(value => p.replace(`{${name}}`, value)));
  }
  return path.endsWith('/export') ? paths.flatMap(p => [`${p}?format=csv`, `${p}?format=xlsx`]) : paths;
}

describe('a blind reviewer', () => {
  it('learns nothing of lead, team and units from any answer of the server', async () => {
    const reads = await readable();
    expect(reads.length).toBeGreaterThan(30);
    const others = reads.filter(path => !DIRECTORIES.includes(path));
    const { answered, told } = await heard(others, blind);
    expect(told).toEqual([]);
    // The places where a reviewer finds the proposal were among them.
    for (const path of [
      '/api/home',
      '/api/projects/export',
      '/api/reviews',
      '/api/reviews/{review}',
      '/api/reviews/{review}/pdf',
      '/api/notifications',
    ])
      expect(answered).toContain(path);
    for (const path of [
      '/api/projects/{kind}/{id}',
      '/api/projects/{kind}/{id}/pdf',
      '/api/projects/{kind}/{id}/evaluation',
    ])
      expect(answered).not.toContain(path);
  });

  it('who is nothing else learns nothing from the directory of people either', async () => {
    const reads = await readable();
    const { answered, told } = await heard(
      reads.filter(path => path !== '/api/catalogues'),
      external,
    );
    expect(told).toEqual([]);
    expect(answered).toContain('/api/reviews/{review}');
    expect(answered).not.toContain('/api/options/{noun}');
    expect(answered).not.toContain('/api/organisations/similar');
    for (const noun of OPTION_NOUNS)
      for (const query of [`?id=${userIdOf(PEOPLE.academic)}`, '?q=Camila', `?school=${schoolIdOf('ENF')}`])
        expect((await get(`/api/options/${noun}${query}`, external)).status).toBe(403);
  });

  it('who may pick people reads names and units there, but no e-mail', async () => {
    for (const noun of OPTION_NOUNS)
      expect(await textOf(await get(`/api/options/${noun}`))).not.toMatch(/[\w.]+@[\w.]+/);
  });

  it('nor from what lists and directories find by name, code or title', async () => {
    for (const q of [project.code, 'Huerta', 'Camila', 'enfermería']) {
      const lists = [`/api/projects?q=${q}`, `/api/reviews?q=${q}`, `/api/options/project?q=${q}`];
      for (const address of lists) expect(toldBy(await textOf(await get(encodeURI(address))))).toEqual([]);
      const { rows } = done(await blind.get<{ rows: { code: string }[] }>(encodeURI(`/projects?q=${q}`)));
      expect(rows.map(r => r.code)).not.toContain(project.code);
    }
    for (const noun of await valuesOf('noun'))
      expect(await textOf(await get(`/api/options/${noun}`))).not.toContain(project.code);
  });

  it('opens the anonymous version alone, under a name that tells nothing', async () => {
    const desk = done(await blind.get<{ files: { id: string; name: string }[] }>(`/reviews/${review}`));
    expect(desk.files).toHaveLength(1);
    for (const file of files) {
      expect((await blind.post(`/projects/incs/${project.id}/files/${file.id}/link`)).status).toBe(404);
      const link = await blind.post<{ url: string }>(`/reviews/${review}/files/${file.id}/link`);
      expect(link.status).toBe(file.documentType === 'anonymous_version' ? 200 : 404);
      if (link.status !== 200) continue;
      const answer = await fetch(`${server.url}/api${link.body.url}`);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-disposition')).toContain(`${project.code}.pdf`);
      expect(toldBy(await textOf(answer))).toEqual([]);
    }
  });

  it('finds on the first screen what waits for them, and where', async () => {
    const { reviews, myTurn } = done(await blind.get<OutputOf<typeof getHome>>('/home'));
    expect(reviews).toMatchObject([{ id: review, code: project.code, state: 'accepted', overdue: false }]);
    expect(reviews[0]?.due).not.toBeNull();
    expect(myTurn.rows.map(r => r.code)).not.toContain(project.code);
  });

  it('gets mails and notices that name nobody', async () => {
    const { rows } = await sql<{ html: string; text: string; subject: string }>`
      select html, text, subject from mails where user_id = ${userIdOf(PEOPLE.stranger)}`.execute(server.db);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.flatMap(mail => toldBy(`${mail.subject} ${mail.text} ${mail.html}`))).toEqual([]);
  });

  it('has on paper the day it is due in Chile', async () => {
    const { due } = done(await blind.get<{ due: string }>(`/reviews/${review}`));
    const pages = await textOf(await get(`/api/reviews/${review}/pdf`));
    expect(pages).toContain(formatDate(new Date(due)));
  });

  it('learns of more time in words that name nobody, and the desk counts by it', async () => {
    const { version, turn } = await detailOf(admin, project);
    const holidays = await server.db.selectFrom('holidays').select('day').execute();
    const later = addDays(localDay(new Date(turn.due ?? 0)), 20);
    const day = nearestWorkingDay(later, 1, new Set(holidays.map(h => h.day)));
    done(await admin.put(`/projects/incs/${project.id}/due`, { version, day, reason: 'Hubo un feriado.' }));
    const notices = await textOf(await get('/api/notifications?size=200'));
    expect(notices).toContain('Hay más plazo');
    expect(toldBy(notices)).toEqual([]);
    const { rows } = await sql<{ html: string; text: string }>`select html, text from mails
      where user_id = ${userIdOf(PEOPLE.stranger)} and text like '%extendió el plazo%'`.execute(server.db);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.text).toContain(
      `La oficina extendió el plazo de ${project.code} hasta el ${formatDate(endOfDay(day))}.`,
    );
    expect(rows.flatMap(mail => toldBy(`${mail.text} ${mail.html}`))).toEqual([]);
    const { due } = done(await blind.get<{ due: string }>(`/reviews/${review}`));
    expect(new Date(due)).toEqual(endOfDay(day));
  });

  it('reads the proposal all the same: texts, budget, plan', async () => {
    const text = JSON.stringify(done(await blind.get(`/reviews/${review}`)));
    for (const words of [
      '[nombre oculto]',
      '[unidad oculta]',
      'Integrante 1',
      'Materiales',
      'Talleres realizados',
    ])
      expect(text).toContain(words);
  });

  it('cannot do anything with the project elsewhere', async () => {
    const base = `/projects/incs/${project.id}`;
    expect((await blind.post(`${base}/actions/finish_evaluation`, { version: 1 })).status).toBe(404);
    expect((await blind.put(`${base}/sections/diagnosis`, { version: 1, data: {} })).status).toBe(404);
  });
});

it('after a withdrawal nobody is told whose proposal it was; after the resolution anybody may know', async () => {
  const { version } = await detailOf(admin, project);
  done(
    await academic.post(`/projects/incs/${project.id}/actions/withdraw`, {
      version,
      reason: 'No la haremos.',
    }),
  );
  const notices = await textOf(await get('/api/notifications?size=200'));
  expect(toldBy(notices)).toEqual([]);
  expect((await blind.get(`/projects/incs/${project.id}`)).status).toBe(404);
  // Who held it is told what became of a step, but not by whom where they may not know.
  const refused = await blind.post(`/projects/incs/${project.id}/actions/withdraw`, { version });
  expect([refused.status, toldBy(JSON.stringify(refused.body))]).toEqual([404, []]);
  done(await act(admin, project, 'override', { to: 'evaluation', reason: 'Vuelve a la evaluación.' }));
  await reviewWith((await reviewersOf(server)).third.client, project, 4);
  const draft = done(await blind.get<{ version: number }>(`/reviews/${review}`));
  const saved = done(
    await blind.put<{ version: number }>(`/reviews/${review}`, { version: draft.version, draft: draftOf(4) }),
  );
  done(await blind.post(`/reviews/${review}/confirm`, { version: saved.version }));
  expect((await blind.get(`/projects/incs/${project.id}`)).status).toBe(404);
  done(await act(admin, project, 'award'));
  expect((await detailOf(blind, project)).lead.name).toBe(LEAD);
});
