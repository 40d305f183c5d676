import { sql } from 'kysely';
import type { Database, Transaction } from '../../../db/pool.ts';
import { questionFields } from '../../../domain/kinds/answers.ts';
import { type KindDefinition, kindSections } from '../../../domain/kinds/definition.ts';
import type { KindSlug } from '../../../domain/kinds/slugs.ts';
import { type Actor, isAdmin } from '../../../domain/kit/actor.ts';
import type { OutputOf, QueryOf } from '../../../domain/kit/endpoint.ts';
import { AppError, forbidden } from '../../../domain/kit/problem.ts';
import { copyFields, withoutPaths } from '../../../domain/sections/copy.ts';
import type { SectionSlug } from '../../../domain/sections/index.ts';
import { equal, matching } from '../../../server/tables/list.ts';
import { brokenReferences } from '../../project-record/references/queries.ts';
import { all, type Condition, either, ledBy, notBlind } from '../../project-record/visibility/queries.ts';
import type { searchCopySources } from './contract.ts';

type Data = Record<string, unknown>;

/**
 * The one rule of whose own a project `p` is when it is copied: of who leads it, as lead or alternate, and of who led
 * it when it was sent and is still in its team. Whoever left reads no budget of it any more, nor in a copy.
 */
const ownOf = (personId: string): Condition =>
  all([
    either([
      ledBy(personId),
      sql`(p.id = any(array(select project_id from project_members where user_id = ${personId}))
        and exists (select from project_snapshots s where s.project_id = p.id
          and s.sections -> 'identification' ->> 'leadId' = ${personId}))`,
    ]),
    notBlind(personId),
  ]);

const YEAR = sql`coalesce(left(p.period, 4), to_char(coalesce(p.start_date, p.created_at), 'YYYY'))::int`;
const MOST = 20;

export async function copySources(
  db: Database,
  actor: Actor,
  kind: KindSlug,
  { id, q, leadId = actor.id }: QueryOf<typeof searchCopySources>,
): Promise<OutputOf<typeof searchCopySources>> {
  if (leadId !== actor.id && !isAdmin(actor)) throw forbidden('crear proyectos a nombre de otra persona');
  const where = all([
    sql`p.kind = ${kind}`,
    ownOf(leadId),
    ...equal('p.id', id),
    ...matching(sql`plain(p.code || ' ' || p.search_text)`, q),
  ]);
  const { rows } = await sql<OutputOf<typeof searchCopySources>[number]>`
    select p.id, p.code, p.title, ${YEAR} as year, p.historic from projects p where ${where}
    order by ${YEAR} desc, p.code desc limit ${MOST}`.execute(db);
  return rows;
}

interface CopySource {
  readonly code: string;
  readonly sections: Partial<Record<SectionSlug, Data>>;
}

/** What is copied for this lead; refuses what is not their own, or of another kind, as if there were nothing. */
export async function readCopySource(
  tx: Transaction,
  actor: Actor,
  { id, kind, leadId }: { id: string; kind: KindSlug; leadId: string },
): Promise<CopySource> {
  const { rows } = await sql<CopySource>`
    select p.code, coalesce((select json_object_agg(c.section, c.data) from project_sections c
      where c.project_id = p.id), '{}') as sections
    from projects p where p.id = ${id} and p.kind = ${kind} and ${ownOf(leadId)} and ${notBlind(actor.id)}`.execute(
    tx,
  );
  const [source] = rows;
  if (source) return source;
  const message =
    leadId === actor.id
      ? 'Elige un proyecto tuyo, de este tipo.'
      : 'Elige un proyecto de la persona responsable, de este tipo.';
  throw new AppError('rule', message, { errors: [{ path: 'copyOf', message }] });
}

/** What of a section is taken over into project `id`: nothing that belongs to one project, or that a form would refuse. */
export async function copiedSection(
  tx: Transaction,
  project: { readonly id: string },
  kind: KindDefinition,
  slug: SectionSlug,
  data: Data,
): Promise<Data> {
  if (slug === 'questions') {
    const answers = await copied(tx, project, questionFields(kind.questions), (data.answers ?? {}) as Data);
    return { answers };
  }
  const fields = kindSections(kind, false).find(s => s.slug === slug)?.fields ?? [];
  return copied(tx, project, fields, data);
}

type Fields = Parameters<typeof copyFields>[0];

/** Whatever is no longer active is left out, and asked for on submit where the form needs it. */
async function copied(
  tx: Transaction,
  project: { readonly id: string },
  fields: Fields,
  data: Data,
): Promise<Data> {
  const taken = copyFields(fields, data);
  const broken = await brokenReferences(tx, project, fields, {}, taken);
  return withoutPaths(
    taken,
    broken.map(error => error.path),
  );
}
