import { type KindDefinition, kindSections } from '../kinds/definition.ts';
import type { KindSlug } from '../kinds/slugs.ts';
import { type Status, statusLabel } from '../kinds/statuses.ts';
import { startOfDay } from '../kit/calendar.ts';
import { type SectionData, type SectionInput, type SectionSlug, sectionOf } from '../sections/index.ts';
import { REFERENCE_ROWS, searchText } from '../sections/rows.ts';
import { statusesOf } from '../workflow/transitions.ts';
import type { Whole, WholeRow } from './known.ts';
import { PAST_STATUSES, PROJECTS, type ProjectField } from './projects.ts';
import { readTeam } from './team.ts';

type Data = Record<string, unknown>;

/** What a field says in a section: `at` is the key there, for what the section's own rules say of it. */
interface Patch {
  readonly section: SectionSlug;
  readonly at: string;
  /** Given the data of its own section, whichever that is. */
  values(data: Data, row: WholeRow): Data;
}

function patch<S extends SectionSlug>(
  section: S,
  at: keyof SectionData[S] & string,
  values: (data: SectionData[S], row: WholeRow) => Partial<SectionInput[S]>,
): Patch {
  return { section, at, values };
}

const numberOf = (text: string) => (text === '' ? null : Number(text));
/** Entries of a list have an id of their own; that of what they name is as good as another. */
const entryId = (id: string) => id.replaceAll('-', '').slice(0, 32);

/** The entries that stay as they are, and new ones for the rest. */
function entries<E extends { id: string }>(
  stored: readonly E[],
  ids: readonly string[],
  key: keyof E & string,
): E[] {
  const kept = stored.filter(entry => ids.includes(entry[key] as string));
  const fresh = ids.filter(id => !stored.some(entry => entry[key] === id));
  return [...kept, ...fresh.map(id => ({ id: entryId(id), [key]: id }) as E)];
}

function membersOf({ value, find, ids }: WholeRow): SectionInput['team']['members'] {
  const people = readTeam(value('team'));
  if (typeof people === 'string') return [];
  const [lead] = ids('lead');
  return people.map(({ name, email }, n) => {
    const [account] = email ? find('people', email) : [];
    const role = account && account.id === lead ? 'lead' : null;
    const who = account ? { userId: account.id, name: '', email: '' } : { userId: null, name, email };
    return { id: `p${n}`, ...who, role };
  });
}

const WHOLE_COST = { id: 'total', description: 'Total según la planilla' };
function costOf(text: string): Pick<SectionInput['budget'], 'lines'> {
  const unitCost = numberOf(text);
  const line = { ...WHOLE_COST, category: null, quantity: 1, source: null };
  return { lines: unitCost === null ? [] : [{ ...line, unitCost }] };
}

/** Columns of the project itself; every other one is said in a section. */
type OwnColumn = 'code' | 'kind' | 'status' | 'submittedOn' | 'endedOn' | 'awarded';

const PATCHES: Readonly<Record<Exclude<ProjectField, OwnColumn>, Patch>> = {
  title: patch('identification', 'title', (_, r) => ({ title: r.value('title') })),
  summary: patch('identification', 'summary', (_, r) => ({ summary: r.value('summary') })),
  lead: patch('identification', 'leadId', (_, r) => ({ leadId: r.ids('lead')[0] ?? null })),
  alternate: patch('identification', 'alternateId', (_, r) => ({
    alternateId: r.ids('alternate')[0] ?? null,
  })),
  theme: patch('identification', 'themeId', (_, r) => ({ themeId: r.ids('theme')[0] ?? null })),
  school: patch('identification', 'schoolId', (_, r) => ({ schoolId: r.ids('school')[0] ?? null })),
  careers: patch('identification', 'careerIds', (_, r) => ({ careerIds: [...r.ids('careers')] })),
  period: patch('identification', 'period', (_, r) => ({ period: r.value('period') })),
  startDate: patch('identification', 'startDate', (_, r) => ({ startDate: r.value('startDate') || null })),
  endDate: patch('identification', 'endDate', (_, r) => ({ endDate: r.value('endDate') || null })),
  partners: patch('partners', 'partners', ({ partners }, r) => ({
    partners: entries(partners, r.ids('partners'), 'organisationId'),
  })),
  client: patch('contract', 'clientId', (_, r) => ({ clientId: r.ids('client')[0] ?? null })),
  contractAmount: patch('contract', 'amount', (_, r) => {
    const amount = numberOf(r.value('contractAmount'));
    return { amount, currency: amount === null ? null : ('CLP' as const) };
  }),
  courses: patch('courses', 'courses', ({ courses }, r) => ({
    courses: entries(courses, r.ids('courses'), 'offeringId'),
  })),
  hours: patch('courses', 'courses', ({ courses }, r) => ({
    courses: courses.map(course => ({ ...course, serviceHours: numberOf(r.value('hours')) })),
  })),
  team: patch('team', 'members', (_, r) => ({ members: membersOf(r) })),
  comunas: patch('territory', 'comunaCodes', (_, r) => ({ comunaCodes: [...r.ids('comunas')] })),
  goals: patch('goals', 'goals', ({ targets }, r) => {
    const goals = r.value('goals').split(', ').filter(Boolean).map(Number);
    return { goals, targets: targets.filter(target => goals.includes(Number(target.split('.')[0]))) };
  }),
  objective: patch('objectives', 'general', (_, r) => ({ general: r.value('objective') })),
  beneficiaries: patch('participants', 'reach', ({ reach }, r) => ({
    reach: { ...reach, direct: { ...reach.direct, actual: numberOf(r.value('beneficiaries')) } },
  })),
  indirect: patch('participants', 'reach', ({ reach }, r) => ({
    reach: { ...reach, indirect: { ...reach.indirect, actual: numberOf(r.value('indirect')) } },
  })),
  students: patch('participants', 'internal', ({ internal }, r) => ({
    internal: { ...internal, students: { ...internal.students, actual: numberOf(r.value('students')) } },
  })),
  budget: patch('budget', 'lines', (_, r) => costOf(r.value('budget'))),
  eventType: patch('event', 'type', (_, r) => ({
    type: (r.value('eventType') || null) as SectionData['event']['type'],
  })),
  place: patch('event', 'sessions', (_, r) => {
    const [date, place] = [r.value('startDate') || r.value('endDate') || null, r.value('place')];
    return { sessions: place ? [{ id: 'planilla', date, from: '', to: '', place }] : [] };
  }),
  capacity: patch('event', 'capacity', (_, r) => ({ capacity: numberOf(r.value('capacity')) })),
  venture: patch('venture', 'name', (_, r) => ({ name: r.value('venture') })),
  stage: patch('venture', 'stage', (_, r) => ({
    stage: (r.value('stage') || null) as SectionData['venture']['stage'],
  })),
  requested: patch('fund', 'amountRequested', (_, r) => ({
    amountRequested: numberOf(r.value('requested')),
  })),
};

type Errors = { field: string; message: string }[];
type Documents = Partial<Record<SectionSlug, Data>>;

/** Whether a new row says anything of a field. */
const speaks = (row: WholeRow, field: string) =>
  row.stored !== undefined || row.value(field) !== '' || row.ids(field).length > 0;

const lacksSection = ({ prefix }: KindDefinition, section: SectionSlug) =>
  `Los proyectos de tipo ${prefix} no tienen «${sectionOf(section).label}».`;
const sectionsIn = (kind: KindDefinition) => new Set(kindSections(kind, false).map(section => section.slug));

/** Whether nobody has told what the project cost: neither the row nor, line by line, a person. */
const lacksCost = ({ raw, stored }: WholeRow): boolean => {
  const lines = (stored?.documents?.budget?.lines ?? []) as SectionData['budget']['lines'];
  return raw('budget') === '' && lines.every(line => line.id === WHOLE_COST.id);
};

/** What was awarded where there is no fund is what the project cost, unless that is told, too. */
const isCost = (row: WholeRow, own: ReadonlySet<SectionSlug>): boolean =>
  !own.has('fund') && lacksCost(row) && row.value('awarded') !== '';

/** The sections as they will be: those that change alone, judged by the rules of their own forms. */
function sectionsOf(row: WholeRow, kind: KindDefinition, errors: Errors): Documents {
  const own = sectionsIn(kind);
  const documents: Documents = {};
  for (const [field, { section, values }] of Object.entries(PATCHES)) {
    const isAward = field === 'budget' && isCost(row, own);
    const source = isAward ? 'awarded' : field;
    if (!row.changed.has(source) || !speaks(row, source)) continue;
    if (!own.has(section)) {
      errors.push({ field: source, message: lacksSection(kind, section) });
      continue;
    }
    const data = documents[section] ?? { ...sectionOf(section).empty, ...row.stored?.documents?.[section] };
    documents[section] = { ...data, ...(isAward ? costOf(row.value('awarded')) : values(data, row)) };
  }
  for (const [section, data] of Object.entries(documents) as [SectionSlug, Data][]) {
    const parsed = sectionOf(section).past.safeParse(data);
    if (parsed.success) documents[section] = parsed.data;
    for (const { path, message } of parsed.error?.issues ?? []) {
      const field = Object.entries(PATCHES).find(([, p]) => p.section === section && p.at === path[0])?.[0];
      errors.push({ field: field ?? PROJECTS.key, message });
    }
  }
  return documents;
}

/** Money is awarded by a fund, and to who was not turned down; elsewhere see `isCost`. */
function judgeAward(row: WholeRow, kind: KindDefinition): string | null {
  const { changed, value } = row;
  if (value('awarded') === '') return null;
  const own = sectionsIn(kind);
  if (!own.has('fund')) return changed.has('awarded') && !lacksCost(row) ? lacksSection(kind, 'fund') : null;
  const status = value('status') as Status;
  return (status === 'rejected' || status === 'not_awarded') &&
    (changed.has('awarded') || changed.has('status'))
    ? `Un proyecto en «${statusLabel(status)}» no tiene monto adjudicado.`
    : null;
}

/** What no single section knows. */
function judge(row: WholeRow, kind: KindDefinition, errors: Errors): void {
  const { stored, changed, value } = row;
  const status = value('status') as Status;
  const wrong = (field: string, message: string) => void errors.push({ field, message });
  if (stored && stored.values.historic !== 'true') {
    wrong('code', 'Ese código ya es de un proyecto que se registró en la aplicación.');
    return;
  }
  if (stored && changed.has('kind')) wrong('kind', 'El tipo de un proyecto ya importado no cambia.');
  if (changed.has('status') && !statusesOf(kind).includes(status))
    wrong('status', `Los proyectos de tipo ${kind.prefix} no pueden quedar en «${statusLabel(status)}».`);
  if (stored && changed.has('status') && !PAST_STATUSES.includes(stored.values.status ?? ''))
    wrong('status', 'El proyecto ya sigue su curso en la aplicación: cambia su estado ahí.');
  if (stored?.values.hasMoney === 'true')
    for (const field of ['status', 'budget', 'awarded'].filter(f => changed.has(f)))
      wrong(field, 'El proyecto ya tiene gastos o pagos en la aplicación: cámbialo ahí.');
  const award = judgeAward(row, kind);
  if (award !== null) wrong('awarded', award);
  if (row.ids('client').length > 1) wrong('client', 'Indica una sola organización.');
  if (changed.has('hours') && value('hours') !== '' && row.ids('courses').length === 0)
    wrong('hours', 'Las horas de servicio se registran en un curso: indica cuál.');
  const idle = status === 'running' ? ['lead', 'alternate'].filter(row.idle) : [];
  for (const field of idle)
    wrong(field, 'Quien dirige un proyecto en ejecución necesita una cuenta habilitada.');
}

const instantOf = (day: string | undefined) => (day ? startOfDay(day).toISOString() : null);

const DAYS = ['startDate', 'endDate', 'endedOn'] as const;

/** Since when it stands as it does, and when it was sent; the nearest day known stands for one that is not. */
function timesOf({ stored, changed, wrong, value }: WholeRow, today: string, errors: Errors) {
  const [start, end] = [value('startDate'), value('endDate')];
  const isRunning = value('status') === 'running';
  const textOf = (key: string) => (!stored || changed.has(key) || stored.source[key] ? value(key) : '');
  const known = textOf('endedOn') || (isRunning ? start || end : end || start);
  // This year alone stands for its last day, which is still to come.
  const since = known > today ? today : known;
  if (since === '' && !DAYS.some(key => wrong.has(key)))
    errors.push({ field: isRunning ? 'startDate' : 'endDate', message: 'Falta una fecha del proyecto.' });
  const moves = !stored || ['status', ...DAYS].some(key => changed.has(key));
  const sends = !stored || ['submittedOn', 'startDate', 'endDate'].some(key => changed.has(key));
  return {
    status_since: moves ? instantOf(since) : stored.values.statusSince,
    submitted_at: sends ? instantOf(textOf('submittedOn') || start || since) : stored.values.submittedAt,
  };
}

function linksOf(row: WholeRow, documents: Documents): Whole['links'] {
  const sections = { ...row.stored?.documents, ...documents } as Partial<SectionData>;
  const found = Object.entries(REFERENCE_ROWS).map(
    ([name, { ids }]) => [name, [...new Set(ids(sections).map(String))].sort()] as const,
  );
  return Object.fromEntries(found.filter(([, ids]) => row.stored || ids.length > 0));
}

export interface CurrentVersion {
  readonly version: number;
  readonly definition: KindDefinition;
}

/** A past project from the cells of its row: columns, sections and what they refer to. */
export const pastProject =
  (kinds: ReadonlyMap<KindSlug, CurrentVersion>, today: string) =>
  (row: WholeRow): Whole => {
    const errors: Errors = [];
    const { stored, value, changed } = row;
    const current = kinds.get(value('kind') as KindSlug);
    if (!current || (stored && changed.size === 0)) return { errors, target: {}, links: {} };
    judge(row, current.definition, errors);
    const documents = sectionsOf(row, current.definition, errors);
    const times = timesOf(row, today, errors);
    const { keywords } = { ...stored?.documents?.identification, ...documents.identification } as {
      keywords?: string[];
    };
    return {
      errors,
      target: {
        ...times,
        kind_version: stored ? Number(stored.values.kindVersion) : current.version,
        search_text: searchText(value('title'), value('summary'), keywords, value('code'), value('lead')),
        historic: true,
        ...(!sectionsIn(current.definition).has('fund') && { amount_awarded: null }),
        sections: documents,
      },
      links: linksOf(row, documents),
    };
  };
