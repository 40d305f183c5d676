import { sql } from 'kysely';
import type { Database } from '../../../db/pool.ts';
import { precompile } from '../../../db/precompile.ts';
import { among } from '../../../db/states.ts';
import { readSection } from '../../../domain/access/open-data.ts';
import { type Call, withCall, withChoiceOfCall } from '../../../domain/calls/calls.ts';
import { ORGANISATION_TYPES } from '../../../domain/catalogues/organisations.ts';
import { COUNTED, COUNTED_GROUPS, type CountedGroup } from '../../../domain/execution/people.ts';
import { questionFields } from '../../../domain/kinds/answers.ts';
import { type KindDefinition, kindSections } from '../../../domain/kinds/definition.ts';
import { AWARDED } from '../../../domain/kinds/statuses.ts';
import { type Actor, isAdmin } from '../../../domain/kit/actor.ts';
import type { Known } from '../../../domain/sections/columns/cells.ts';
import type { SectionSlug } from '../../../domain/sections/index.ts';
import { labelIn } from '../../../domain/text/format.ts';
import { callJson } from '../../calls/queries.ts';
import { type KindLookup, kindLookup } from '../../kinds/queries.ts';
import { mayChooseCall, measuredValues } from '../../project-record/columns/queries.ts';
import type { ProjectRow } from '../../project-record/contract.ts';
import { namesOf } from '../../project-record/references/queries.ts';
import { iso, rowJoins, rowJson, type StoredRow, showRow } from '../../project-record/rows/queries.ts';
import { readableSpending, readableWhole } from '../../project-record/visibility/queries.ts';

type Data = Readonly<Record<string, unknown>>;
type People = Readonly<Record<CountedGroup, number | null>>;

/** Pesos that it spent by source, was paid and gave back. */
interface Spending {
  readonly fund: number;
  readonly unit: number;
  readonly partner_cash: number;
  readonly partner_in_kind: number;
  readonly paid: number;
  readonly returned: number;
}

/** What is told besides by whoever may know it; the reader's right to each is decided where it is read. */
interface More {
  readonly alternate: string | null;
  readonly call: string | null;
  readonly createdAt: string;
  /** Null for who does not read the budget. */
  readonly awarded: number | null;
  /** Null for who does not read what it spends. */
  readonly spending: Spending | null;
}

/** A project as its page tells it to the reader: what may not be read is not here. */
export interface ExportedProject extends ProjectRow, More {
  readonly sections: Readonly<Partial<Record<SectionSlug, Data>>>;
  readonly known: Known;
}

export interface StoredExport extends More {
  readonly row: StoredRow;
  readonly callId: string | null;
  readonly choosesCall: boolean;
  readonly readsAll: boolean;
  readonly amountAsked: number | null;
  readonly sections: Partial<Record<SectionSlug, Data>>;
  readonly measured: Record<string, { value: number | null }> | null;
  /** Who came, by group; null where what came of it is not told. */
  readonly people: People | null;
}

const fixed = precompile(sql`'row', ${rowJson}, 'createdAt', ${iso(sql`p.created_at`)}, 'callId', p.call_id,
  'alternate', (select u.name from users u where u.id = p.alternate_id),
  'call', (select c.name from calls c where c.id = p.call_id),
  'choosesCall', ${mayChooseCall}, 'amountAsked', p.amount_requested, 'measured', ${measuredValues},
  'sections', (select coalesce(json_object_agg(c.section, c.data), '{}') from project_sections c where c.project_id = p.id),
  'people', case when p.status in ${among(AWARDED)} then json_build_object(${sql.join(
    COUNTED_GROUPS.map(group => sql`${sql.lit(group)}, x.${sql.ref(`actual_${group}`)}`),
  )}) end`);
const spendingJson = precompile(sql`json_build_object('fund', x.spent_fund, 'unit', x.spent_unit,
  'partner_cash', x.spent_partner_cash, 'partner_in_kind', x.spent_partner_in_kind, 'paid', x.paid, 'returned', x.returned)`);

/** What is read of each row of a project `p`; see `exportJoins`. */
export const exportJson = (actor: Actor) => sql`json_build_object(${fixed}, 'readsAll', a.is_whole,
  'awarded', case when a.is_whole then p.amount_awarded end,
  'spending', case when ${readableSpending(actor)} then ${spendingJson} end)`;
export const exportJoins = (actor: Actor) => sql`${rowJoins} join project_facts x on x.project_id = p.id
  cross join lateral (select ${readableWhole(actor)} as is_whole) a`;

/** Shows batches of one export, which looks up only once what many projects have in common. */
export function showFor(actor: Actor) {
  const calls = new Map<string, Call>();
  const definitions = new Map<string, KindDefinition>();
  let places: Places | undefined;

  function definitionOf({ row, callId, choosesCall }: StoredExport, kinds: KindLookup): KindDefinition {
    const [, , slug, version] = row;
    const key = [slug, version, callId, choosesCall].join('/');
    const known = definitions.get(key);
    if (known) return known;
    const kind = kinds(slug, version);
    const made = choosesCall
      ? withChoiceOfCall(kind)
      : withCall(kind, (callId === null ? undefined : calls.get(callId)) ?? null);
    definitions.set(key, made);
    return made;
  }

  return async (batch: StoredExport[], db: Database): Promise<ExportedProject[]> => {
    const kinds = await kindLookup(db);
    places ??= await readPlaces(db);
    await addCalls(db, calls, batch);
    const read = batch.map(stored => ({ stored, kind: definitionOf(stored, kinds) }));
    const told = read.map(({ stored, kind }) => ({ stored, kind, sections: sectionsOf(stored, kind) }));
    const around = await readAround(
      db,
      actor,
      told.map(({ sections }) => sections),
    );
    return told.map(({ stored, kind, sections }) => {
      const { alternate, call, createdAt, awarded, spending } = stored;
      return {
        ...showRow(stored.row, actor, kinds),
        ...{ alternate, call, createdAt, awarded, spending, sections },
        known: knownOf(kind, sections, around, places),
      };
    });
  };
}

async function addCalls(
  db: Database,
  calls: Map<string, Call>,
  batch: readonly StoredExport[],
): Promise<void> {
  const fresh = [
    ...new Set(batch.flatMap(s => (s.callId !== null && !calls.has(s.callId) ? [s.callId] : []))),
  ];
  if (fresh.length === 0) return;
  const { rows } = await sql<{ call: Call }>`
    select ${callJson} as call from calls c where c.id = any(${fresh}::uuid[])`.execute(db);
  for (const { call } of rows) calls.set(call.id, call);
}

type Sections = ExportedProject['sections'];

/** What the page shows of each section to the reader. */
function sectionsOf({ sections, people, ...beside }: StoredExport, kind: KindDefinition): Sections {
  return Object.fromEntries(
    kindSections(kind, false).flatMap(({ slug }) => {
      const data = readSection(slug, sections[slug], beside);
      if (!data) return [];
      return [[slug, slug === 'participants' && people ? withPeople(data, people) : data]];
    }),
  );
}

/** Those who came as they were recorded, instead of as they were typed before there were activities. */
const withPeople = (data: Data, people: People): Data =>
  Object.fromEntries(
    COUNTED.map(({ field, groups }) => {
      const counts = (data[field] ?? {}) as Readonly<Record<string, object>>;
      return [
        field,
        Object.fromEntries(
          groups.map(({ value }: { value: CountedGroup }) => [
            value,
            { ...counts[value], actual: people[value] },
          ]),
        ),
      ];
    }),
  );

type Places = ReadonlyMap<string, { readonly name: string; readonly region: string }>;

async function readPlaces(db: Database): Promise<Places> {
  const { rows } = await sql<{ code: string; name: string; region: string }>`
    select c.code, c.name, r.short_name as region from comunas c join regions r on r.code = c.region_code`.execute(
    db,
  );
  return new Map(rows.map(row => [row.code, row]));
}

/** What a batch refers to. */
interface Around {
  readonly names: Readonly<Record<string, string>>;
  readonly organisations: ReadonlyMap<string, { readonly type: string; readonly rut: string | null }>;
}

async function readAround(db: Database, actor: Actor, batch: readonly Sections[]): Promise<Around> {
  const partnerIds = batch.flatMap(({ partners }) =>
    ((partners?.partners ?? []) as readonly { organisationId?: string | null }[]).flatMap(
      p => p.organisationId ?? [],
    ),
  );
  const names = await namesOf(
    db,
    batch.flatMap(sections => Object.entries(sections) as [SectionSlug, Data][]),
  );
  // As in the directory: RUTs are for the office.
  const { rows } = await sql<{ id: string; type: string; rut: string | null }>`
    select o.id, k.type, ${isAdmin(actor) ? sql`k.rut` : sql`null`} as rut
    from organisations o join organisations k on k.id = o.canonical_id
    where o.id = any(${[...new Set(partnerIds)]}::uuid[])`.execute(db);
  const organisations = rows.map(
    o => [o.id, { type: labelIn(ORGANISATION_TYPES, o.type), rut: o.rut }] as const,
  );
  return { names, organisations: new Map(organisations) };
}

function knownOf(
  kind: KindDefinition,
  sections: Sections,
  around: Around,
  places: Places | undefined,
): Known {
  const specific = (sections.objectives?.specific ?? []) as readonly { id: string; text?: string }[];
  const objectives = new Map(specific.map((o, n) => [o.id, `${n + 1}. ${o.text ?? ''}`]));
  const { names, organisations } = around;
  return {
    nameOf: id => names[id] ?? places?.get(id)?.name ?? objectives.get(id) ?? '',
    regionOf: code => places?.get(code)?.region ?? '',
    organisationOf: id => organisations.get(id),
    questions: questionFields(kind.questions),
  };
}
