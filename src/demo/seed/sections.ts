import { COUNTED, type CountedGroup, type PeopleCounts } from '../../domain/execution/people.ts';
import { addDays, localDay } from '../../domain/kit/calendar.ts';
import { addMonths } from '../../domain/sections/identification.ts';
import { DEMO_DOMAIN, demoId } from '../../server/sign-in/demo-identity.ts';
import { DEMO_CALL, demoLine } from './call.ts';
import type { DemoExecution } from './execution.ts';
import { demoUserId } from './load.ts';
import type { DemoProject } from './projects.ts';
import type { DemoAward } from './spending.ts';

type Sections = Record<string, Record<string, unknown>>;

/** The academic period of a day: the second half starts in August. */
const periodOf = (day: string) => `${day.slice(0, 4)}-${Number(day.slice(5, 7)) < 8 ? 1 : 2}`;
const userId = (name: string) => demoUserId(`${name}@${DEMO_DOMAIN}`);
const organisationOf = ({ partner: [rut] }: DemoProject) => demoId(`organisation:${rut}`);

/** What the project is, from when to when, and with whom. */
function basics(p: DemoProject, from: string, to: string): Sections {
  return {
    identification: {
      title: p.title,
      summary: p.summary,
      period: periodOf(from),
      startDate: from,
      endDate: to,
      leadId: userId(p.lead),
      schoolId: demoId(`school:${p.school}`),
      modality: 'in_person',
      origin: 'new',
      themeId: demoId(`theme:${p.theme}`),
      consentToPublish: true,
    },
    diagnosis: { problem: p.problem ?? '', relevance: p.relevance },
    objectives: {
      general: p.general,
      specific: [{ id: 'o1', text: p.specific }],
      methodology: p.methodology,
    },
    partners: {
      partners: [{ id: 'p1', organisationId: organisationOf(p), role: 'codesign', commitment: p.partner[1] }],
    },
    ...(p.member
      ? { team: { members: [{ id: 'm1', userId: userId(p.member), role: 'academic', hoursPerWeek: 4 }] } }
      : {}),
  };
}

/** What a fund is asked for it pays; its unit, the rest. */
function budgetOf({ cost: [description, cost], asked = 0, award, lines = award?.lines }: DemoProject) {
  if (lines) return lines;
  const line = { category: 'operation', quantity: 1 };
  const own = { ...line, id: 'b1', description, unitCost: cost - asked, source: 'unit' };
  return asked === 0
    ? [own]
    : [
        { ...line, id: 'b2', description, unitCost: asked, source: 'fund' },
        { ...own, description: 'Horas de coordinación' },
      ];
}

/** How many people are expected, under the fields of their groups. */
const expectedOf = (people: PeopleCounts) =>
  Object.fromEntries(
    COUNTED.map(({ field, groups }) => [
      field,
      Object.fromEntries(
        groups.flatMap(({ value }: { value: CountedGroup }) =>
          people[value] === undefined ? [] : [[value, { expected: people[value] }]],
        ),
      ),
    ]),
  );

/** For whom, where, when, and how it will be known. */
function planOf(p: DemoProject, from: string, to: string, today: string): Sections {
  const day = (ago: number) => addDays(today, -ago);
  const [name, unit, target, institutional] = p.indicator;
  const activity = (id: string, what: string, start: string, end: string) => ({
    id,
    name: what,
    from: start,
    to: end,
    objectiveId: 'o1',
    isMilestone: start === end,
  });
  return {
    participants: expectedOf({ direct: p.people, ...p.expected }),
    territory: { scope: 'local', comunaCodes: [p.comuna] },
    goals: { goals: p.goals },
    plan: {
      activities: p.execution?.plan.map(i => activity(i.id, i.name, day(i.from), day(i.to))) ?? [
        activity('a1', 'Preparación con el socio', from, addMonths(from, 1)),
        activity('a2', p.specific.replace(/\.$/, ''), addMonths(from, 1), addMonths(from, 4)),
        activity('a3', 'Cierre y devolución', to, to),
      ],
    },
    indicators: {
      indicators: [
        {
          ...{ id: 'i1', objectiveId: 'o1', name, unit, scope: 'external' },
          ...{ baseline: 0, baselineDay: addMonths(from, -1), target, verification: 'Registro del equipo' },
          institutionalId: institutional ? demoId(`institutional:${institutional}`) : null,
        },
        ...(p.execution?.measuring.indicators ?? []).map(i => ({
          ...i,
          ...(typeof i.baseline === 'number' && { baselineDay: addMonths(from, -1) }),
        })),
      ],
    },
    budget: { lines: budgetOf(p) },
  };
}

const fundOf = ({ call }: DemoAward) => ({ callId: call.id, lineId: call.line });

/** The section that only this kind has. */
function own(p: DemoProject, from: string, today: string): Sections {
  switch (p.kind) {
    case 'exts': {
      const session = { id: 's1', date: addMonths(from, 1), from: '10:00', to: '13:00' };
      const announced = p.execution?.sessions?.map(({ ago, ...s }, n) => ({
        ...{ ...s, id: `s${n + 1}`, date: addDays(today, -ago) },
      }));
      return {
        event: { ...p.own, sessions: announced ?? [{ ...session, place: 'Por confirmar con el socio' }] },
      };
    }
    case 'cons': {
      const deliverables = (p.execution?.deliverables ?? []).map(({ id, name, due, payment }) => ({
        ...{ id, name, payment, dueDate: addDays(today, -due) },
      }));
      return { contract: { ...p.own, clientId: organisationOf(p), deliverables } };
    }
    case 'incs': {
      const founder = { id: 'f1', name: 'Ignacia Paredes Muñoz', affiliation: 'Titulada de Enfermería' };
      return { venture: { founders: [founder], ...p.own }, ...(p.award && { fund: fundOf(p.award) }) };
    }
    case 'fexs':
      if (p.award) return { fund: fundOf(p.award) };
      return { fund: { callId: DEMO_CALL, lineId: demoLine(p.school === 'ARQ' ? 1 : 0) } };
    case 'pacs':
      return p.course ? { courses: { courses: [course(p.course, from > today ? from : today)] } } : {};
  }
}

const course = (code: string, from: string) => ({
  id: 'c1',
  offeringId: demoId(`offering:${code}:${periodOf(from)}`),
  serviceHours: 30,
  learningOutcomes: 'Planifica e interviene con enfoque comunitario.',
  assessment: 'Informe de intervención y evaluación del socio.',
  reflection: 'Bitácora y dos jornadas de reflexión.',
  product: 'Material para el socio.',
});

/**
 * The sections as a form would send them; what has not started yet begins in a month, so that it does not by itself.
 * Courses of before are not in the demo: what began earlier is of this period's.
 */
export function demoSections(p: DemoProject, now: Date): Sections {
  const today = localDay(now);
  const {
    began,
    months,
    days = 0,
  }: Pick<DemoExecution, 'began' | 'months' | 'days'> = p.execution ?? {
    ...{ began: p.asked ? -5 : -1, months: 5 },
  };
  // The fund pays what begins with the execution of its call.
  const from = addMonths(today, -began);
  const to = addDays(addMonths(from, months), days);
  return { ...basics(p, from, to), ...own(p, from, today), ...planOf(p, from, to, today) };
}
