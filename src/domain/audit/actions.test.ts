import { expect, test } from 'vitest';
import { CALL_STATE_SLUGS } from '../calls/calls.ts';
import { REVIEW_STATES } from '../calls/review-states.ts';
import { COUNTED } from '../execution/people.ts';
import { IMPORT_NOUNS } from '../imports/nouns.ts';
import { keysOf } from '../kit/look-up.ts';
import { MAIL_STATE_SLUGS } from '../notices/mail-states.ts';
import { SECTIONS } from '../sections/index.ts';
import { HISTORY_ACTIONS } from '../workflow/past-words.ts';
import { ACTION_WORDS, AUDIT_ACTIONS, type AuditAction, patternsOf } from './actions.ts';
import { AUDIT_FIELDS } from './fields.ts';
import { AUDIT_OBJECTS } from './objects.ts';
import { auditLabel, auditValue } from './words.ts';

const like = (pattern: string, action: string) =>
  new RegExp(`^${pattern.replaceAll('.', '[.]').replaceAll('_', '.').replaceAll('%', '.*')}$`).test(action);
const kindsOf = (action: string) =>
  keysOf(AUDIT_ACTIONS).filter(kind => patternsOf(kind).some(pattern => like(pattern, action)));

test.for<[AuditAction, string, string]>([
  ['review.invite', 'review', 'Invitación a evaluar'],
  ['review.lapse', 'review', 'Invitación a evaluar vencida'],
  ['review.accept', 'review', 'Invitación a evaluar aceptada'],
  ['review.decline', 'review', 'Invitación a evaluar rechazada'],
  ['review.conflict', 'review', 'Conflicto de interés declarado'],
  ['review.save', 'review', 'Evaluación guardada'],
  ['review.confirm', 'review', 'Evaluación confirmada'],
  ['review.return', 'review', 'Evaluación devuelta'],
  ['review.replace', 'review', 'Cambio de quien evalúa'],
  ['review.preference', 'review', 'Preferencia para evaluar'],
  ['call.preferences_asked', 'review', 'Preferencias para evaluar pedidas'],
  ['call.preferences_extended', 'review', 'Más plazo para responder preferencias'],
  ['call.preferences_ended', 'review', 'Preferencias para evaluar terminadas'],
  ['appeal.file', 'review', 'Apelación presentada'],
  ['appeal.answer', 'review', 'Apelación respondida'],
  ['project.check', 'updated', 'Lista de admisibilidad revisada'],
  ['project.extend', 'updated', 'Plazo extendido'],
  ['project.request_change', 'moved', 'Cambio solicitado'],
  ['project.withdraw_change', 'moved', 'Solicitud de cambio retirada'],
  ['project.award', 'moved', 'Adjudicado'],
  ['project.delete', 'deleted', 'Eliminado'],
  ['project.save.budget', 'updated', 'Guardado: Presupuesto'],
  ['observation.answered', 'moved', 'Observación respondida'],
  ['call.resolve', 'moved', 'Convocatoria resuelta'],
  ['mail.resend', 'moved', 'Correo reenviado'],
  ['deputation.ended', 'activation', 'Terminada'],
  ['session.ended', 'access', 'Sesión terminada'],
  ['import.created', 'created', 'Planilla leída'],
  ['faculty.created', 'created', 'Creado'],
  ['faculties.imported', 'updated', 'Importado'],
])('%s is found among %s and reads «%s»', ([action, kind, label]) => {
  expect([kindsOf(action), auditLabel(action)]).toEqual([[kind], label]);
});

test('everything that may be recorded has words, and one filter alone finds it', () => {
  const told = Object.keys(ACTION_WORDS);
  const actions = [
    ...told.filter(code => !code.includes('%')),
    ...keysOf(AUDIT_OBJECTS).flatMap(object =>
      told.filter(code => code.startsWith('%')).map(code => code.replace('%', object)),
    ),
    ...IMPORT_NOUNS.flatMap(noun => [`${noun}.imported`, `${noun}.import_undone`]),
    ...HISTORY_ACTIONS.map(action => `project.${action}`),
    ...keysOf(SECTIONS).map(slug => `project.save.${slug}`),
  ];
  const wrong = actions.filter(
    action => kindsOf(action).length !== 1 || /^\S*[._]\S*$/.test(auditLabel(action)),
  );
  expect(wrong).toEqual([]);
});

test('what nobody gave words to may not be recorded', () => {
  // @ts-expect-error: no such action.
  const action: AuditAction = 'review.forget';
  // @ts-expect-error: an import brings plural nouns, and nothing else happens to them.
  const noun: AuditAction = 'faculties.created';
  // @ts-expect-error: no such section.
  const section: AuditAction = 'project.save.nothing';
  // @ts-expect-error: a word made at run time may be anything.
  const made: AuditAction = `review.${String('invite')}`;
  // An older row may hold it all the same, and shows its code.
  expect([action, made, noun].map(auditLabel)).toEqual(['review.forget', 'Invitación a evaluar', 'Creado']);
  expect(auditLabel(section)).toBe('Guardado');
});

test.each([...CALL_STATE_SLUGS, ...REVIEW_STATES, ...MAIL_STATE_SLUGS])(
  'the state %s is told in words',
  state => {
    expect(auditValue(state, new Map())).not.toBe(state);
  },
);

test('people are counted by the same words as where they are typed', () => {
  for (const { value, label } of COUNTED.flatMap(({ groups }) => [...groups]))
    expect(AUDIT_FIELDS[value]).toBe(label.toLowerCase());
});
