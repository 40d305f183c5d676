import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import type { Question } from '../../src/domain/surveys/questions.ts';
import type { Instrument, Versions } from '../../src/features/instruments/contract.ts';
import { InstrumentPage } from '../../src/features/instruments/ui/instrument-page.tsx';
import { forgetDrafts } from '../../src/web/drafts.ts';
import { ME, showAt, signIn } from './render.tsx';
import { answer, requests } from './server.tsx';

export const ID = '00000000-0000-4000-8000-000000000010';
export const PUT = `PUT /instruments/${ID}/questions`;
const BLANK = { help: '', required: false };
export const NOTE: Question = {
  ...{ ...BLANK, kind: 'scale', key: 'nota', text: '¿Qué nota le pones?', from: 1, to: 7 },
  ...{ low: 'Mala', high: 'Buena' },
};
export const ROLE: Question = {
  ...{ ...BLANK, kind: 'choice', key: 'rol', text: 'Tu rol', divides: true },
  options: [
    { value: 'socio', label: 'Socio' },
    { value: 'otro', label: 'Otro' },
  ],
};
export const IDEAS: Question = { ...BLANK, kind: 'text', key: 'ideas', text: '¿Qué mejorarías?' };
export const at = (minute: number) => `2026-11-22T15:${String(minute).padStart(2, '0')}:00.000Z`;

/** An instrument as the server has it; tests change what is stored. */
export const server: { row: Instrument; versions: Versions } = { row: aRow(), versions: twoQuestions() };
/** The page in front of the person. */
let page: Awaited<ReturnType<typeof showAt>>;

function aRow(): Instrument {
  return {
    ...{
      id: ID,
      name: 'Satisfacción',
      purpose: 'Al cierre',
      active: true,
      version: 1,
      questions: 2,
      waves: 0,
    },
    ...{ updatedAt: at(0), updatedBy: 'Eva' },
  };
}
function twoQuestions(): Versions {
  const versions = [{ number: 1, frozenAt: null, questions: [NOTE, ROLE] }];
  return { versions, updatedAt: at(0), updatedBy: 'Eva' };
}

/** Before each test: an administrator, and an instrument of two questions that was not sent yet. */
export async function openInstrument(): Promise<void> {
  signIn();
  await forgetDrafts([], ME);
  server.row = aRow();
  server.versions = twoQuestions();
  answer(`GET /instruments/${ID}`, () => server.row);
  answer(`GET /instruments/${ID}/versions`, () => server.versions);
  answer(PUT, ({ body }) => keep((body as { questions: Question[] }).questions));
}

/** Stores questions as the server does. */
export function keep(questions: Question[]): Versions {
  const [latest, ...before] = server.versions.versions;
  const number = (latest?.number ?? 0) + (latest?.frozenAt ? 1 : 0);
  const rest = latest?.frozenAt ? [latest, ...before] : before;
  const versions = [{ number, frozenAt: null, questions }, ...rest];
  server.versions = { versions, updatedAt: at(9), updatedBy: 'Ana' };
  return server.versions;
}

/** Freezes the latest version, as sending it does. */
export function freeze(): void {
  const frozenAt = '2026-03-12T15:00:00.000Z';
  const versions = server.versions.versions.map(v => ({ ...v, frozenAt: v.frozenAt ?? frozenAt }));
  server.versions = { ...server.versions, versions };
}

export const visit = async () => {
  page = await showAt(`/surveys/instruments/${ID}`, InstrumentPage, {}, '/surveys/instruments/{-$id}');
  return page;
};
export async function show(): Promise<typeof page> {
  await visit();
  await screen.findByRole('heading', { name: 'Satisfacción' });
  return page;
}
/** What the browser shows after the document was loaded anew. */
export async function reload(): Promise<void> {
  page.unmount();
  await show();
}

export const person = () => page.user;
export const button = (name: string | RegExp) => screen.getByRole('button', { name });
export const click = (name: string | RegExp) => page.user.click(button(name));
export const field = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });
export async function fill(name: string | RegExp, text: string): Promise<void> {
  await page.user.clear(field(name));
  if (text) await page.user.type(field(name), text);
}
export const titles = () => screen.getAllByRole('heading', { level: 3 }).map(h => h.textContent);
export const save = () => click('Guardar preguntas');
export const sentBodies = () =>
  requests(PUT).map(r => r.body as { questions: Question[]; updatedAt: string });
/** The questions that were sent last, once the server has them. */
export async function saved(): Promise<Question[] | undefined> {
  await waitFor(() => expect(screen.getByText('Todo guardado.')).toBeTruthy());
  return sentBodies().at(-1)?.questions;
}
export async function addOf(kind: string): Promise<void> {
  await click('Agregar pregunta');
  await page.user.click(await screen.findByRole('menuitem', { name: new RegExp(`^${kind}`) }));
}
