import { sql } from 'kysely';
import type { Database } from '../../../db/pool.ts';
import type { KindSlug } from '../../../domain/kinds/slugs.ts';
import { publicProjectPath } from '../../../domain/publishing/addresses.ts';
import type { CatalogueSearch } from '../../../domain/publishing/catalogue-search.ts';
import { PUBLIC_STATES, publicStateOf } from '../../../domain/publishing/publication.ts';
import { SDG_NAMES } from '../../../domain/sections/goals.ts';
import { cursorRows } from '../../../server/tables/list.ts';
import { type Columns, day } from '../../../server/tables/table-file.ts';
import { currentKinds } from '../../kinds/queries.ts';
import { foundBy, orderOf } from '../catalogue/queries.ts';
import { PUBLIC_FIELDS, type PublicFields } from '../project-page/queries.ts';

/** All that a search finds, in its order, with what the page of each project tells; of its people nothing is read. */
export function tableRows(db: Database, search: CatalogueSearch): AsyncGenerator<readonly PublicFields[]> {
  const query = sql`with ${foundBy(search)}
    select json_build_object(${PUBLIC_FIELDS}) as row
    from (select id from p) found join published_projects p on p.id = found.id
    order by ${orderOf(search)}`;
  return cursorRows<PublicFields, PublicFields>(db, query, rows => rows);
}

/**
 * Names never change, as programs of others read them; they are those of the export of projects where both have one.
 * The state is the visitors' own: the steps of the university are told by no public page.
 */
export async function tableColumns(db: Database, publicUrl: string): Promise<Columns<PublicFields>> {
  const kinds = await currentKinds(db);
  const labels = new Map<KindSlug, string>(
    kinds.map(({ definition }) => [definition.slug, definition.label]),
  );
  return {
    codigo: row => row.code,
    titulo: row => row.title,
    resumen: row => row.summary,
    tipo: row => row.kind,
    tipo_texto: row => labels.get(row.kind),
    estado: row => publicStateOf(row.status),
    estado_texto: row => PUBLIC_STATES[publicStateOf(row.status)],
    periodo: row => row.period,
    inicio: row => day(row.startDate),
    termino: row => day(row.endDate),
    escuela: row => row.school?.name,
    facultad: row => row.faculty?.name,
    convocatoria: row => row.call,
    tema: row => row.theme,
    alcance: row => row.scope,
    comuna_codigos: row => row.comunas.map(c => c.code),
    comunas: row => row.comunas.map(c => c.name),
    regiones: row => [...new Set(row.comunas.map(c => c.region))],
    ods: row => row.goals.map(String),
    ods_nombres: row => row.goals.map(goal => SDG_NAMES[goal - 1] ?? ''),
    socios: row => row.partners.map(p => p.name),
    socios_tipo: row => row.partners.map(p => p.type),
    carreras: row => row.careers,
    cursos: row => row.courses,
    direccion: row => publicUrl + publicProjectPath(row.code),
  };
}
