import { describe, expect, it } from 'vitest';
import {
  allowed,
  LAST,
  leadBy,
  NOW,
  PEOPLE,
  PERSONAS,
  type Persona,
  project,
  why,
} from '../../../test/subjects.ts';
import { FIRST_KINDS } from '../kinds/index.ts';
import { KIND_SLUGS } from '../kinds/slugs.ts';
import { STATUSES, type Status } from '../kinds/statuses.ts';
import {
  statusesOf,
  TRANSITION_ACTIONS,
  type TransitionAction,
  transitionFor,
} from '../workflow/transitions.ts';
import { can } from './can.ts';
import { allowedActions, requirementsFor } from './offers.ts';
import type { ProjectSubject } from './subject.ts';

const OWN: Persona[] = ['lead', 'alternate', 'office', 'officeInTeam', 'officeLead'];
const LEAD: Persona[] = ['lead', 'office', 'officeInTeam', 'officeLead'];
const REVIEWS: Status[] = ['director_review', 'dean_review', 'admissibility'];

/** The product's table once more, by person: who may do what from where, when nothing else stands in the way. */
const EXPECTED: Record<TransitionAction, Partial<Record<Status, readonly Persona[]>>> = {
  submit: { draft: OWN, returned: OWN },
  endorse: { director_review: ['holder'], dean_review: ['holder'] },
  return: {
    director_review: ['holder', 'office'],
    dean_review: ['holder', 'office'],
    admissibility: ['office'],
  },
  reject: { director_review: ['holder', 'office'], dean_review: ['holder', 'office'] },
  admit: { admissibility: ['office'] },
  dismiss: { admissibility: ['office'] },
  lapse: { returned: [] },
  finish_evaluation: { evaluation: ['office'] },
  reopen_evaluation: { resolution: ['office'] },
  award: { resolution: ['office'], waitlisted: ['office'] },
  waitlist: { resolution: ['office'] },
  not_award: { resolution: ['office'], waitlisted: ['office'] },
  uphold_appeal: { not_awarded: ['office'], rejected: ['office'] },
  start: { approved: LEAD },
  submit_final_report: { running: LEAD },
  accept_final_report: { final_report: ['holder'] },
  return_final_report: { final_report: ['holder'] },
  suspend: { running: ['office'] },
  resume: { suspended: ['office'] },
  withdraw: Object.fromEntries(
    (['draft', 'returned', ...REVIEWS, 'evaluation', 'resolution', 'waitlisted'] as const).map(s => [
      s,
      LEAD,
    ]),
  ),
  renounce: { approved: LEAD },
  cancel: { approved: ['office'], running: ['office'], suspended: ['office'] },
  delete: { draft: [] },
  undo: {},
  override: Object.fromEntries(STATUSES.map(s => [s, ['office']])),
};

describe.each(KIND_SLUGS)('transitions of %s', kind => {
  const { steps } = FIRST_KINDS[kind];
  it.each(statusesOf({ steps }))('from %s: each action by each person', status => {
    const wrong: string[] = [];
    for (const action of TRANSITION_ACTIONS)
      for (const persona of PERSONAS) {
        const expected = EXPECTED[action][status]?.includes(persona) ?? false;
        const verdict = can(PEOPLE[persona], action, { ...leadBy(persona, status), kind, steps });
        if (verdict.allowed !== expected) wrong.push(`${persona} ${action}: ${JSON.stringify(verdict)}`);
        if (!verdict.allowed && !verdict.reason.endsWith('.')) wrong.push(`${persona} ${action}: no reason`);
      }
    expect(wrong).toEqual([]);
  });
});

describe('a proposal of a call', () => {
  it('gets its result from the act of its call, not one by one', () => {
    const together = project('resolution', { resolvedTogether: true });
    for (const action of ['award', 'waitlist', 'not_award'] as const) {
      expect(why('office', action, together)).toBe(
        'Se resuelve junto con las demás propuestas de su convocatoria, en un solo acto.',
      );
      expect(allowed('office', action, project('resolution'))).toBe(true);
    }
    const offered = allowedActions(PEOPLE.office, together).map(o => o.action);
    expect(offered).toEqual(['reopen_evaluation', 'withdraw']);
  });
  it('moves on from the waitlist by hand all the same', () => {
    const waiting = project('waitlisted', { resolvedTogether: true });
    const offered = allowedActions(PEOPLE.office, waiting).map(o => o.action);
    expect(offered).toEqual(['award', 'not_award', 'withdraw']);
  });
});

describe('acting for the lead', () => {
  it.each(['submit', 'withdraw'] as const)('an Admin does %s on the lead’s behalf, flagged', action => {
    expect(can(PEOPLE.office, action, project('returned'))).toEqual({ allowed: true, onBehalf: true });
  });
  it('an Admin who leads acts in their own name', () => {
    expect(can(PEOPLE.officeLead, 'submit', leadBy('officeLead', 'returned'))).toEqual({ allowed: true });
  });
});

describe('decisions', () => {
  it('nobody decides on a project they lead or belong to', () => {
    expect(why('holderInTeam', 'endorse', project('director_review'))).toBe(
      'No puedes decidir sobre un proyecto que diriges o integras: lo decide otra persona de la unidad o la oficina.',
    );
    expect(why('officeInTeam', 'cancel', project('running'))).toMatch(/diriges o integras/);
    expect(why('officeLead', 'admit', leadBy('officeLead', 'admissibility'))).toMatch(/diriges o integras/);
  });
  it('the role alone does not decide: the holder row does', () => {
    expect(why('otherHead', 'endorse', project('director_review'))).toBe(
      'Solo puede hacerlo quien tiene el proyecto en este paso.',
    );
    const handed = project('director_review', { holderIds: ['stranger'] });
    expect(allowed('stranger', 'endorse', handed)).toBe(true);
  });
  it('who acted as director does not endorse again as dean', () => {
    const again = project('dean_review', { actedAsDirectorIds: ['holder'] });
    expect(why('holder', 'endorse', again)).toBe(
      'Ya diste visto bueno por la Dirección: por el Decanato decide otra persona.',
    );
    expect(allowed('holder', 'return', again)).toBe(true);
    expect(allowed('holder', 'endorse', project('director_review', { actedAsDirectorIds: ['holder'] }))).toBe(
      true,
    );
  });
  it.each([
    ['nobody holds it', { holderIds: [] }],
    ['the office holds it', { holderIds: ['holderInTeam'], officeTurn: true }],
  ])('an Admin endorses when %s', (_, more) => {
    expect(can(PEOPLE.office, 'endorse', project('director_review', more))).toEqual({ allowed: true });
    expect(allowed('officeInTeam', 'endorse', project('director_review', more))).toBe(false);
    expect(allowed('otherHead', 'endorse', project('director_review', more))).toBe(false);
  });
  it('the last possible Admin decides despite a conflict, flagged and with a reason', () => {
    const last = project('director_review', { holderIds: [], officeTurn: true, lastAdmin: true });
    const verdict = can(PEOPLE.officeInTeam, 'endorse', last);
    expect(verdict).toEqual({ allowed: true, lastResort: true });
    const row = transitionFor('endorse', 'director_review');
    expect(row && requirementsFor(row, verdict)).toEqual(['comment_optional', 'reason>=10']);
    expect(row && requirementsFor(row, { allowed: true })).toEqual(['comment_optional']);
    expect(can(PEOPLE.office, 'endorse', last)).toEqual({ allowed: true });
    expect(allowed('holderInTeam', 'endorse', { ...last, holderIds: ['holderInTeam'] })).toBe(false);
  });
  it('the final report goes from Dirección to the office', () => {
    const atOffice = project('final_report', { subStep: 'office', holderIds: [], officeTurn: true });
    expect(allowed('office', 'accept_final_report', atOffice)).toBe(true);
    expect(allowed('office', 'accept_final_report', project('final_report'))).toBe(false);
    expect(allowed('holder', 'return_final_report', project('final_report'))).toBe(true);
    expect(allowed('holder', 'accept_final_report', atOffice)).toBe(false);
  });
});

describe('conditions say what to do', () => {
  const draft = (more: Partial<ProjectSubject>) => project('draft', { submittedAt: null, ...more });
  it.each<[TransitionAction, ProjectSubject, string]>([
    ['submit', draft({ missingCount: 1 }), 'Falta 1 dato: complétalo antes de enviar.'],
    ['submit', draft({ missingCount: 3 }), 'Faltan 3 datos: complétalos antes de enviar.'],
    ['submit', project('returned', { openObservations: 1 }), 'Queda 1 observación por responder.'],
    ['submit', project('returned', { openObservations: 2 }), 'Quedan 2 observaciones por responder.'],
    ['submit', draft({ callRefusals: ['La convocatoria cerró.', 'Otra.'] }), 'La convocatoria cerró. Otra.'],
    ['withdraw', draft({}), 'Este borrador nunca fue enviado: puedes eliminarlo.'],
    ['delete', project('draft'), 'Este borrador ya fue enviado una vez: puedes retirarlo.'],
    [
      'start',
      project('approved', { missingToStart: ['Contrato firmado'] }),
      'Falta para iniciar: Contrato firmado.',
    ],
    [
      'submit_final_report',
      project('running', { missingInReport: 4 }),
      'Al informe final le faltan 4 datos: complétalos antes de enviar.',
    ],
    [
      'submit_final_report',
      project('running', { openObservations: 1 }),
      'Queda 1 observación por responder.',
    ],
    ['submit', project('closed'), 'En estado «Cerrado» no se puede enviar el proyecto.'],
  ])('%s is refused', (action, subject, reason) => {
    expect(why('lead', action, subject)).toBe(reason);
  });
  it('a project sent back must meet what its call still asks', () => {
    expect(why('lead', 'submit', project('returned', { callRefusals: ['Supera el tope.'] }))).toBe(
      'Supera el tope.',
    );
    expect(allowed('lead', 'submit', project('returned'))).toBe(true);
  });
  it('only a draft never submitted is deleted, by its lead', () => {
    expect(allowed('lead', 'delete', draft({}))).toBe(true);
    expect(allowed('alternate', 'delete', draft({}))).toBe(false);
    expect(can(PEOPLE.office, 'delete', draft({}))).toEqual({ allowed: true, onBehalf: true });
  });
  it('only a dismissal can be appealed once rejected', () => {
    expect(allowed('office', 'uphold_appeal', project('rejected', { dismissed: false }))).toBe(false);
  });
  it('an appeal is upheld by answering it, and by no button of its own', () => {
    const alone = project('not_awarded', { answersAppeal: false });
    expect(why('office', 'uphold_appeal', alone)).toBe('Se acoge al responder la apelación del proyecto.');
    expect(allowedActions(PEOPLE.office, alone)).toEqual([]);
    expect(allowed('office', 'uphold_appeal', project('not_awarded'))).toBe(true);
  });
  it('without a call there is no waitlist', () => {
    expect(allowed('office', 'waitlist', project('resolution', { inCall: false }))).toBe(false);
  });
  it('the office does not reject at admissibility, which could not be appealed', () => {
    expect(allowed('office', 'reject', project('admissibility'))).toBe(false);
    expect(allowed('office', 'dismiss', project('admissibility'))).toBe(true);
  });
});

describe('undo', () => {
  const done = (action: string, more: Partial<typeof LAST> = {}) =>
    project('dean_review', { lastTransition: { ...LAST, action, actorId: 'holder', ...more } });
  const hoursAgo = (h: number) => new Date(NOW.getTime() - h * 3_600_000);

  it.each([
    ...['submit', 'endorse', 'admit', 'dismiss', 'return', 'reject'],
    ...['withdraw', 'suspend', 'resume', 'override'],
  ])('takes back %s', action => {
    expect(allowed('holder', 'undo', done(action))).toBe(true);
  });
  it.each(['award', 'undo', 'start', 'delete'])('does not take back %s', action => {
    expect(allowed('holder', 'undo', done(action))).toBe(false);
  });
  it('is only for who did it', () => {
    expect(why('office', 'undo', done('endorse'))).toBe('Solo puede deshacerlo quien lo hizo.');
  });
  it('ends after 24 hours', () => {
    expect(allowed('holder', 'undo', done('endorse', { at: hoursAgo(24) }))).toBe(true);
    expect(why('holder', 'undo', done('endorse', { at: new Date(hoursAgo(24).getTime() - 1) }))).toBe(
      'Pasaron más de 24 horas: pide a la oficina que cambie el estado.',
    );
  });
  it('ends when something followed', () => {
    expect(allowed('holder', 'undo', done('endorse', { undoable: false, tooLate: null }))).toBe(false);
    expect(allowed('holder', 'undo', project('dean_review', { lastTransition: null }))).toBe(false);
  });
  it('lets a lead take back what they sent', () => {
    const sent = project('director_review', { lastTransition: { ...LAST, actorId: 'lead' } });
    expect(allowed('lead', 'undo', sent)).toBe(true);
  });
});
