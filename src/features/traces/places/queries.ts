import { type RawBuilder, sql } from 'kysely';
import { among } from '../../../db/states.ts';
import { documentWords } from '../../../domain/certificates/content.ts';
import type { IdentifierKind } from '../../../domain/execution/identifiers.ts';
import { BUSY_IMPORTS } from '../../../domain/imports/import-states.ts';
import type { Actor } from '../../../domain/kit/actor.ts';
import { KEPT_TRACES, type TraceGroup, type TraceKind } from '../../../domain/privacy/traces.ts';
import { supplierKey } from '../../../domain/spending/vouchers.ts';
import { type Closed, closedMail } from '../../../server/part-taking/secrecy.ts';
import { callTitleOf } from '../../calls/queries.ts';
import { CERTIFICATES, visibleCertificate } from '../../certificates/queries.ts';
import { managedWave, WAVES } from '../../surveys/queries.ts';

type Sql = RawBuilder<unknown>;

export interface Sought {
  readonly kind: TraceKind;
  /** As it is stored. */
  readonly value: string;
  /** `key:…`, as certificates of who came to something know them; empty for a name. */
  readonly holder: string;
}

interface Reader {
  readonly actor: Actor;
  readonly closed: Closed | null;
}

/** Rows that may name somebody. */
export interface Place {
  readonly from: Sql;
  /** Row of `from` that is held while it is erased; none where nothing is. */
  readonly held?: Sql;
  readonly id: Sql;
  readonly name: Sql;
  readonly detail: Sql;
  readonly project?: Sql;
  readonly organisation?: Sql;
  readonly at: Sql;
  readonly refused?: (sought: Sought) => Sql;
  /** Whether the row names who is looked for; undefined where it holds nothing of that kind. */
  readonly found: (sought: Sought) => Sql | undefined;
  /** Of the rows those that the reader may know of. */
  readonly shown?: (reader: Reader) => Sql;
  /** What is exported of it. */
  readonly data: Sql;
}

const NONE = sql`''::text`;

/** All words of the name stand in the text; looked at by its longest word first, which costs less. */
const named = (text: Sql, { value }: Sought): Sql =>
  sql`(plain(${text}) like '%' || (select w from unnest(name_words(${value})) w order by length(w) desc limit 1) || '%'
    and name_words(${text}) @> name_words(${value}))`;
/** A text of several people names them one after the other. */
const namedWithin = (text: Sql, sought: Sought): Sql => sql`exists (
  select from regexp_split_to_table(${text}, '[,;\n]| / ') one where ${named(sql`one`, sought)})`;
const mailWithin = (text: Sql, { value }: Sought): Sql =>
  sql`${value} = any(regexp_split_to_array(lower(${text}), '[[:space:],;:<>()]+'))`;

type Finder = (sought: Sought) => Sql | undefined;
/** By the name or the address alone. */
const byName =
  (name: Sql, mail?: Sql): Finder =>
  sought => {
    if (sought.kind === 'name') return named(name, sought);
    return sought.kind === 'email' && mail ? sql`${mail} = ${sought.value}` : undefined;
  };
const within =
  (text: Sql): Finder =>
  sought => {
    if (sought.kind === 'name') return namedWithin(text, sought);
    return sought.kind === 'email' ? mailWithin(text, sought) : undefined;
  };

const kept = (why: string) => () => sql`${why}::text`;

const attendances: Place = {
  from: sql`attendances a join activities e on e.id = a.activity_id`,
  held: sql`a`,
  id: sql`a.id::text`,
  name: sql`a.name`,
  detail: sql`concat_ws(' · ', nullif(a.identifier, ''), e.name,
    case when a.guardian <> '' then 'Autoriza: ' || a.guardian end)`,
  project: sql`a.project_id`,
  at: sql`a.consented_at`,
  found: sought =>
    sought.kind === 'name'
      ? sql`a.identifier_kind <> 'forgotten' and (${named(sql`a.name`, sought)} or ${named(sql`a.guardian`, sought)})`
      : sql`a.identifier <> '' and a.identifier = ${sought.value} and a.identifier_kind = ${sought.kind}`,
  refused: sought =>
    sought.kind === 'name'
      ? sql`case when not ${named(sql`a.name`, sought)} then ${KEPT_TRACES.guardian}::text end`
      : sql`null::text`,
  data: sql`to_jsonb(a) || jsonb_build_object('activity', e.name, 'day', e.day)`,
};

const invitations: Place = {
  from: sql`${WAVES} join wave_invitations v on v.wave_id = w.id`,
  held: sql`v`,
  id: sql`v.id::text`,
  name: sql`v.name`,
  detail: sql`v.email || ' · ' || w.title`,
  project: sql`w.project_id`,
  organisation: sql`v.organisation_id`,
  at: sql`w.opened_at`,
  found: byName(sql`v.name`, sql`lower(v.email)`),
  shown: ({ actor }) => managedWave(actor),
  data: sql`to_jsonb(v) || jsonb_build_object('survey', w.title,
    'answer', (select x.data from wave_answers x where x.invitation_id = v.id))`,
};

/** As a certificate writes it. */
const documentOf = ({ kind, value }: Sought) =>
  documentWords({ name: '', documentKind: kind, document: value });
const certificates: Place = {
  from: CERTIFICATES,
  held: sql`c`,
  id: sql`c.id::text`,
  name: sql`c.name`,
  detail: sql`concat_ws(' · ', 'Folio ' || c.folio, nullif(c.content ->> 'document', ''), nullif(c.email, ''))`,
  project: sql`c.project_id`,
  at: sql`c.issued_at`,
  found: sought => {
    const own = sql`c.user_id is null`;
    if (sought.kind === 'name') return sql`${own} and ${named(sql`c.name`, sought)}`;
    const mail = sought.kind === 'email';
    const written = mail
      ? sql`(c.email <> '' and c.email = ${sought.value}) or c.holder = ${`mail:${sought.value}`}`
      : sql`c.content ->> 'document' = ${documentOf(sought)}`;
    return sql`${own} and (${written} or c.holder = ${sought.holder})`;
  },
  shown: ({ actor }) => visibleCertificate(actor),
  data: sql`to_jsonb(c)`,
};

/** What a merge took over of another one's contact. */
const takenContact = (sought: Sought): Sql | undefined => {
  const found = byName(
    sql`coalesce(g.taken ->> 'contact_name', '')`,
    sql`lower(g.taken ->> 'contact_email')`,
  )(sought);
  return found && sql`o.id in (select g.into_id from organisation_merges g where ${found})`;
};
/** Whether the contact of the organisation `o` is who is looked for. */
export const isContact: Finder = byName(sql`coalesce(o.contact_name, '')`, sql`lower(o.contact_email)`);
const contacts: Place = {
  from: sql`organisations o`,
  held: sql`o`,
  id: sql`o.id::text`,
  name: sql`coalesce(o.contact_name, '')`,
  detail: sql`concat_ws(' · ', o.contact_email, o.contact_phone)`,
  organisation: sql`o.canonical_id`,
  at: sql`o.updated_at`,
  found: sought => {
    const [own, taken] = [isContact(sought), takenContact(sought)];
    return own && taken && sql`(${own} or ${taken})`;
  },
  data: sql`jsonb_build_object('organisation', o.name, 'contact_name', o.contact_name,
    'contact_email', o.contact_email, 'contact_phone', o.contact_phone)`,
};

const mails: Place = {
  from: sql`mails m`,
  held: sql`m`,
  id: sql`m.id::text`,
  name: sql`m.name`,
  detail: sql`m.address || ' · ' || m.subject`,
  project: sql`m.project_id`,
  at: sql`m.created_at`,
  found: sought => {
    const found = byName(sql`m.name`, sql`lower(m.address)`)(sought);
    return found && sql`m.user_id is null and ${found}`;
  },
  shown: ({ closed }) => (closed ? sql`not ${closedMail(closed, 'm')}` : sql`true`),
  data: sql`to_jsonb(m)`,
};

/** The last three figures before the dash stand together however a RUT is written. */
const figuresOf = (rut: string) => rut.slice(-5, -2);
/** A row as the file has it, as it was typed over, and as it is read: names may lie in several of its cells. */
const importRows: Place = {
  from: sql`import_rows r join imports i on i.id = r.import_id`,
  held: sql`r`,
  id: sql`r.import_id || ':' || r.line`,
  name: sql`coalesce(nullif(r.edits ->> 'name', ''), r.key)`,
  detail: sql`i.file_name || ', fila ' || r.line`,
  at: sql`i.created_at`,
  refused: () => sql`case when i.state in ${among(BUSY_IMPORTS)} then ${KEPT_TRACES.import}::text end`,
  found: sought => {
    const any = (cell: Sql) => sql`exists (select from jsonb_array_elements_text(
      case jsonb_typeof(r.cells) when 'array' then r.cells else '[]' end
        || jsonb_path_query_array(r.edits, '$.*') || jsonb_path_query_array(r."values", '$.*')) cell where ${cell})`;
    const texts = sql`(r.cells::text || r.edits::text || r."values"::text)`;
    if (sought.kind === 'name')
      return sql`(${named(sql`coalesce(r.edits ->> 'name', '')`, sought)} or
        plain(${texts}) like '%' || (select w from unnest(name_words(${sought.value})) w
          order by length(w) desc limit 1) || '%' and ${any(named(sql`cell`, sought))})`;
    if (sought.kind === 'email')
      return sql`(lower(r.key) = ${sought.value} or position(${sought.value} in lower(${texts})) > 0
        and ${any(mailWithin(sql`cell`, sought))})`;
    const hint = sought.kind === 'rut' ? figuresOf(sought.value) : '';
    return sql`(upper(r.key) = ${sought.value} or position(${hint} in ${texts}) > 0
      and ${any(sql`upper(regexp_replace(cell, '[[:space:].]', '', 'g')) = ${sought.value}`)})`;
  },
  data: sql`jsonb_build_object('file', i.file_name, 'line', r.line, 'cells', r.cells,
    'edits', r.edits, 'at', i.created_at)`,
};

const listIn = (path: string) => sql`(case jsonb_typeof(s.data -> ${sql.lit(path)}) when 'array'
  then s.data -> ${sql.lit(path)} else '[]' end)`;
/** A list of people in a section of a Ficha. */
const peopleIn = (section: string, path: string, name: string, mail: string, role: string) => sql`
  select n, coalesce(e ->> ${sql.lit(name)}, '') as name, lower(btrim(coalesce(e ->> ${sql.lit(mail)}, ''))) as mail,
    ${sql.lit(role)} as role, e as entry
  from jsonb_array_elements(${listIn(path)}) with ordinality t (e, n)
  where s.section = ${sql.lit(section)} and coalesce(e ->> 'userId', '') = ''`;
const fichas: Place = {
  from: sql`project_sections s cross join lateral (
    ${peopleIn('team', 'members', 'name', 'email', 'Equipo')}
    union all ${peopleIn('venture', 'founders', 'name', 'email', 'Fundación del emprendimiento')}
    union all ${peopleIn('partners', 'partners', 'contactName', 'contactEmail', 'Contacto de un socio')}
    union all ${peopleIn('plan', 'activities', 'responsible', '', 'Responsable en el plan')}) x`,
  id: sql`s.project_id || ':' || s.section || ':' || x.n`,
  name: sql`x.name`,
  detail: sql`concat_ws(' · ', x.role, nullif(x.mail, ''))`,
  project: sql`s.project_id`,
  at: sql`s.updated_at`,
  refused: kept(KEPT_TRACES.ficha),
  found: sought => {
    const found = byName(sql`x.name`, sql`x.mail`)(sought);
    const sections = sql`s.section in ('team', 'venture', 'partners', 'plan')`;
    if (sought.kind === 'name') return sql`${sections} and ${found}`;
    // Team and founders are known by their addresses.
    return (
      found &&
      sql`(s.section = 'partners' or s.section in ('team', 'venture') and s.project_id = any(array(
        select q.project_id from project_parts q where q.email = ${sought.value} and q.email <> ''))) and ${found}`
    );
  },
  data: sql`jsonb_build_object('section', s.section, 'entry', x.entry)`,
};

const formerParts: Place = {
  from: sql`project_parts t`,
  id: sql`t.id::text`,
  name: sql`t.email`,
  detail: NONE,
  project: sql`t.project_id`,
  at: sql`t.since`,
  refused: kept(KEPT_TRACES.formerPart),
  found: ({ kind, value }) =>
    kind === 'email' ? sql`t.email = ${value} and t.email <> '' and not t.is_current` : undefined,
  data: sql`to_jsonb(t)`,
};

const meetings: Place = {
  from: sql`meetings g`,
  id: sql`g.id::text`,
  name: sql`g.attendees`,
  detail: sql`g.place`,
  project: sql`g.project_id`,
  at: sql`g.day::timestamptz`,
  refused: kept(KEPT_TRACES.execution),
  found: within(sql`g.attendees`),
  // Who else came is not theirs.
  data: sql`jsonb_build_object('meeting', g.id, 'day', g.day, 'place', g.place)`,
};

const actionItems: Place = {
  from: sql`action_items g`,
  id: sql`g.id::text`,
  name: sql`g.responsible_name`,
  detail: sql`g.text`,
  project: sql`g.project_id`,
  at: sql`g.due_day::timestamptz`,
  refused: kept(KEPT_TRACES.execution),
  found: within(sql`g.responsible_name`),
  data: sql`jsonb_build_object('text', g.text, 'responsible', g.responsible_name, 'due', g.due_day)`,
};

const suppliers: Place = {
  from: sql`vouchers v`,
  id: sql`v.id::text`,
  name: sql`v.supplier_name`,
  detail: sql`concat_ws(' · ', nullif(v.supplier_rut, ''), nullif(v.supplier_foreign_id, ''), nullif('N° ' || v.number, 'N° '))`,
  // One that several projects share is told by the first.
  project: sql`(select e.project_id from expenses e where e.voucher_id = v.id order by e.recorded_at, e.id limit 1)`,
  at: sql`v.issued_on::timestamptz`,
  refused: kept(KEPT_TRACES.supplier),
  found: sought => {
    const { kind, value } = sought;
    if (kind === 'name') return named(sql`v.supplier_name`, sought);
    if (kind === 'email') return undefined;
    const key = supplierKey({
      rut: kind === 'rut' ? value : '',
      foreignId: kind === 'rut' ? '' : value,
      name: '',
    });
    return sql`v.supplier_key = ${key} and v.supplier_key <> ''`;
  },
  data: sql`to_jsonb(v)`,
};

const committees: Place = {
  from: sql`calls k cross join lateral jsonb_array_elements(
    case jsonb_typeof(k.committee -> 'members') when 'array' then k.committee -> 'members' else '[]' end) b`,
  id: sql`k.id || ':' || (b ->> 'id')`,
  name: sql`b ->> 'name'`,
  detail: sql`concat_ws(' · ', ${callTitleOf}, nullif(b ->> 'role', ''), nullif(b ->> 'email', ''))`,
  at: sql`k.updated_at`,
  refused: kept(KEPT_TRACES.committee),
  found: sought => {
    const found = byName(sql`coalesce(b ->> 'name', '')`, sql`lower(b ->> 'email')`)(sought);
    return found && sql`b ->> 'userId' is null and ${found}`;
  },
  data: sql`b || jsonb_build_object('call', k.name, 'year', k.year)`,
};

const organisations: Place = {
  from: sql`organisations o`,
  id: sql`o.id::text`,
  name: sql`o.name`,
  detail: sql`coalesce(o.rut, '')`,
  organisation: sql`o.canonical_id`,
  at: sql`o.updated_at`,
  refused: kept(KEPT_TRACES.organisation),
  found: sought => {
    if (sought.kind === 'name') return sql`o.type = 'persona' and ${named(sql`o.name`, sought)}`;
    return sought.kind === 'rut' ? sql`o.rut = ${sought.value}` : undefined;
  },
  data: sql`jsonb_build_object('name', o.name, 'rut', o.rut, 'type', o.type, 'comuna_code', o.comuna_code)`,
};

const dataRequests: Place = {
  from: sql`data_requests d`,
  id: sql`d.id::text`,
  name: sql`d.name`,
  detail: sql`concat_ws(' · ', d.code, nullif(d.email, ''), nullif(d.document, ''))`,
  at: sql`d.created_at`,
  refused: kept(KEPT_TRACES.request),
  found: sought => {
    const own = sql`d.user_id is null`;
    const found = byName(sql`d.name`, sql`d.email`)(sought);
    return found
      ? sql`${own} and ${found}`
      : sql`${own} and upper(regexp_replace(d.document, '[[:space:].]', '', 'g')) = ${sought.value}`;
  },
  data: sql`to_jsonb(d)`,
};

export const PLACES = {
  ...{ attendances, invitations, certificates, contacts, mails, importRows, fichas, formerParts },
  ...{ meetings, actionItems, suppliers, committees, organisations, dataRequests },
} satisfies Record<TraceGroup, Place>;

/** The kind by which attendances know somebody; none for a name. */
export const identifierKindOf = (kind: TraceKind): IdentifierKind => (kind === 'name' ? 'none' : kind);
