import { describe, expect, it } from 'vitest';
import { isFinal, STATUSES, type Status } from '../kinds/statuses.ts';
import type { Role } from '../kit/actor.ts';
import {
  HANDED_OVER,
  type Held,
  handoverNote,
  isUnit,
  type Successor,
  successionRefusal,
} from './reassignment.ts';

const person = (roles: readonly Role[], more: Partial<Successor> = {}): Successor => ({
  id: 'paz',
  name: 'Luis Paz',
  state: 'active',
  roles,
  willHead: false,
  ...more,
});
type Project = Extract<Held, { readonly leadId: string }>;
const project = (
  holding: Project['holding'],
  { leadId = 'soto', alternateId = null, partIds = [], ...more }: Partial<Project> = {},
): Project => ({
  holding,
  status: 'director_review',
  subStep: null,
  ...{ leadId, alternateId },
  partIds: [leadId, ...(alternateId ? [alternateId] : []), ...partIds],
  holderIds: ['ruiz'],
  actedAsDirectorIds: [],
  reviewerIds: [],
  ...more,
});
const refusal = (held: Held, to: Successor) => successionRefusal(held, to, 'ruiz');

describe('anybody who takes over', () => {
  it.each(['lead', 'alternate', 'step'] as const)('%s: is somebody else, with an active account', holding => {
    const held = project(holding);
    expect(refusal(held, person(['Director'], { id: 'ruiz' }))).toBe('Es la misma persona.');
    expect(refusal(held, person(['Director'], { state: 'blocked' }))).toBe(
      'La cuenta de Luis Paz está bloqueada.',
    );
    expect(refusal(held, person(['Director'], { state: 'pending' }))).toBe(
      'La cuenta de Luis Paz está pendiente de habilitar.',
    );
    expect(refusal(held, person(['Director']))).toBeNull();
  });
});

describe('lead and alternate', () => {
  const who: [Role[], boolean][] = [
    [['Academic'], true],
    [['Director'], true],
    [['Dean'], true],
    [['Admin'], true],
    [['Reviewer'], false],
    [['Reviewer', 'Academic'], true],
    [[], false],
  ];
  it.each(who)('%j may lead: %s', (roles, may) => {
    for (const holding of ['lead', 'alternate'] as const)
      expect(refusal(project(holding), person(roles)) === null).toBe(may);
  });

  it('becoming head of a unit by the same act is enough', () => {
    expect(refusal(project('lead'), person(['Reviewer'], { willHead: true }))).toBeNull();
  });

  it('not whoever evaluates it, until it is resolved', () => {
    const refusalIn = (status: Status) =>
      refusal(project('lead', { status, reviewerIds: ['paz'] }), person(['Academic', 'Reviewer']));
    expect(refusalIn('evaluation')).toBe(
      'Conflicto de interés: Luis Paz evalúa este proyecto u otro de su convocatoria.',
    );
    expect(refusalIn('resolution')).toBe(
      'Conflicto de interés: Luis Paz evalúa este proyecto u otro de su convocatoria.',
    );
    expect(refusalIn('running')).toBeNull();
  });

  it('nobody is lead and alternate; the alternate may become the lead', () => {
    expect(refusal(project('alternate', { leadId: 'paz' }), person(['Academic']))).toBe(
      'Luis Paz ya es responsable de este proyecto.',
    );
    expect(refusal(project('lead', { alternateId: 'paz' }), person(['Academic']))).toBeNull();
  });
});

describe('a step', () => {
  const involved: [string, Partial<Project>][] = [
    ['lead', { leadId: 'paz' }],
    ['alternate', { alternateId: 'paz' }],
    ['member', { partIds: ['otra', 'paz'] }],
  ];
  it.each(involved)('not to the %s of the project', (_, more) => {
    expect(refusal(project('step', more), person(['Director']))).toBe(
      'Conflicto de interés: Luis Paz dirige o integra este proyecto.',
    );
  });

  it('not to who holds it already', () => {
    expect(refusal(project('step', { holderIds: ['ruiz', 'paz'] }), person(['Director']))).toBe(
      'Luis Paz ya tiene este paso.',
    );
  });

  it('who endorsed for the school does not decide for the faculty', () => {
    const acted = { actedAsDirectorIds: ['paz'] };
    expect(refusal(project('step', { ...acted, status: 'dean_review' }), person(['Dean']))).toBe(
      'Luis Paz ya dio visto bueno por la Dirección.',
    );
    expect(refusal(project('step', acted), person(['Dean']))).toBeNull();
  });

  const fitting: [Status, Role, boolean][] = [
    ['director_review', 'Director', true],
    ['director_review', 'Dean', true],
    ['dean_review', 'Director', true],
    ['dean_review', 'Academic', false],
    ['final_report', 'Reviewer', false],
    ['evaluation', 'Reviewer', true],
    ['evaluation', 'Director', false],
  ];
  it.each(fitting)('%s may go to a %s: %s', (status, role, may) => {
    const subStep = status === 'final_report' ? 'director' : null;
    expect(refusal(project('step', { status, subStep }), person([role])) === null).toBe(may);
  });

  it('may go to who becomes head by the same act', () => {
    expect(refusal(project('step'), person(['Academic'], { willHead: true }))).toBeNull();
  });
});

describe('a unit', () => {
  it('goes to anybody active who does not head it', () => {
    const unit: Held = { holding: 'school', headIds: ['ruiz'] };
    expect(isUnit(unit)).toBe(true);
    expect(refusal(unit, person([]))).toBeNull();
    expect(refusal({ ...unit, headIds: ['ruiz', 'paz'] }, person(['Director']))).toBe(
      'Luis Paz ya es titular de esta unidad.',
    );
    expect(refusal(unit, person([], { state: 'blocked' }))).toBe('La cuenta de Luis Paz está bloqueada.');
  });
});

it('projects that ended are not handed over, all others are', () => {
  expect([...HANDED_OVER].sort()).toEqual(STATUSES.filter(s => !isFinal(s)).sort());
  expect(HANDED_OVER).not.toContain('closed');
  expect(HANDED_OVER).toContain('draft');
});

it('the history says what went from whom to whom', () => {
  const [from, to] = [{ name: 'Ana Soto' }, { name: 'Luis Paz' }];
  expect(handoverNote(project('lead'), from, to)).toBe('Responsable: de Ana Soto a Luis Paz.');
  expect(handoverNote(project('alternate'), from, to)).toBe('Responsable alterno: de Ana Soto a Luis Paz.');
  expect(handoverNote(project('step'), from, to)).toBe(
    'Paso «En revisión de Dirección»: de Ana Soto a Luis Paz.',
  );
});
