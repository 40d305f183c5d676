import type { PeopleCounts } from '../../domain/execution/people.ts';
import type { DemoActivity, DemoExecution, DemoMeeting, DemoPhoto, DemoPlanItem } from '../seed/execution.ts';
import type { DemoMeasurement } from '../seed/measurements.ts';
import type { DemoReport } from '../seed/reports.ts';
import type { DemoSpending } from '../seed/spending.ts';
import { nameOfPartner } from './catalogues.ts';
import { between, pick, pickNumber } from './chance.ts';
import type { Edition } from './editions.ts';
import * as say from './phrases.ts';

/** The longest month: a project has begun by then, and not before. */
const LONG_MONTH = 31;
const MONTH = 30;

export const startOf = ({ begun, wait }: Edition): number => begun - wait * LONG_MONTH;
/** A day later than its last: months are not all of thirty days. */
export const endOf = (edition: Edition): number => startOf(edition) - edition.months * MONTH - 3;

/** Pesos as people ask for them. */
export const thousands = (pesos: number): number => Math.round(pesos / 1000) * 1000;

/** One of these sentences, about the partner of the project. */
const tell = ({ key, idea }: Edition, what: string, all: readonly string[]): string =>
  pick(`${key}:${what}`, all)
    .replaceAll('{socio}', nameOfPartner(idea.partner[0]))
    .replace(/^./, letter => letter.toUpperCase());

/** Group that it works with above all, and which part of its people is of it. */
function priorityOf({
  key,
  idea,
}: Edition): Partial<Record<'rural' | 'indigenous' | 'migrants' | 'disability', number>> {
  const isRural = idea.school === 'AGR' || idea.school === 'MAR';
  return {
    ...(isRural && { rural: between(`${key}:rural`, 35, 70) }),
    [pick(`${key}:priority`, ['indigenous', 'migrants', 'disability', 'rural'])]: between(
      `${key}:part`,
      6,
      24,
    ),
  };
}

const partsOf = (edition: Edition, people: number): PeopleCounts =>
  Object.fromEntries(
    Object.entries(priorityOf(edition)).map(([group, part]) => [group, Math.round((people * part) / 100)]),
  );

/** Who benefits without being there, for each who is. */
const indirectOf = ({ key, idea }: Edition): number => idea.people * between(`${key}:indirect`, 2, 4);

/** Who is expected, as the Ficha says. */
export function expectedOf(edition: Edition): PeopleCounts {
  const { key, idea } = edition;
  const women = Math.round((idea.people * between(`${key}:women`, 50, 70)) / 100);
  const older = Math.round((idea.people * between(`${key}:older`, 12, 36)) / 100);
  const young = Math.round((idea.people * between(`${key}:young`, 8, 28)) / 100);
  return {
    ...{ students: between(`${key}:students`, 40, 70), academics: between(`${key}:academics`, 5, 9) },
    ...{ women, men: idea.people - women, age60plus: older, age15to29: young },
    ...{ age30to59: idea.people - older - young, indirect: indirectOf(edition) },
    ...partsOf(edition, idea.people),
  };
}

function countsOf(edition: Edition, n: number): PeopleCounts {
  const { key, idea } = edition;
  const isLast = n === idea.activities.length - 1;
  const direct = Math.max(6, Math.round((idea.people * between(`${key}:${n}:direct`, 12, 30)) / 100));
  const women = Math.round((direct * between(`${key}:${n}:women`, 48, 76)) / 100);
  const older = Math.round((direct * between(`${key}:${n}:older`, 10, 40)) / 100);
  const young = Math.round((direct * between(`${key}:${n}:young`, 5, 30)) / 100);
  return {
    ...{
      students: between(`${key}:${n}:students`, 4, 18),
      academics: between(`${key}:${n}:academics`, 1, 2),
    },
    ...{ direct, women, men: direct - women, age60plus: older, age15to29: young },
    age30to59: direct - older - young,
    ...partsOf(edition, direct),
    ...(isLast && { indirect: Math.round(indirectOf(edition) * 0.9) }),
  };
}

/** Where a school works, mostly. */
const SCENES: Readonly<Record<string, readonly DemoPhoto['scene'][]>> = {
  ...{
    AGR: ['garden', 'garden', 'room'],
    MAR: ['coast', 'coast', 'workshop'],
    CIV: ['street', 'coast', 'street'],
  },
  ...{
    ARQ: ['street', 'workshop', 'show'],
    MUS: ['show', 'room', 'street'],
    NUT: ['garden', 'room', 'workshop'],
  },
};
const ANYWHERE: readonly DemoPhoto['scene'][] = ['street', 'room', 'show', 'workshop'];

function photosOf({ key, idea }: Edition, n: number, name: string): readonly DemoPhoto[] {
  if (pickNumber(`${key}:${n}:photo`, 4) > 0) return [];
  return [
    {
      scene: pick(`${key}:${n}:scene`, SCENES[idea.school] ?? ANYWHERE),
      people: 5 + n,
      caption: `${name}.`,
    },
  ];
}

/** Days before today on which it does each thing: at even distances, the last one before the end. */
export function activityDays(edition: Edition): number[] {
  const { length } = edition.idea.activities;
  const [first, last] = [startOf(edition) - 5, endOf(edition) + 8];
  return Array.from({ length }, (_, n) => Math.round(first - ((first - last) * n) / (length - 1)));
}

function activitiesOf(edition: Edition): DemoActivity[] {
  const { idea, key } = edition;
  const told = pickNumber(`${key}:told`, idea.activities.length - 1);
  return activityDays(edition).map((ago, n): DemoActivity => {
    const name = idea.activities[n] ?? '';
    const list = idea.kind === 'pacs' && n % 2 === 0 ? between(`${key}:${n}:from`, 0, 6) : null;
    return {
      ...{ name, ago, hours: n % 2 === 0 ? ['10:00', '12:30'] : ['15:00', '17:00'], plan: `a${n + 1}` },
      ...{ completes: true, place: nameOfPartner(idea.partner[0]), counts: countsOf(edition, n) },
      description:
        n === told && edition.turn === 1 ? idea.tale : tell(edition, `activity:${n}`, say.HAPPENED),
      photos: photosOf(edition, n, name),
      ...(list !== null && { list: [list, list + between(`${key}:${n}:came`, 9, 14)] as const }),
    };
  });
}

function planOf(edition: Edition): DemoPlanItem[] {
  const days = activityDays(edition);
  const { idea } = edition;
  return idea.activities.map((name, n) => {
    const ago = days[n] ?? 0;
    const isFirst = n === 0;
    return { id: `a${n + 1}`, name, from: isFirst ? startOf(edition) - 2 : ago + 4, to: ago - 2 };
  });
}

function meetingsOf(edition: Edition): DemoMeeting[] {
  const { key, idea, lead } = edition;
  const middle = Math.round((startOf(edition) + endOf(edition)) / 2);
  return [startOf(edition) - 9, middle].map((ago, n) => ({
    ...{ ago, at: '17:00', place: n === 0 ? nameOfPartner(idea.partner[0]) : 'En línea' },
    attendees: `Equipo del proyecto y ${nameOfPartner(idea.partner[0])}`,
    summary: pick(`${key}:met:${n}`, say.MET),
    agreements: [
      { text: pick(`${key}:agreed:${n}`, say.AGREED), by: { user: lead }, ago: ago - 10, done: ago > 25 },
    ],
  }));
}

/** What it has come to at half the time, and at its end. */
function measurementsOf(edition: Edition): DemoMeasurement[] {
  const { key, idea } = edition;
  const [, unit, target] = idea.indicator;
  const reached =
    idea.reached ?? Math.max(1, Math.round((target * between(`${key}:reached`, 70, 118)) / 100));
  const half = Math.round(reached * 0.45);
  const days = activityDays(edition);
  const at = (n: number) => (days.at(n) ?? 0) - 1;
  return [
    { indicator: 'i1', ago: at(2), value: half, accepted: true, paper: `Registro a medio camino, ${unit}` },
    {
      ...{ indicator: 'i1', ago: at(-1), value: reached, accepted: true },
      paper: `Registro final, ${unit}`,
    },
  ];
}

function finalReport(edition: Edition): DemoReport {
  const { idea, director } = edition;
  const sent = endOf(edition) - 4;
  return {
    ...{ number: null, ago: sent },
    texts: {
      results: idea.result,
      difficulties: tell(edition, 'difficulties', say.DIFFICULTIES),
      external: tell(edition, 'external', say.EXTERNAL),
      internal: tell(edition, 'internal', say.INTERNAL),
      changes: tell(edition, 'changes', say.CHANGES),
      continuity: tell(edition, 'continuity', say.CONTINUITY),
      lessons: idea.lesson,
    },
    verdicts: [
      { by: director, ago: sent - between(`${edition.key}:read`, 2, 9) },
      { by: 'beatriz.navarrete', ago: sent - between(`${edition.key}:closed`, 11, 18) },
    ],
  };
}

/** All that a project does from its start to its last report, whenever that is. Days are counted back from today. */
export function lifeOf(edition: Edition): DemoExecution {
  const { idea } = edition;
  const days = activityDays(edition);
  const half = thousands(idea.cost[1] * 0.5);
  const due = [days[2] ?? 0, days.at(-1) ?? 0];
  return {
    ...{ began: -edition.wait, months: edition.months },
    plan: planOf(edition),
    activities: activitiesOf(edition),
    meetings: meetingsOf(edition),
    measuring: { director: edition.director, indicators: [], measurements: measurementsOf(edition) },
    reports: [finalReport(edition)],
    ...(idea.kind === 'exts' && {
      sessions: days.slice(1, 4).map(ago => ({
        ...{ ago, from: '10:00', to: '12:30', place: nameOfPartner(idea.partner[0]) },
      })),
    }),
    ...(idea.kind === 'cons' && {
      deliverables: due.map((ago, n) => ({
        ...{ id: `d${n + 1}`, name: n === 0 ? 'Informe de avance' : 'Informe final con recomendaciones' },
        ...{ due: ago, payment: n === 0 ? half : idea.cost[1] - half },
        done: { delivered: ago, accepted: ago, paid: ago, reference: `Factura ${4100 + n}` },
      })),
    }),
  };
}

const moved = <T extends { readonly ago: number }>(all: readonly T[] | undefined, to: number): T[] =>
  (all ?? []).map(one => ({ ...one, ago: one.ago - to }));

export const spentFrom = (s: DemoSpending, ago: number): DemoSpending => ({
  payments: moved(s.payments, ago),
  expenses: moved(s.expenses, ago),
  statements: moved(s.statements, ago),
  ...(s.refund && { refund: { ...s.refund, ago: s.refund.ago - ago } }),
});

/** The same, its days counted back from the one that is so many days before today. */
export function seenFrom(life: DemoExecution, ago: number): DemoExecution {
  const { sessions, deliverables, reports } = life;
  return {
    ...life,
    plan: life.plan.map(item => ({ ...item, from: item.from - ago, to: item.to - ago })),
    activities: moved(life.activities, ago),
    meetings: moved(life.meetings, ago).map(m => ({ ...m, agreements: moved(m.agreements, ago) })),
    measuring: { ...life.measuring, measurements: moved(life.measuring.measurements, ago) },
    ...(reports && { reports: moved(reports, ago).map(r => ({ ...r, verdicts: moved(r.verdicts, ago) })) }),
    ...(sessions && { sessions: moved(sessions, ago) }),
    ...(deliverables && {
      deliverables: deliverables.map(({ done, ...d }) => ({
        ...{ ...d, due: d.due - ago },
        ...(done && {
          done: {
            ...done,
            ...{ delivered: done.delivered - ago, accepted: done.accepted - ago, paid: done.paid - ago },
          },
        }),
      })),
    }),
  };
}
