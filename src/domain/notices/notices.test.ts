import { describe, expect, it, test } from 'vitest';
import { STATUSES } from '../kinds/statuses.ts';
import { TRANSITION_ACTIONS } from '../workflow/transitions.ts';
import type { NoticeEvent, StepEvent } from './events.ts';
import { NOTICE_INFO, NOTICE_TYPES } from './notice-types.ts';
import { noticesOf, peopleOf } from './notices.ts';
import { turnTitle } from './words/step-words.ts';

const NAMES: Record<string, string> = {
  lead: 'Camila Rojas',
  alternate: 'Matías Sepúlveda',
  member: 'Rosa Lagos',
  director: 'Patricia Contreras',
  codirector: 'Hernán Bustos',
  dean: 'Marcela Figueroa',
  admin: 'Beatriz Navarrete',
  otherAdmin: 'Tomás Espinoza',
};
const OFFICE = ['admin', 'otherAdmin'];
const context = { nameOf: (id: string) => NAMES[id] ?? '?', officeIds: OFFICE, decidingIds: OFFICE };
/** Whoever is of a project does not decide on it. */
const contextOf = (event: NoticeEvent) => {
  const own = event.kind === 'step' ? [event.leadId, event.alternateId, ...event.memberIds] : [];
  return { ...context, decidingIds: OFFICE.filter(id => !own.includes(id)) };
};

const step = (more: Partial<StepEvent>): StepEvent => ({
  kind: 'step',
  action: 'submit',
  from: 'draft',
  to: 'director_review',
  subStep: null,
  actorId: 'lead',
  leadId: 'lead',
  alternateId: 'alternate',
  memberIds: ['member'],
  heldBy: ['lead'],
  holders: ['director', 'codirector'],
  officeBefore: false,
  office: false,
  onBehalf: false,
  observations: 0,
  ...more,
});

/** `who type title` of each notice, in a fixed order. */
const told = (event: NoticeEvent) =>
  noticesOf(event, contextOf(event))
    .map(n => `${n.userId} ${n.type}: ${n.title}`)
    .toSorted();
const textOf = (event: NoticeEvent) => [...new Set(noticesOf(event, context).map(n => n.text))];

const UNDER_REVIEW = { from: 'director_review', heldBy: ['director', 'codirector'] } as const;
const OWN = (title: string) => [`alternate decision: ${title}`, `lead decision: ${title}`];

const CASES: [string, Partial<StepEvent>, string[], string][] = [
  [
    'sent by the lead: who has it now, and its own people that it has arrived',
    {},
    [
      'alternate decision: Recibimos tu proyecto',
      'codirector turn: Te toca revisar',
      'director turn: Te toca revisar',
      'lead decision: Recibimos tu proyecto',
      'member team: En revisión de Dirección',
    ],
    'Camila Rojas envió el proyecto a Dirección.',
  ],
  [
    'sent by the office on the lead’s behalf: the lead learns of it',
    { actorId: 'admin', onBehalf: true, alternateId: null, memberIds: [], holders: ['director'] },
    ['director turn: Te toca revisar', 'lead decision: Recibimos tu proyecto'],
    'Beatriz Navarrete envió el proyecto a Dirección, en nombre de Camila Rojas.',
  ],
  [
    'endorsed by one of two directors: the dean has it, the other director hears nothing',
    {
      ...UNDER_REVIEW,
      action: 'endorse',
      to: 'dean_review',
      actorId: 'director',
      holders: ['dean'],
      memberIds: [],
    },
    [...OWN('En revisión de Decanato'), 'dean turn: Te toca revisar'].toSorted(),
    'Patricia Contreras dio visto bueno.',
  ],
  [
    'approved: a decision for the lead, although it is their turn',
    {
      action: 'endorse',
      from: 'dean_review',
      to: 'approved',
      actorId: 'dean',
      heldBy: ['dean'],
      holders: ['lead'],
    },
    [...OWN('Aprobado'), 'member team: Aprobado'],
    'Marcela Figueroa dio visto bueno.',
  ],
  [
    'returned: the lead has to act',
    {
      ...UNDER_REVIEW,
      action: 'return',
      to: 'returned',
      actorId: 'director',
      holders: ['lead'],
      observations: 2,
    },
    [
      'alternate decision: Con observaciones',
      'lead turn: Te toca responder las observaciones',
      'member team: Con observaciones',
    ],
    'Patricia Contreras devolvió el proyecto con 2 observaciones.',
  ],
  [
    'rejected',
    { ...UNDER_REVIEW, action: 'reject', to: 'rejected', actorId: 'director', holders: [] },
    [...OWN('Rechazado'), 'member team: Rechazado'],
    'Patricia Contreras rechazó el proyecto.',
  ],
  [
    'withdrawn: whoever reviewed it stops',
    { ...UNDER_REVIEW, action: 'withdraw', to: 'withdrawn', holders: [] },
    [
      'alternate decision: Retirado',
      'codirector decision: Ya no te toca',
      'director decision: Ya no te toca',
      'member team: Retirado',
    ],
    'Camila Rojas retiró el proyecto.',
  ],
  [
    'moved by the office: those who had it and those who have it',
    {
      ...UNDER_REVIEW,
      action: 'override',
      to: 'dean_review',
      actorId: 'admin',
      holders: ['dean'],
      memberIds: [],
    },
    [
      ...OWN('En revisión de Decanato'),
      'codirector decision: Ya no te toca',
      'dean turn: Te toca revisar',
      'director decision: Ya no te toca',
    ].toSorted(),
    'Beatriz Navarrete cambió el estado de «En revisión de Dirección» a «En revisión de Decanato».',
  ],
  [
    'in the office’s hands: every administrator but those of the project',
    {
      action: 'endorse',
      from: 'dean_review',
      to: 'admissibility',
      actorId: 'dean',
      holders: [],
      office: true,
      alternateId: 'admin',
      memberIds: [],
    },
    [
      'admin decision: En admisibilidad',
      'lead decision: En admisibilidad',
      'otherAdmin turn: Te toca revisar la admisibilidad',
    ],
    'Marcela Figueroa dio visto bueno.',
  ],
  [
    'by itself, the date having passed',
    { action: 'lapse', from: 'returned', to: 'rejected', actorId: null, holders: [], memberIds: [] },
    OWN('Rechazado por plazo vencido'),
    'Venció el plazo para corregir y el proyecto quedó rechazado.',
  ],
  [
    'final report accepted by the director: on to the office',
    {
      action: 'accept_final_report',
      from: 'final_report',
      to: 'final_report',
      subStep: 'office',
      actorId: 'director',
      heldBy: ['director'],
      holders: [],
      office: true,
      alternateId: null,
      memberIds: [],
    },
    [
      'admin turn: Te toca revisar el informe final',
      'lead decision: Informe final en la oficina',
      'otherAdmin turn: Te toca revisar el informe final',
    ],
    'Patricia Contreras aceptó el informe final.',
  ],
  [
    'final report sent back',
    {
      action: 'return_final_report',
      from: 'final_report',
      to: 'running',
      subStep: 'director',
      actorId: 'director',
      heldBy: ['director'],
      holders: ['lead'],
      observations: 1,
      alternateId: null,
      memberIds: [],
    },
    ['lead turn: Te toca corregir el informe final'],
    'Patricia Contreras devolvió el informe final con 1 observación.',
  ],
  [
    'a holder who is in the team is told once, of what weighs more',
    { memberIds: ['director'], holders: ['director'], alternateId: null },
    ['director turn: Te toca revisar', 'lead decision: Recibimos tu proyecto'],
    'Camila Rojas envió el proyecto a Dirección.',
  ],
];

describe('a step', () => {
  test.each(CASES)('%s', (_name, more, expected, text) => {
    expect(told(step(more))).toEqual(expected);
    expect(textOf(step(more))).toEqual([text]);
  });

  it('has words for every action and status, and a person is told at most once', () => {
    for (const action of TRANSITION_ACTIONS)
      for (const to of STATUSES) {
        const notices = noticesOf(
          step({ action, to, actorId: 'admin', office: true, call: 'Fondo 2026' }),
          context,
        );
        expect(new Set(notices.map(n => n.userId)).size).toBe(notices.length);
        for (const { title, text } of notices) {
          expect(title).toMatch(/^[A-ZÁÉÍÓÚ]/);
          expect(text).toMatch(/^(Beatriz Navarrete|«Fondo 2026») [^{}]+\.$/);
        }
      }
    for (const status of STATUSES) expect(turnTitle(status)).toMatch(/^(Te toca|Proyecto) /);
  });

  it('a result is the call’s word, and says what is awarded; what a person does keeps their name', () => {
    const result = (action: StepEvent['action'], more: Partial<StepEvent> = {}) =>
      textOf(step({ action, from: 'resolution', to: 'not_awarded', actorId: 'admin', ...more }));
    expect(result('not_award', { call: 'Fondo 2026' })).toEqual(['«Fondo 2026» no adjudicó el proyecto.']);
    expect(result('not_award')).toEqual(['La oficina de Vinculación no adjudicó el proyecto.']);
    const award = 'Monto adjudicado: $2.000.000 de $3.000.000 pedidos.';
    expect(result('award', { call: 'Fondo 2026', award, to: 'approved' })).toEqual([
      `«Fondo 2026» adjudicó el proyecto. ${award}`,
    ]);
    expect(result('award', { actorId: null, award, to: 'approved' })).toEqual([
      `Se liberó un cupo y el proyecto subió desde la lista de espera. ${award}`,
    ]);
    expect(result('suspend', { call: 'Fondo 2026' })).toEqual(['Beatriz Navarrete suspendió el proyecto.']);
  });

  it('of the steps between two stages its own people get no mail', () => {
    const mailed = (action: StepEvent['action'], to: StepEvent['to']) =>
      noticesOf(step({ action, to, actorId: 'admin' }), context).some(n => n.userId === 'lead' && !n.quiet);
    const way = [
      ['submit', 'director_review', true],
      ['endorse', 'dean_review', false],
      ['endorse', 'admissibility', false],
      ['admit', 'evaluation', false],
      ['finish_evaluation', 'resolution', false],
      ['award', 'approved', true],
      ['endorse', 'approved', true],
      ['return', 'returned', true],
      ['accept_final_report', 'final_report', false],
      ['accept_final_report', 'closed', true],
    ] as const;
    for (const [action, to, expected] of way)
      expect([action, to, mailed(action, to)]).toEqual([action, to, expected]);
  });

  it('whoever sends it gets a receipt, with the moment and the call', () => {
    const sent = step({ call: 'Fondo 2026', at: '2026-11-24T18:32:00Z' });
    const [receipt] = noticesOf(sent, context).filter(n => n.userId === 'lead');
    expect(receipt).toMatchObject({
      ...{ type: 'decision', receipt: true, title: 'Recibimos tu propuesta' },
      text: 'Camila Rojas envió el proyecto a Dirección. Llegó a «Fondo 2026» el 24-11-2026 15:32.',
    });
    const titleOf = (more: Partial<StepEvent>) =>
      noticesOf(step(more), context).find(n => n.userId === 'lead')?.title;
    expect(titleOf({ from: 'returned' })).toBe('Recibimos tu corrección');
    expect(titleOf({ action: 'submit_final_report', to: 'final_report' })).toBe('Recibimos tu informe final');
  });

  it('gives reasons only to who still may read the project', () => {
    const notices = noticesOf(
      step({ ...UNDER_REVIEW, action: 'withdraw', to: 'withdrawn', holders: [] }),
      context,
    );
    expect(notices.filter(n => !n.private).map(n => n.userId)).toEqual(['director', 'codirector']);
  });
});

describe('other events', () => {
  it('an undone step is told to who knew of it, as what it means now', () => {
    const { action, from, onBehalf, observations, ...parties } = step({ holders: ['director'] });
    expect({ action, from, onBehalf, observations }).toBeDefined();
    const event = {
      ...parties,
      kind: 'undo',
      to: 'director_review',
      actorId: 'lead',
      knew: ['director', 'dean', 'lead'],
    } as const;
    expect(told(event)).toEqual([
      'dean decision: Se deshizo el último paso',
      'director turn: Te toca revisar',
    ]);
    expect(told({ ...event, knew: [] })).toEqual([]);
  });

  it('an answer goes to who asked, a resolution to who was asked', () => {
    const event = {
      kind: 'observation',
      authorId: 'director',
      leadId: 'lead',
      alternateId: 'alternate',
    } as const;
    expect(told({ ...event, what: 'answered', actorId: 'lead' })).toEqual([
      'director observation: Respondieron tu observación',
    ]);
    expect(told({ ...event, what: 'resolved', actorId: 'director' })).toHaveLength(2);
    expect(told({ ...event, what: 'reopened', actorId: 'director', alternateId: null })).toEqual([
      'lead observation: Observación reabierta',
    ]);
  });

  it('a reassignment is told once to each side, however much it is', () => {
    const taken = Array.from({ length: 30 }, (_, n) => ({
      toId: 'dean',
      holding: 'lead' as const,
      code: `PAC-2026-${n}`,
      name: 'Huerta',
      status: 'draft' as const,
    }));
    const event = { kind: 'reassign', actorId: 'admin', fromId: 'director', taken } as const;
    expect(told(event)).toEqual([
      'dean reassignment: Recibiste algo a tu cargo',
      'director reassignment: Ya no está a tu cargo',
    ]);
    expect(textOf(event)[0]).toMatch(
      /^Beatriz Navarrete te traspasó lo que tenía Patricia Contreras: .* y 10 más\.$/,
    );
    const school = { holding: 'school', code: 'ENF', name: 'Enfermería', status: null } as const;
    const split = [...taken.slice(0, 1), { ...school, toId: 'codirector' }];
    expect(noticesOf({ ...event, taken: split }, context).at(-1)?.text).toBe(
      'Beatriz Navarrete traspasó a Marcela Figueroa: PAC-2026-0 (responsable); a Hernán Bustos: la escuela Enfermería.',
    );
  });

  it('a reminder says how long is left, also of what is due on a weekend', () => {
    const event = { kind: 'reminder', actorId: null, when: 'before', status: 'approved' } as const;
    const words = (left: number) => textOf({ ...event, left, holders: ['lead'], office: false })[0];
    expect(words(2)).toMatch(/^El plazo vence en 2 días hábiles\./);
    expect(words(1)).toMatch(/^El plazo vence el próximo día hábil\./);
    expect(words(0)).toMatch(/^El plazo vence antes del próximo día hábil\./);
  });

  it('a reminder goes to whoever holds the project', () => {
    const event = { kind: 'reminder', actorId: null, when: 'today', left: 0, status: 'dean_review' } as const;
    expect(told({ ...event, holders: ['dean'], office: false })).toEqual([
      'dean reminder: El plazo vence hoy',
    ]);
    expect(textOf({ ...event, holders: ['dean'], office: false })).toEqual([
      'El plazo vence hoy. Te toca revisar.',
    ]);
    expect(told({ ...event, holders: [], office: true })).toHaveLength(2);
  });

  it('what waits for the office is told to those of it who decide, news to everybody of it', () => {
    const one = { ...context, decidingIds: ['otherAdmin'] };
    const toldOf = (event: NoticeEvent) => noticesOf(event, one).map(n => n.userId);
    const unanswered = { kind: 'review_unanswered', actorId: null, code: 'INC-1', name: 'Ana' } as const;
    expect(toldOf({ ...unanswered, invited: null, isLacking: true })).toEqual(['otherAdmin']);
    expect(
      toldOf({ kind: 'appeal_filed', actorId: 'lead', code: 'INC-1', due: '2026-12-01T12:00:00Z' }),
    ).toEqual(['otherAdmin']);
    const moved = { kind: 'waitlist_moved_up', actorId: null, code: 'INC-1', freedBy: 'INC-2' } as const;
    expect(toldOf(moved)).toEqual(['admin', 'otherAdmin']);
  });
});

it.each(CASES)('whoever is told was asked for: %s', (_name, more) => {
  const { ids, office } = peopleOf(step(more));
  const known = [...ids, ...(office ? context.officeIds : [])];
  for (const { userId } of noticesOf(step(more), context)) expect(known).toContain(userId);
});

it('every type has words, and the team is not written to unless it wants', () => {
  for (const type of NOTICE_TYPES) expect(NOTICE_INFO[type].help).toMatch(/\.$/);
  expect(NOTICE_INFO.team.mail).toBe('off');
});
