import { describe, expect, it } from 'vitest';
import { OFFICE_EXAMPLES } from '../../../test/office-notices.ts';
import { REPORT_EXAMPLES } from '../../../test/report-notices.ts';
import { DUE, type Example, type ExamplesOf, REVIEW_EXAMPLES } from '../../../test/review-notices.ts';
import { SPENDING_EXAMPLES } from '../../../test/spending-notices.ts';
import { HOLDINGS } from '../workflow/reassignment.ts';
import type { SharedEvent } from './events.ts';
import { groupHandovers } from './handovers.ts';
import { noticesOf, peopleOf } from './notices.ts';

const NAMES: Record<string, string> = {
  lead: 'Camila Rojas',
  director: 'Patricia Contreras',
  reviewer: 'Soledad Cifuentes',
  admin: 'Beatriz Navarrete',
};
const nameOf = (id: string) => NAMES[id] ?? '?';
const OFFICE = ['admin', 'otherAdmin'];
const context = { nameOf, officeIds: OFFICE, decidingIds: OFFICE };

const handing = { kind: 'handover', actorId: 'admin', holders: ['director'], office: false } as const;
const handed = { status: 'dean_review', isNewUnit: false, note: 'Ahora lo tiene la oficina.' } as const;
const observing = {
  kind: 'observation',
  authorId: 'director',
  leadId: 'lead',
  alternateId: 'alternate',
} as const;
const stepsOf = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ ...handed, code: `PAC-${n + 1}` }));

const EXAMPLES: ExamplesOf<SharedEvent> = {
  reminder: [
    [
      {
        kind: 'reminder',
        actorId: null,
        when: 'overdue',
        left: 0,
        status: 'approved',
        holders: ['lead'],
        office: false,
      },
      ['lead reminder'],
      'El plazo está vencido',
      'El plazo ya venció. Te toca iniciar la ejecución.',
    ],
    [
      {
        kind: 'reminder',
        actorId: null,
        when: 'before',
        left: 2,
        status: 'evaluation',
        holders: ['reviewer'],
        office: false,
      },
      ['reviewer review'],
      'El plazo vence pronto',
      'El plazo vence en 2 días hábiles. Te toca evaluar.',
    ],
    [
      {
        ...{ kind: 'reminder', actorId: null, when: 'today', left: 0, turn: 'question' },
        ...{ status: 'evaluation', holders: ['lead', 'alternate'], office: false },
      },
      ['alternate reminder', 'lead reminder'],
      'El plazo vence hoy',
      'El plazo vence hoy. Te toca responder a quien evalúa.',
    ],
    [
      {
        ...{ kind: 'reminder', actorId: null, when: 'before', left: 1, turn: 'action_item' },
        ...{ what: 'Enviar el informe', status: 'running', holders: ['member'], office: false },
      },
      ['member reminder'],
      'El plazo vence pronto',
      'El plazo vence el próximo día hábil. Te toca cumplir un acuerdo de una reunión: «Enviar el informe».',
    ],
    [
      {
        ...{ kind: 'reminder', actorId: null, when: 'today', left: 0, turn: 'measurement' },
        ...{ status: 'running', holders: [], office: true, makers: ['admin'] },
      },
      ['otherAdmin reminder'],
      'El plazo vence hoy',
      'El plazo vence hoy. Te toca aceptar mediciones de indicadores.',
    ],
    [
      {
        ...{ kind: 'reminder', actorId: null, when: 'today', left: 0, report: 2 },
        ...{ status: 'running', holders: ['lead'], office: false },
      },
      ['lead reminder'],
      'El plazo vence hoy',
      'El plazo vence hoy. Te toca enviar el informe de avance 2.',
    ],
  ],
  handover: [
    [
      { ...handing, steps: [{ ...handed, code: 'PAC-1' }] },
      ['director turn'],
      'Te toca revisar',
      'Ahora lo tiene la oficina.',
    ],
    [
      { ...handing, holders: [], office: true, steps: [{ ...handed, code: 'PAC-1', isNewUnit: true }] },
      ['otherAdmin turn'],
      'Te toca revisar',
      'El proyecto cambió de unidad. Ahora lo tiene la oficina.',
    ],
    [
      { ...handing, steps: [{ ...handed, code: 'PAC-1', isNewUnit: true, note: null }] },
      ['director turn'],
      'Te toca revisar',
      'El proyecto cambió de unidad.',
    ],
    [
      { ...handing, steps: [{ ...handed, code: 'PAC-0' }, ...stepsOf(6)] },
      ['director turn'],
      'Te tocan 7 proyectos',
      'Cambió quien revisa: ahora tienes PAC-0, PAC-1, PAC-2, PAC-3, PAC-4 y 2 más.',
    ],
  ],
  due_extended: [
    [
      { kind: 'due_extended', actorId: 'admin', holders: ['director'], office: true, day: '2026-11-26' },
      ['director reminder', 'otherAdmin reminder'],
      'Hay más plazo',
      'Beatriz Navarrete extendió el plazo hasta el 26-11-2026.',
    ],
  ],
  allowed: [
    [
      {
        kind: 'allowed',
        actorId: 'admin',
        what: 'open_sections',
        leadId: 'lead',
        note: 'Se abre para corregir: Presupuesto.',
      },
      ['lead reminder'],
      'Puedes corregir más secciones',
      'Se abre para corregir: Presupuesto.',
    ],
  ],
  draft_created: [
    [
      { kind: 'draft_created', actorId: 'admin', leadId: 'lead' },
      ['lead turn'],
      'Te toca completar el borrador',
      'Beatriz Navarrete creó el proyecto a tu nombre.',
    ],
  ],
  part_assigned: [
    [
      { kind: 'part_assigned', actorId: 'admin', part: 'lead', to: ['lead'] },
      ['lead reassignment'],
      'Eres responsable',
      'Beatriz Navarrete te dejó como responsable.',
    ],
    [
      { kind: 'part_assigned', actorId: 'lead', part: 'alternate', to: ['alternate'] },
      ['alternate reassignment'],
      'Eres responsable alterno',
      'Camila Rojas te dejó como responsable alterno.',
    ],
    [
      { kind: 'part_assigned', actorId: 'lead', part: 'member', to: ['lead', 'member'] },
      ['member team'],
      'Eres parte del equipo',
      'Camila Rojas te sumó al equipo.',
    ],
  ],
  observation: [
    [
      { ...observing, what: 'answered', actorId: 'lead' },
      ['director observation'],
      'Respondieron tu observación',
      'Camila Rojas respondió observaciones que hiciste.',
    ],
    [
      { ...observing, what: 'resolved', actorId: 'director' },
      ['alternate observation', 'lead observation'],
      'Observación resuelta',
      'Patricia Contreras dio por resuelta una observación.',
    ],
    [
      { ...observing, what: 'reopened', actorId: null, alternateId: null },
      ['lead observation'],
      'Observación reabierta',
      'El sistema volvió a abrir una observación.',
    ],
  ],
  change_requested: [
    [
      { kind: 'change_requested', actorId: 'lead', section: 'team', deciders: ['director'], office: true },
      ['admin request', 'director request', 'otherAdmin request'],
      'Te toca decidir un cambio',
      'Camila Rojas pidió cambiar el equipo.',
    ],
  ],
  change_decided: [
    [
      {
        ...{ kind: 'change_decided', actorId: 'director', section: 'identification', isAccepted: true },
        ...{ authorId: 'alternate', leadId: 'lead' },
      },
      ['alternate decision', 'lead decision'],
      'Cambio aceptado',
      'Patricia Contreras aceptó cambiar las fechas.',
    ],
    [
      {
        ...{ kind: 'change_decided', actorId: 'admin', section: 'budget', isAccepted: false },
        ...{ authorId: 'lead', leadId: 'lead' },
      },
      ['lead decision'],
      'Cambio rechazado',
      'Beatriz Navarrete rechazó cambiar el presupuesto.',
    ],
  ],
  measurements_submitted: [
    [
      {
        ...{ kind: 'measurements_submitted', actorId: 'lead', deciders: ['director'], office: false },
        makers: ['lead'],
      },
      ['director request'],
      'Te toca aceptar mediciones de indicadores',
      'Camila Rojas envió mediciones de indicadores.',
    ],
    [
      {
        ...{ kind: 'measurements_submitted', actorId: 'lead', deciders: [], office: true },
        makers: ['lead', 'admin'],
      },
      ['otherAdmin request'],
      'Te toca aceptar mediciones de indicadores',
      'Camila Rojas envió mediciones de indicadores.',
    ],
    [
      {
        ...{ kind: 'measurements_submitted', actorId: 'lead', deciders: [], office: true },
        makers: OFFICE,
      },
      ['admin request', 'otherAdmin request'],
      'Te toca aceptar mediciones de indicadores',
      'Camila Rojas envió mediciones de indicadores.',
    ],
  ],
  measurements_decided: [
    [
      {
        ...{ kind: 'measurements_decided', actorId: 'director', isAccepted: true, count: 3 },
        ...{ authorIds: ['alternate', 'lead'], leadId: 'lead' },
      },
      ['alternate decision', 'lead decision'],
      'Mediciones aceptadas',
      'Patricia Contreras aceptó 3 mediciones de indicadores.',
    ],
    [
      {
        ...{ kind: 'measurements_decided', actorId: 'director', isAccepted: false, count: 1 },
        ...{ authorIds: ['lead'], leadId: 'lead' },
      },
      ['lead decision'],
      'Medición devuelta',
      'Patricia Contreras devolvió una medición de indicadores.',
    ],
  ],
  ...SPENDING_EXAMPLES,
  ...REPORT_EXAMPLES,
  ...REVIEW_EXAMPLES,
  call_extended: [
    [
      {
        ...{ kind: 'call_extended', actorId: 'admin', name: 'Fondo 2026', closesAt: '2026-11-26T20:30:00Z' },
        ...{ reason: 'Hubo un corte de luz.', own: ['lead', 'alternate', 'admin'] },
      },
      ['alternate reminder', 'lead reminder'],
      'Más plazo para tu borrador',
      'Fondo 2026 ahora cierra el 26-11-2026 17:30. Hubo un corte de luz.',
    ],
  ],
  ...OFFICE_EXAMPLES,
  appeal_filed: [
    [
      { kind: 'appeal_filed', actorId: 'lead', code: 'INC-1', due: DUE },
      ['admin turn', 'otherAdmin turn'],
      'Te toca responder una apelación',
      'Camila Rojas apeló el resultado de INC-1. Vence el 26-11-2026.',
    ],
  ],
  appeal_rejected: [
    [
      {
        kind: 'appeal_rejected',
        actorId: 'admin',
        call: 'Fondo 2026',
        leadId: 'lead',
        alternateId: 'alternate',
      },
      ['alternate decision', 'lead decision'],
      'Apelación rechazada',
      '«Fondo 2026» respondió tu apelación: el resultado se mantiene.',
    ],
  ],
  waitlist_moved_up: [
    [
      { kind: 'waitlist_moved_up', actorId: null, code: 'INC-2', freedBy: 'INC-1' },
      ['admin decision', 'otherAdmin decision'],
      'Subió desde la lista de espera',
      'INC-1 dejó libre su cupo y INC-2 quedó adjudicado.',
    ],
  ],
};
const cases = Object.values(EXAMPLES).flatMap((all: readonly Example<SharedEvent>[]) =>
  all.map(([event, told, title, text]) => ({ kind: event.kind, event, told, title, text })),
);

describe('an event that says the same to everybody', () => {
  it.each(cases)('$kind: $title', ({ event, told, title, text }) => {
    const notices = noticesOf(event, context);
    expect(notices.map(n => `${n.userId} ${n.type}`).toSorted()).toEqual(told);
    for (const notice of notices) expect(notice).toMatchObject({ title, text, private: true });
  });

  it.each(cases)('$kind asks for whoever it tells or names', ({ event }) => {
    const { ids, office } = peopleOf(event);
    const known = [...ids, ...(office ? context.officeIds : [])];
    const named: string[] = [];
    const listening = { ...context, nameOf: (id: string) => nameOf(named[named.push(id) - 1] ?? '') };
    for (const { userId } of noticesOf(event, listening)) expect(known).toContain(userId);
    // Whoever is named without having been asked for is called «Alguien».
    for (const id of named) expect(known).toContain(id);
    if (event.actorId) expect(known).toContain(event.actorId);
  });
});

it('each thing handed over is named by what it is', () => {
  const taken = HOLDINGS.map(holding => ({
    toId: 'director',
    holding,
    code: 'PAC-1',
    name: 'Enfermería',
    status: 'dean_review' as const,
  }));
  const notices = noticesOf({ kind: 'reassign', actorId: 'admin', fromId: 'lead', taken }, context);
  const what =
    'PAC-1 (responsable), PAC-1 (responsable alterno), PAC-1 (paso «En revisión de Decanato»), la escuela Enfermería y la facultad Enfermería.';
  expect(notices.map(n => n.text)).toEqual([
    `Beatriz Navarrete te traspasó lo que tenía Camila Rojas: ${what}`,
    `Beatriz Navarrete traspasó a Patricia Contreras: ${what}`,
  ]);
});

it('steps that changed hands are told by person, the office by itself', () => {
  const step = (id: string, before: string[], holders: string[], offices: [boolean, boolean]) => ({
    ...{ id, before, holders, officeBefore: offices[0], office: offices[1] },
  });
  const { taken, left } = groupHandovers([
    step('1', ['a'], ['b', 'c'], [false, false]),
    step('2', ['a', 'b'], ['b'], [false, false]),
    step('3', ['a'], [], [false, true]),
    step('4', [], ['b'], [true, false]),
    step('5', [], [], [true, true]),
  ]);
  const idsOf = (sides: ReadonlyMap<string | null, readonly { id: string }[]>) =>
    [...sides].map(([person, steps]) => [person, steps.map(s => s.id)]);
  expect(idsOf(taken)).toEqual([
    ['b', ['1', '4']],
    ['c', ['1']],
    [null, ['3']],
  ]);
  expect(idsOf(left)).toEqual([['a', ['1', '2', '3']]]);
});
