import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../../../db/pool.ts';
import { among, lit } from '../../../db/states.ts';
import { PRECEDING } from '../../../domain/kinds/statuses.ts';
import type { FieldError } from '../../../domain/kit/problem.ts';
import type { FieldType, SectionField } from '../../../domain/sections/field.ts';
import { type SectionSlug, sectionOf } from '../../../domain/sections/index.ts';
import { takingAt } from '../../calls/queries.ts';

type Data = Readonly<Record<string, unknown>>;
interface Reference {
  readonly noun: FieldType;
  readonly id: string;
  readonly path: string;
}

interface Target {
  /** Ids among `ids` that a project may newly refer to. */
  readonly known: (ids: string[], project: { id: string }) => RawBuilder<unknown>;
  readonly message: string;
}

/** Only what exists and is active may be chosen; what was chosen before stays. */
const TARGETS: Partial<Record<FieldType, Target>> = {
  person: {
    known: ids =>
      sql`select id::text from users where state = ${lit.user('active')} and id = any(${ids}::uuid[])`,
    message: 'Elige una persona con cuenta activa.',
  },
  school: {
    known: ids => sql`select id::text from schools where active and id = any(${ids}::uuid[])`,
    message: 'Elige una escuela activa.',
  },
  careers: {
    known: ids => sql`select id::text from careers where active and id = any(${ids}::uuid[])`,
    message: 'Elige una carrera activa.',
  },
  theme: {
    known: ids => sql`select id::text from themes where active and id = any(${ids}::uuid[])`,
    message: 'Elige un tema de la lista.',
  },
  organisation: {
    // One that was merged while it was being chosen stands for the one that was kept.
    known: ids => sql`
      select o.id::text from organisations o join organisations k on k.id = o.canonical_id
      where k.active and o.id = any(${ids}::uuid[])`,
    message: 'Elige una organización del directorio.',
  },
  offering: {
    known: ids => sql`
      select o.id::text from course_offerings o join courses c on c.id = o.course_id
      where o.active and c.active and o.id = any(${ids}::uuid[])`,
    message: 'Elige un curso que se dicte.',
  },
  project: {
    // Whether it is closed is asked for on submit.
    known: (ids, project) => sql`
      select id::text from projects where id = any(${ids}::uuid[]) and id <> ${project.id}
        and status in ${among(PRECEDING)}`,
    message: 'Elige un proyecto anterior.',
  },
  file: {
    known: (ids, project) => sql`
      select id::text from files where project_id = ${project.id} and id = any(${ids}::uuid[]) and version = 1`,
    message: 'Sube el archivo de nuevo.',
  },
  comunas: {
    known: ids => sql`select code from comunas where code = any(${ids})`,
    message: 'Elige una comuna de la lista.',
  },
  call: {
    known: (ids, project) => sql`
      select c.id::text from calls c where c.id = any(${ids}::uuid[]) and ${takingAt(new Date())}
        and c.kind = (select kind from projects where id = ${project.id})`,
    message: 'Elige una convocatoria abierta.',
  },
  callLine: {
    // Also after the closing, while the proposal is mended.
    known: (ids, project) => sql`
      select l.id::text from call_lines l join calls c on c.id = l.call_id where l.id = any(${ids}::uuid[])
        and (c.id = (select call_id from projects where id = ${project.id}) or (${takingAt(new Date())}))`,
    message: 'Elige una línea de la convocatoria.',
  },
  institutionalIndicator: {
    known: ids =>
      sql`select id::text from institutional_indicators where active and id = any(${ids}::uuid[])`,
    message: 'Elige un indicador institucional de la lista.',
  },
};

/** Everything outside of the section that it points at. */
function referencesIn(fields: readonly SectionField[], data: Data, prefix = '', parent = ''): Reference[] {
  return fields.flatMap(field => {
    const key = field.path.slice(parent.length);
    const value = data[key];
    const path = `${prefix}${key}`;
    if (field.type === 'list' && Array.isArray(value))
      return value.flatMap((entry: Data, n) =>
        referencesIn(field.fields ?? [], entry, `${path}.${n}.`, `${field.path}.*.`),
      );
    if (!TARGETS[field.type]) return [];
    if (Array.isArray(value))
      return value.map((id, n) => ({ noun: field.type, id: String(id), path: `${path}.${n}` }));
    return typeof value === 'string' && value !== '' ? [{ noun: field.type, id: value, path }] : [];
  });
}

/** Field errors of references that are new in `data` and lead nowhere; one query, none when nothing is new. */
export async function brokenReferences(
  tx: Database | Transaction,
  project: { id: string },
  fields: readonly SectionField[],
  stored: Data,
  data: Data,
): Promise<FieldError[]> {
  const before = new Set(referencesIn(fields, stored).map(r => `${r.noun}/${r.id}`));
  const fresh = referencesIn(fields, data).filter(r => !before.has(`${r.noun}/${r.id}`));
  if (fresh.length === 0) return [];
  const nouns = [...new Set(fresh.map(r => r.noun))];
  const parts = nouns.map(noun => {
    const ids = fresh.filter(r => r.noun === noun).map(r => r.id);
    return sql`select ${noun}::text as noun, k.id from (${TARGETS[noun]?.known(ids, project)}) k (id)`;
  });
  const { rows } = await sql<{ noun: string; id: string }>`${sql.join(parts, sql` union all `)}`.execute(tx);
  const known = new Set(rows.map(r => `${r.noun}/${r.id}`));
  return fresh
    .filter(r => !known.has(`${r.noun}/${r.id}`))
    .map(r => ({ path: r.path, message: TARGETS[r.noun]?.message ?? '' }));
}

/** How each noun is called; comunas and files are known to the screen. */
const NAMES: Partial<Record<FieldType, RawBuilder<unknown>>> = {
  person: sql`select id, name as label from users`,
  school: sql`select id, name as label from schools`,
  theme: sql`select id, name as label from themes`,
  careers: sql`select id, label from careers`,
  organisation: sql`
    select o.id, k.name as label from organisations o join organisations k on k.id = o.canonical_id`,
  offering: sql`
    select o.id, concat_ws(' · ', c.code || ' ' || c.name, o.period, 'sección ' || o.section) as label
    from course_offerings o join courses c on c.id = o.course_id`,
  project: sql`select id, code || ' ' || title as label from projects`,
  call: sql`select id, name as label from calls`,
  callLine: sql`select id, name as label from call_lines`,
  institutionalIndicator: sql`select id, name as label from institutional_indicators`,
};

/** Names of what the sections of `p` refer to by id. */
export const labels = sql`(
  select json_object_agg(x.id, x.label) from (
    select u.id, u.name as label from users u
      where u.id in (select user_id from project_members where project_id = p.id
        union all values (p.lead_id), (p.alternate_id))
    union all select s.id, s.name from schools s where s.id = p.school_id
    union all select c.id, c.label from careers c
      where c.id in (select career_id from project_careers where project_id = p.id)
    union all select o.id, concat_ws(' · ', c.code || ' ' || c.name, o.period, 'sección ' || o.section)
      from course_offerings o join courses c on c.id = o.course_id
      where o.id in (select offering_id from project_offerings where project_id = p.id)
    union all select o.id, k.name from organisations o join organisations k on k.id = o.canonical_id
      where o.id in (select organisation_id from project_partners where project_id = p.id)
    union all select t.id, t.name from themes t where t.id = (select (c.data ->> 'themeId')::uuid
      from project_sections c where c.project_id = p.id and c.section = 'identification')
    union all select n.id, n.name from institutional_indicators n
      where n.id in (select indicator_id from project_indicators where project_id = p.id)
    union all select c.id, c.name from calls c where c.id = p.call_id
    union all select l.id, l.name from call_lines l where l.id = p.line_id
    union all select q.id, q.code || ' ' || q.title from projects q
      where q.id = (select (c.data ->> 'previousProjectId')::uuid
        from project_sections c where c.project_id = p.id and c.section = 'identification')
  ) x)`;

/** Names by id of everything these sections point at; one query, none when they point at nothing. */
export async function namesOf(
  db: Database,
  sections: readonly (readonly [SectionSlug, Data])[],
): Promise<Record<string, string>> {
  const references = sections.flatMap(([slug, data]) => referencesIn(sectionOf(slug).fields, data));
  const parts = Object.entries(NAMES).flatMap(([noun, source]) => {
    const ids = references.filter(r => r.noun === noun).map(r => r.id);
    return ids.length > 0 ? [sql`select id, label from (${source}) n where id = any(${ids}::uuid[])`] : [];
  });
  if (parts.length === 0) return {};
  const { rows } = await sql<{ id: string; label: string }>`${sql.join(parts, sql` union all `)}`.execute(db);
  return Object.fromEntries(rows.map(r => [r.id, r.label]));
}
