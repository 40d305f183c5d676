import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../db/pool.ts';
import { IMPORTS } from '../../../domain/imports/index.ts';
import type { ImportNoun } from '../../../domain/imports/nouns.ts';
import { REFERENCE_ROWS } from '../../../domain/sections/rows.ts';
import { formatCount } from '../../../domain/text/format.ts';
import { tableOf } from '../queries.ts';

/** Columns an import writes, besides what the file said. */
export const columnsOf = (noun: ImportNoun): string[] => [
  ...IMPORTS[noun].fields.flatMap(field => field.column ?? []),
  ...(IMPORTS[noun].columns ?? []),
];

interface Link {
  readonly table: string;
  readonly owner: string;
  readonly other: string;
  readonly type: 'uuid' | 'text' | 'smallint';
  /** The unit whose head the link makes. */
  readonly unit?: 'faculty' | 'school';
}

/** What several links of a row live in, by the name they have in it. */
export const LINKS: Record<ImportNoun, Readonly<Record<string, Link>>> = {
  faculties: {
    deans: { table: 'faculty_heads', owner: 'faculty_id', other: 'user_id', type: 'uuid', unit: 'faculty' },
  },
  schools: {
    directors: { table: 'school_heads', owner: 'school_id', other: 'user_id', type: 'uuid', unit: 'school' },
  },
  careers: {},
  courses: { careers: { table: 'course_careers', owner: 'course_id', other: 'career_id', type: 'uuid' } },
  offerings: {},
  users: {
    schoolIds: { table: 'school_heads', owner: 'user_id', other: 'school_id', type: 'uuid', unit: 'school' },
    facultyIds: {
      table: 'faculty_heads',
      owner: 'user_id',
      other: 'faculty_id',
      type: 'uuid',
      unit: 'faculty',
    },
  },
  organisations: {},
  activities: {},
  indicators: {},
  projects: Object.fromEntries(
    Object.entries(REFERENCE_ROWS).map(([name, { table, column, type }]) => [
      name,
      { table, owner: 'project_id', other: column, type },
    ]),
  ),
};

const WORDS: Readonly<Record<string, readonly [string, string]>> = {
  schools: ['escuela', 'escuelas'],
  careers: ['carrera', 'carreras'],
  courses: ['curso', 'cursos'],
  course_careers: ['curso', 'cursos'],
  course_offerings: ['oferta', 'ofertas'],
  project_careers: ['proyecto', 'proyectos'],
  project_offerings: ['proyecto', 'proyectos'],
  project_partners: ['proyecto', 'proyectos'],
  projects: ['proyecto', 'proyectos'],
  project_members: ['equipo de proyecto', 'equipos de proyecto'],
  users: ['persona', 'personas'],
  user_accounts: ['cuenta de ingreso', 'cuentas de ingreso'],
  school_heads: ['dirección de escuela', 'direcciones de escuela'],
  faculty_heads: ['decanato', 'decanatos'],
  deputations: ['subrogancia', 'subrogancias'],
  files: ['archivo', 'archivos'],
  observations: ['observación', 'observaciones'],
  change_requests: ['solicitud de cambio', 'solicitudes de cambio'],
  activities: ['actividad registrada', 'actividades registradas'],
  activity_files: ['archivo de una actividad', 'archivos de actividades'],
  attendances: ['asistencia', 'asistencias'],
  attendance_codes: ['código de la sala', 'códigos de la sala'],
  measurements: ['medición', 'mediciones'],
  measurement_evidence: ['evidencia de una medición', 'evidencias de mediciones'],
  meetings: ['reunión', 'reuniones'],
  action_items: ['acuerdo', 'acuerdos'],
  deliverables: ['entregable', 'entregables'],
  expenses: ['gasto', 'gastos'],
  agreements: ['convenio', 'convenios'],
  certificates: ['certificado emitido', 'certificados emitidos'],
  organisation_merges: ['unión de organizaciones', 'uniones de organizaciones'],
};

/** What belongs to a row and goes with it. */
const OWN = new Set([
  ...Object.values(LINKS).flatMap(links => Object.values(links).map(l => `${l.table}.${l.owner}`)),
  'project_sections.project_id',
  'project_holders.project_id',
  'project_parts.project_id',
  // Told by project and team already.
  'project_parts.user_id',
  'project_history.project_id',
  'project_facts.project_id',
  'project_steps.project_id',
  // Found by the application itself, minutes after an import.
  'organisation_pairs.a_id',
  'organisation_pairs.b_id',
  // Told by its merge already.
  'organisations.merged_into',
  'organisations.kept_id',
]);

/**
 * What refers to rows of a table, in words; read from the foreign keys themselves, so that none is forgotten.
 * `ids` is a query of the rows' ids.
 */
export async function usesOf(
  tx: Transaction,
  table: ImportNoun,
  ids: RawBuilder<unknown>,
): Promise<string[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select f.conrelid::regclass::text as table, a.attname as column
    from pg_constraint f join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
    where f.contype = 'f' and f.confrelid = ${tableOf(table)}::regclass and f.confdeltype <> 'n' order by 1, 2`.execute(
    tx,
  );
  const foreign = rows.filter(r => !OWN.has(`${r.table}.${r.column}`));
  // A row that refers to several of them, or twice, is one.
  const tables = [...Map.groupBy(foreign, r => r.table)];
  const counts = tables.map(([name, columns]) => {
    const refers = columns.map(r => sql`${sql.ref(r.column)} in (${ids})`);
    return sql`(select count(*)::int from ${sql.table(name)} where ${sql.join(refers, sql` or `)})`;
  });
  if (counts.length === 0) return [];
  const found = await sql<{ counts: number[] }>`select array[${sql.join(counts)}] as counts`.execute(tx);
  return tables.flatMap(([name], i) => {
    const n = found.rows[0]?.counts[i] ?? 0;
    const [one, many] = WORDS[name] ?? ['otro registro', 'otros registros'];
    return n === 0 ? [] : [formatCount(n, one, many)];
  });
}
