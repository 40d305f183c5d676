import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../../test/app.ts';
import type { Client } from '../../../../test/client.ts';
import { type Clients, everybody, nursing, PEOPLE, userIdOf } from '../../../../test/demo.ts';
import {
  act,
  type Created,
  completePacs,
  done,
  fillSections,
  startDraft,
} from '../../../../test/factories.ts';
import { pdfPages } from '../../../../test/pdf.ts';
import { SECTIONS } from '../../../domain/sections/index.ts';

let server: TestApp;
let clients: Clients;
let project: Created;
/** What the lead prints. */
let pages: string[];

const MOTTO = 'Ñuble crece 👩🏽‍⚕️🌱 con pingüinos, «así» & <así>: ¿100 %? ½ — €\u0000';

beforeAll(async () => {
  server = await startApp();
  clients = await everybody(server);
  const refs = { ...(await nursing(clients.academic)), memberId: userIdOf(PEOPLE.colleague) };
  project = await completePacs(clients.academic, refs, 'Autocuidado en Los Cóndores');
  await fillSections(clients.academic, project, {
    diagnosis: {
      ...SECTIONS.diagnosis.empty,
      problem: `${MOTTO.replace('\u0000', '')}\n\nSegundo párrafo.`,
      relevance: 'Es el principal problema de salud del territorio. '.repeat(70).trim(),
      codesign: 'x'.repeat(3000),
    },
    budget: {
      lines: Array.from({ length: 60 }, (_, n) => ({
        id: `b${n}`,
        category: 'operation',
        description: `Materiales del taller número ${n + 1}`,
        quantity: 1.5,
        unitCost: 12_500,
        source: 'unit',
      })),
    },
  });
  done(await act(clients.academic, project, 'submit'));
  done(await act(clients.director, project, 'endorse'));
  done(await act(clients.dean, project, 'endorse'));
  pages = await pagesFor(clients.academic);
});
afterAll(() => server.close());

const open = (who: Client, { kind, id }: { kind: string; id: string } = project) =>
  fetch(`${server.url}/api/projects/${kind}/${id}/pdf`, {
    headers: { authorization: `Bearer ${who.token}` },
  });

async function pagesFor(who: Client, of: { kind: string; id: string } = project): Promise<string[]> {
  const answer = await open(who, of);
  expect(answer.status).toBe(200);
  const bytes = Buffer.from(await answer.arrayBuffer());
  return pdfPages(bytes);
}
/** Lines are broken to fit, also after a hyphen: gaps do not count when words are looked for. */
const solid = (text: string) => text.replace(/\s/g, '');
const holds = (pages: readonly string[], words: string) => solid(pages.join('')).includes(solid(words));

describe('the project on paper', () => {
  it('has every section, its status, who signed and when, and numbered pages', () => {
    for (const words of [
      'Proyecto académico-comunitario',
      'Autocuidado en Los Cóndores',
      'Aprobado',
      'Escuela de Enfermería',
      'Camila Rojas Fuentes',
      'Identificación',
      'Diagnóstico y pertinencia',
      'Segundo párrafo.',
      'Realizar ocho talleres de autocuidado.',
      'Junta de Vecinos',
      'Matías Sepúlveda',
      'Talcahuano',
      '3. Salud y bienestar',
      'Listas de asistencia',
      'Materiales del taller número 60',
      '$1.125.000',
      'Visto bueno de Dirección',
      'Patricia Contreras Vidal',
      'Visto bueno de Decanato',
      'Marcela Figueroa',
    ])
      expect([words, holds(pages, words)]).toEqual([words, true]);
    expect(pages.length).toBeGreaterThan(4);
    pages.forEach((page, n) => {
      expect(holds([page], 'Universidad de Demostración')).toBe(true);
      expect(holds([page], project.code)).toBe(true);
      expect(holds([page], `página ${n + 1} de ${pages.length}`)).toBe(true);
    });
  });

  it('shows plan and territory as drawings, each with its sentence', () => {
    for (const words of ['Comunas: Talcahuano.', '1 actividad, del 10-08-2026 al 27-11-2026'])
      expect([words, holds(pages, words)]).toEqual([words, true]);
    // Written nowhere but on the map, and at the head of the Gantt.
    for (const words of ['Hualpén', 'ago 26']) expect([words, holds(pages, words)]).toEqual([words, true]);
  });

  it('keeps accents and signs, marks where an emoji was, and repeats the head of a table on each page', () => {
    expect(pages.join('').replace(/\s+/g, ' ')).toContain(
      'Ñuble crece \ufffd\ufffd con pingüinos, «así» & <así>: ¿100 %? ½ — €',
    );
    expect(holds(pages, '\ufffd está donde el texto tiene un emoji')).toBe(true);
    const withLines = pages.filter(page => page.includes('Materiales'));
    expect(withLines.length).toBeGreaterThan(1);
    for (const page of withLines) expect(holds([page], 'Costo unitario')).toBe(true);
    expect(pages.join('').match(/x/g)?.length).toBeGreaterThanOrEqual(3000);
  });

  it('is a download named after the code', async () => {
    const answer = await open(clients.director);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${project.code}.pdf"`);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    await answer.arrayBuffer();
  });

  it('a draft says what is not filled in yet', async () => {
    const draft = await startDraft(clients.academic, 'exts', { title: 'Feria de la salud' });
    const all = await pagesFor(clients.academic, draft);
    expect(holds(all, 'Actividad de extensión')).toBe(true);
    expect(holds(all, 'Sin completar')).toBe(true);
    expect(holds(all, 'Visto bueno')).toBe(false);
    expect(holds(all, 'Proyecto anterior')).toBe(false);
    expect(holds(all, '\ufffd')).toBe(false);
  });
});

describe('who reads what', () => {
  const PRIVATE = [
    'Presupuesto',
    '$',
    'Materiales del taller',
    'Ramón Gatica',
    'ramon@contacto.example',
    'Anexos',
  ];

  it.each(['colleague', 'director', 'dean', 'admin'] as const)('%s has all of it', async who => {
    const all = await pagesFor(clients[who]);
    for (const words of PRIVATE) expect(holds(all, words)).toBe(true);
  });

  it.each(['stranger', 'otherDirector', 'otherDean'] as const)(
    '%s has neither money nor personal data nor who decided',
    async who => {
      const all = await pagesFor(clients[who]);
      expect(holds(all, 'Autocuidado en Los Cóndores')).toBe(true);
      expect(holds(all, 'Visto bueno de Dirección')).toBe(true);
      for (const words of [...PRIVATE, 'Patricia Contreras', 'Marcela Figueroa'])
        expect(holds(all, words)).toBe(false);
    },
  );

  it('nobody else has anything', async () => {
    expect((await open(clients.reviewer)).status).toBe(404);
    expect((await open({ ...clients.academic, token: '' })).status).toBe(401);
    expect((await open(clients.academic, { kind: 'exts', id: project.id })).status).toBe(404);
    const draft = await startDraft(clients.academic);
    expect((await open(clients.director, draft)).status).toBe(404);
    expect((await open(clients.colleague, draft)).status).toBe(404);
  });
});

it('several at once are all printed', async () => {
  const answers = await Promise.all(Array.from({ length: 3 }, () => pagesFor(clients.admin)));
  expect(new Set(answers.map(pages => pages.length)).size).toBe(1);
});
