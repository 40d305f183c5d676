import type { KindSlug } from '../../domain/kinds/slugs.ts';
import { DEMO_ACCOUNTS, DEMO_SCHOOLS } from '../seed/university.ts';
import { academicsOf, coursesOf, deanOf, directorOf, facultyOf } from './catalogues.ts';
import { pick, pickNumber } from './chance.ts';
import { IDEAS, type Idea } from './ideas.ts';

/** What becomes of a project that does not just go its way. */
export type Fate =
  | 'waiting'
  | 'corrected'
  | 'returned'
  | 'rejected'
  | 'withdrawn'
  | 'suspended'
  | 'cancelled'
  | 'late';

/** A project that comes of an idea: who does it, and when. Days are counted back from today. */
export interface Edition {
  readonly key: string;
  readonly idea: Idea;
  /** 2 where it takes up what ended before. */
  readonly turn: number;
  readonly lead: string;
  readonly member: string | undefined;
  readonly director: string;
  readonly dean: string;
  readonly course: string | undefined;
  /** Day on which its draft was begun. */
  readonly begun: number;
  /** Months from then to its first day. */
  readonly wait: number;
  readonly months: number;
  readonly fate: Fate | undefined;
}

export const nameOf = (email: string) => email.split('@')[0] ?? email;
/** Who may sign in. */
export const DEMO = DEMO_ACCOUNTS.filter(a => a.state === 'active');

const demoAcademics = (school: string, isOffice: boolean) =>
  DEMO.filter(
    a => a.roles.includes('Academic') && a.roles.includes('Admin') === isOffice && a.school === school,
  ).map(a => nameOf(a.email));
/** Academics of a school, those who may sign in among them. Who works in the office takes part, and leads nothing. */
const leadsOf = (school: string): string[] => [...demoAcademics(school, false), ...academicsOf(school)];

function headsOf(school: string): { director: string; dean: string } {
  const faculty = facultyOf(school) ?? '';
  const directs = DEMO.find(a => a.directs === school);
  const heads = DEMO.find(a => a.heads === faculty);
  return {
    director: directs ? nameOf(directs.email) : (directorOf(school) ?? ''),
    dean: heads ? nameOf(heads.email) : (deanOf(faculty) ?? ''),
  };
}

/** Days before today on which terms began, of which the last is to come; drafts are begun a month before. */
const TERMS = [629, 482, 265, 118, -94];
/** How long each kind takes, in months, and how many days before today its projects were begun, where not by terms. */
const KINDS: Readonly<Partial<Record<KindSlug, { months: number; begun: readonly number[] }>>> = {
  pacs: { months: 4, begun: TERMS.map(day => day + 34) },
  exts: { months: 1, begun: [655, 590, 530, 470, 410, 350, 290, 225, 160, 120, 85, 76, 70, 40, 24] },
  cons: { months: 6, begun: [640, 520, 430, 330, 250, 190, 110, 60, 21] },
  incs: { months: 8, begun: [610, 440, 320, 205, 130, 48] },
};

const FATES: readonly Fate[] = [
  'corrected',
  'corrected',
  'corrected',
  'late',
  'withdrawn',
  'rejected',
  'suspended',
  'cancelled',
];

/**
 * Mostly nothing special. Nobody who may sign in is late with a report, which would keep them from applying.
 */
function fateOf(key: string, school: string): Fate | undefined {
  if (pickNumber(`${key}:special`, 9) > 1) return undefined;
  const fate = pick(`${key}:fate`, FATES);
  return fate === 'late' && DEMO_SCHOOLS.some(s => s.code === school) ? undefined : fate;
}

export function editionOf(idea: Idea, turn: number, begun: number, months: number): Edition {
  const key = `${idea.kind}:${idea.title}:${turn}`;
  const leads = leadsOf(idea.school);
  const lead = pick(`${idea.title}:lead`, leads);
  const others = [...leads.filter(name => name !== lead), ...demoAcademics(idea.school, true)];
  return {
    ...{ key, idea, turn, lead, begun, months, wait: 1, ...headsOf(idea.school) },
    member: others.length > 0 ? pick(`${key}:member`, others) : undefined,
    course: idea.kind === 'pacs' ? pick(`${idea.title}:course`, coursesOf(idea.school)) : undefined,
    fate: fateOf(key, idea.school),
  };
}

/** How often an idea is taken up; terms and days are dealt out in turn, so that each has about as many. */
function editionsOf(idea: Idea, n: number): Edition[] {
  const plan = KINDS[idea.kind];
  if (!plan) return [];
  const turns = idea.kind === 'pacs' ? 3 : 2;
  const first = (n * 2) % plan.begun.length;
  const places = Array.from({ length: turns }, (_, k) => (first + k * 2) % plan.begun.length);
  return [...new Set(places)]
    .sort((a, b) => a - b)
    .map((place, k) =>
      editionOf(idea, k + 1, (plan.begun[place] ?? 0) + pickNumber(`${idea.title}:${k}`, 9) - 4, plan.months),
    );
}

type Late = Pick<Edition, 'begun' | 'fate'>;
/** Begun lately for next year, so many days ago: of each school, one is read by its director and one by its dean. */
const LATELY: readonly Late[] = [
  { begun: 6, fate: undefined },
  { begun: 11, fate: undefined },
];
/** Of some schools: sent back, late, only begun, approved already. */
const LATELY_OF: Readonly<Record<string, readonly Late[]>> = {
  INF: [
    { begun: 9, fate: 'returned' },
    { begun: 11, fate: undefined },
  ],
  PAR: [
    { begun: 21, fate: 'waiting' },
    { begun: 10, fate: undefined },
  ],
  MUS: [
    { begun: 1, fate: undefined },
    { begun: 24, fate: undefined },
  ],
  AGR: [
    { begun: 26, fate: undefined },
    { begun: 5, fate: undefined },
  ],
};
const MONTHS_TO_MARCH = 4;

/** The next edition of what is done each year. */
const latelyOf = (ideas: readonly Idea[]): Edition[] =>
  [...Map.groupBy(ideas, idea => idea.school)].flatMap(([school, own]) =>
    (LATELY_OF[school] ?? LATELY).flatMap(({ begun, fate }, n) => {
      const idea = own[n];
      return idea ? [{ ...editionOf(idea, 4, begun, 4), wait: MONTHS_TO_MARCH, fate }] : [];
    }),
  );

const ALL = IDEAS.filter(idea => KINDS[idea.kind]);
/** Of every kind but what a call pays: the earliest first. */
export const EDITIONS: readonly Edition[] = [
  ...ALL.flatMap(editionsOf),
  ...latelyOf(IDEAS.filter(idea => idea.kind === 'pacs')),
].sort((a, b) => b.begun - a.begun);
