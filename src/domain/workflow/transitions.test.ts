import { describe, expect, it } from 'vitest';
import { FIRST_KINDS } from '../kinds/index.ts';
import { KIND_SLUGS, type KindSlug } from '../kinds/slugs.ts';
import { holderGroup, isFinal, STATUSES, type Status, statusLabel } from '../kinds/statuses.ts';
import { inputErrors, reasonLength } from './demands.ts';
import { buttonLabel, whatComesNext } from './next-steps.ts';
import {
  arriving,
  destination,
  nextStep,
  type Standing,
  statusesOf,
  TRANSITION_ACTIONS,
  TRANSITIONS,
  type TransitionAction,
  transitionFor,
} from './transitions.ts';

const standing = (kind: KindSlug, status: Status, more: Partial<Standing> = {}): Standing => ({
  steps: FIRST_KINDS[kind].steps,
  status,
  subStep: null,
  returnedFrom: null,
  ...more,
});
const leadsTo = (kind: KindSlug, action: TransitionAction, status: Status, more: Partial<Standing> = {}) => {
  const row = transitionFor(action, status);
  return row ? destination(row, standing(kind, status, more)) : 'no row';
};

describe('statuses', () => {
  it('have the labels of the product', () => {
    expect(Object.fromEntries(STATUSES.map(s => [s, statusLabel(s)]))).toEqual({
      draft: 'Borrador',
      director_review: 'En revisión de Dirección',
      dean_review: 'En revisión de Decanato',
      admissibility: 'En admisibilidad',
      evaluation: 'En evaluación',
      resolution: 'En resolución',
      returned: 'Con observaciones',
      waitlisted: 'En lista de espera',
      approved: 'Aprobado',
      running: 'En ejecución',
      suspended: 'Suspendido',
      final_report: 'Informe final en revisión',
      closed: 'Cerrado',
      rejected: 'Rechazado',
      not_awarded: 'No adjudicado',
      withdrawn: 'Retirado',
      cancelled: 'Cancelado',
    });
  });
  it('the final report passes from the unit to the office', () => {
    expect(holderGroup('final_report', 'director')).toBe('unit');
    expect(holderGroup('final_report', 'office')).toBe('office');
  });
  it('what is final is held by nobody', () => {
    expect(STATUSES.filter(isFinal)).toEqual(STATUSES.filter(s => holderGroup(s) === 'nobody'));
  });
});

describe('the course of each kind', () => {
  it.each<[KindSlug, (Status | 'approved')[]]>([
    ['pacs', ['director_review', 'dean_review', 'approved']],
    ['exts', ['director_review', 'approved']],
    ['fexs', ['director_review', 'dean_review', 'admissibility', 'evaluation', 'resolution', 'approved']],
    ['cons', ['director_review', 'dean_review', 'approved']],
    ['incs', ['director_review', 'evaluation', 'resolution', 'approved']],
  ])('%s', (kind, course) => {
    const walked: Status[] = [];
    for (let at: Status = 'draft'; at !== 'approved'; walked.push(at)) at = nextStep(FIRST_KINDS[kind], at);
    expect(walked).toEqual(course);
  });
  it.each(KIND_SLUGS)('%s: every ordinary transition arrives at a status of the kind', kind => {
    const own = statusesOf(FIRST_KINDS[kind]);
    const astray = own.flatMap(from =>
      TRANSITION_ACTIONS.flatMap(action => {
        const to = leadsTo(kind, action, from);
        return to === null || to === 'no row' || own.includes(to.status)
          ? []
          : [`${action} ${from} → ${to.status}`];
      }),
    );
    // Appeals begin in not_awarded or after a dismissal, which only kinds with those steps reach.
    expect(astray.filter(a => !a.startsWith('uphold_appeal rejected'))).toEqual([]);
  });
  it('kinds without resolution have neither waiting list nor award', () => {
    expect(statusesOf(FIRST_KINDS.pacs)).not.toContain('waitlisted');
    expect(statusesOf(FIRST_KINDS.incs)).toEqual(
      STATUSES.filter(s => s !== 'dean_review' && s !== 'admissibility'),
    );
  });
  it('every status that is not final leads on', () => {
    const ends = STATUSES.filter(s => !TRANSITIONS.some(t => t.from !== 'any' && t.from.some(f => f === s)));
    expect(ends).toEqual(['closed', 'withdrawn', 'cancelled']);
  });
});

describe('where a transition leads', () => {
  it('a project sent back remembers the step and returns there', () => {
    const back = leadsTo('fexs', 'return', 'dean_review');
    expect(back).toEqual({ status: 'returned', subStep: null, returnedFrom: 'dean_review' });
    expect(leadsTo('fexs', 'submit', 'returned', { returnedFrom: 'dean_review' })).toEqual({
      status: 'dean_review',
      subStep: null,
      returnedFrom: null,
    });
  });
  it('the final report goes director, office, closed', () => {
    expect(leadsTo('pacs', 'submit_final_report', 'running')).toMatchObject({
      status: 'final_report',
      subStep: 'director',
    });
    expect(leadsTo('pacs', 'accept_final_report', 'final_report', { subStep: 'director' })).toMatchObject({
      status: 'final_report',
      subStep: 'office',
    });
    expect(leadsTo('pacs', 'accept_final_report', 'final_report', { subStep: 'office' })).toEqual({
      status: 'closed',
      subStep: null,
      returnedFrom: null,
    });
  });
  it('a report sent back by the office re-enters at the office, a suspension in between', () => {
    const running = leadsTo('pacs', 'return_final_report', 'final_report', { subStep: 'office' });
    expect(running).toEqual({ status: 'running', subStep: 'office', returnedFrom: null });
    expect(leadsTo('pacs', 'suspend', 'running', { subStep: 'office' })).toMatchObject({ subStep: 'office' });
    expect(leadsTo('pacs', 'resume', 'suspended', { subStep: 'office' })).toMatchObject({
      subStep: 'office',
    });
    expect(leadsTo('pacs', 'submit_final_report', 'running', { subStep: 'office' })).toMatchObject({
      subStep: 'office',
    });
  });
  it('an override to returned comes back to the step it left, else to the first', () => {
    expect(arriving('returned', standing('pacs', 'dean_review')).returnedFrom).toBe('dean_review');
    expect(arriving('returned', standing('pacs', 'approved')).returnedFrom).toBeNull();
    expect(leadsTo('pacs', 'submit', 'returned')).toMatchObject({ status: 'director_review' });
  });
  it('what only the caller knows is left to it', () => {
    expect(leadsTo('pacs', 'undo', 'closed')).toBeNull();
    expect(leadsTo('pacs', 'override', 'closed')).toBeNull();
    expect(leadsTo('pacs', 'delete', 'draft')).toBeNull();
  });
});

describe('in words', () => {
  it.each<[KindSlug, Status, Partial<Standing>, string]>([
    ['pacs', 'draft', {}, 'Al enviarlo pasa por Dirección y Decanato, y luego queda aprobado.'],
    ['exts', 'draft', {}, 'Al enviarlo pasa por Dirección, y luego queda aprobado.'],
    ['pacs', 'director_review', {}, 'Después pasa por Decanato, y luego queda aprobado.'],
    ['pacs', 'dean_review', {}, 'Después queda aprobado.'],
    ['fexs', 'dean_review', {}, 'Después pasa por admisibilidad y evaluación, y luego se resuelve.'],
    ['incs', 'evaluation', {}, 'Después se resuelve.'],
    ['pacs', 'returned', { returnedFrom: 'dean_review' }, 'Al responder y enviar, vuelve a Decanato.'],
    ['pacs', 'returned', {}, 'Al responder y enviar, vuelve a Dirección.'],
    ['pacs', 'approved', {}, 'Después empieza la ejecución.'],
    ['pacs', 'final_report', { subStep: 'director' }, 'Al aceptar el informe, pasa a la oficina.'],
    ['pacs', 'final_report', { subStep: 'office' }, 'Al aceptar el informe, el proyecto se cierra.'],
    ['pacs', 'closed', {}, 'No queda ningún paso.'],
  ])('%s in %s %o', (kind, status, more, words) => {
    expect(whatComesNext(standing(kind, status, more))).toBe(words);
  });
  it.each<[TransitionAction, Status, Partial<Standing>, string]>([
    ['submit', 'draft', {}, 'Enviar a Dirección'],
    ['submit', 'returned', { returnedFrom: 'admissibility' }, 'Enviar a admisibilidad'],
    ['endorse', 'director_review', {}, 'Dar visto bueno'],
    ['return', 'dean_review', {}, 'Devolver con observaciones'],
    ['submit_final_report', 'running', {}, 'Enviar informe final a Dirección'],
    ['submit_final_report', 'running', { subStep: 'office' }, 'Enviar informe final a la oficina'],
    ['undo', 'running', {}, 'Deshacer'],
  ])('%s from %s %o', (action, status, more, label) => {
    const row = transitionFor(action, status);
    expect(row && buttonLabel(row, standing('fexs', status, more))).toBe(label);
  });
});

describe('what a person gives along', () => {
  it('reads the length of the reason', () => {
    expect(reasonLength(['reason>=20'])).toBe(20);
    expect(reasonLength(['comment_optional'])).toBe(0);
  });
  it('a reason of the length asked for', () => {
    expect(inputErrors(['reason>=20'], {})).toEqual([
      { path: 'reason', message: 'Este campo es obligatorio.' },
    ]);
    expect(inputErrors(['reason>=20'], { reason: 'muy corto           ' })).toEqual([
      { path: 'reason', message: 'Escribe al menos 20 caracteres.' },
    ]);
    expect(inputErrors(['reason>=20'], { reason: 'no cumple las bases del fondo' })).toEqual([]);
  });
  it('observations with text', () => {
    expect(inputErrors(['observation>=1'], {})).toEqual([
      { path: 'observations', message: 'Agrega al menos 1.' },
    ]);
    const observations = [
      { section: 'plan', text: 'Faltan fechas.' },
      { section: 'goals', text: ' ' },
    ];
    expect(inputErrors(['observation>=1'], { observations })).toEqual([
      { path: 'observations.1.text', message: 'Este campo es obligatorio.' },
    ]);
  });
  it('a checklist and a confirmation, all errors at once', () => {
    expect(inputErrors(['checklist', 'confirmation', 'reason>=1'], {}).map(e => e.path)).toEqual([
      'reason',
      'checklist',
      'confirmed',
    ]);
    expect(inputErrors(['checklist', 'confirmation'], { checklist: true, confirmed: true })).toEqual([]);
  });
});
