import { describe, expect, test } from 'vitest';
import {
  FIRST_PROGRESS,
  OPEN_END_NAMES,
  type OpenEnds,
  SETUP_STEPS,
  type SetupFacts,
  type SetupProgress,
  setupProgress,
  setupStates,
} from './setup.ts';

const NOW = new Date('2026-11-29T15:00:00Z');
const NO_ENDS = Object.fromEntries(OPEN_END_NAMES.map(name => [name, 0])) as OpenEnds;
const NEW: SetupFacts = {
  ...{ schools: 0, academics: 0, ownKinds: 0, hasOwnSettings: false, calls: 0, callsInPreparation: 0 },
  ...{ hasMailServer: false, hasSentMail: false, lastBackup: null, providers: [] },
};
const READY: SetupFacts = {
  ...{ schools: 4, academics: 1, ownKinds: 2, hasOwnSettings: true, calls: 1, callsInPreparation: 2 },
  ...{ hasMailServer: true, hasSentMail: true, lastBackup: '2026-11-27T15:00:00Z' },
  providers: ['Microsoft', 'Google'],
};
const linesOf = (facts: SetupFacts, ends = NO_ENDS, progress = FIRST_PROGRESS) =>
  setupStates(facts, ends, progress, NOW).map(({ step, state, found }) => `${step} ${state}: ${found}`);
const lineOf = (step: string, facts: Partial<SetupFacts>, ends: Partial<OpenEnds> = {}) =>
  linesOf({ ...READY, ...facts }, { ...NO_ENDS, ...ends }).find(line => line.startsWith(`${step} `));

describe('the guide', () => {
  test('of a new installation says what is missing of every step', () => {
    expect(linesOf(NEW)).toEqual([
      'units open: Todavía no hay ninguna',
      'heads open: Todavía no hay unidades',
      'people open: Todavía nadie puede proponer proyectos',
      'kinds open: Rigen los que trae la plataforma',
      'settings open: Rigen los valores de origen',
      'call open: Todavía no hay ninguna',
      'mail open: Sin servidor: los correos se guardan y no salen',
      'backup open: Nunca se ha hecho',
      'provider open: Solo cuentas de demostración',
    ]);
  });

  test('of a complete one says what there is', () => {
    expect(linesOf(READY)).toEqual([
      'units done: 4 escuelas',
      'heads done: Todas con titular',
      'people done: 1 persona puede proponer',
      'kinds done: 2 tipos adaptados',
      'settings done: Adaptada',
      'call done: 1 convocatoria',
      'mail done: Los correos salen',
      'backup done: El último, hace 2 días',
      'provider done: Microsoft y Google',
    ]);
  });

  test.each([
    ['units', { unassignedSchools: 1 }, 'units open: 1 escuela sin facultad'],
    ['heads', { headlessSchools: 3 }, 'heads open: 3 escuelas sin Dirección'],
    [
      'heads',
      { headlessSchools: 1, headlessFaculties: 2 },
      'heads open: 1 escuela sin Dirección y 2 facultades sin Decanato',
    ],
    ['people', { rolelessPeople: 1200 }, 'people open: 1.200 personas sin rol'],
  ])('%s stay open while an import has left something: %j', (step, ends, line) => {
    expect(lineOf(step, {}, ends)).toBe(line);
  });

  test('tells what is on its way, and what has grown old', () => {
    expect(lineOf('call', { calls: 0, callsInPreparation: 1 })).toBe('call open: 1 en preparación');
    expect(lineOf('mail', { hasSentMail: false })).toBe('mail open: Falta probarlo: envíate un correo');
    expect(lineOf('mail', { hasMailServer: false })).toMatch(/^mail open: Sin servidor/);
    expect(lineOf('backup', { lastBackup: '2026-11-22T15:00:00Z' })).toBe(
      'backup done: El último, hace 7 días',
    );
    expect(lineOf('backup', { lastBackup: '2026-11-22T14:59:59Z' })).toBe(
      'backup open: El último, hace 7 días',
    );
    expect(lineOf('provider', { providers: ['Google'] })).toBe('provider done: Google');
  });

  test('leaves as it is what the office says, until it is done by itself', () => {
    const progress: SetupProgress = { settled: ['call', 'units'], closed: false };
    const states = setupStates({ ...NEW, schools: 2 }, NO_ENDS, progress, NOW);
    expect(Object.fromEntries(states.map(({ step, state }) => [step, state]))).toMatchObject({
      ...{ units: 'done', call: 'settled', mail: 'open' },
    });
  });

  test('takes each step once, and no other', () => {
    const isTaken = (settled: string[]) => setupProgress.safeParse({ settled, closed: false }).success;
    expect(isTaken([...SETUP_STEPS])).toBe(true);
    expect(isTaken(['mail', 'mail'])).toBe(false);
    expect(isTaken(['coffee'])).toBe(false);
  });
});
