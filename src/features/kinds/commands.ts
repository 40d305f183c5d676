import { sql } from 'kysely';
import { knownFields } from '../../domain/kinds/later-fields.ts';
import { judgeRevision, kindDifferences } from '../../domain/kinds/revision.ts';
import type { KindSlug } from '../../domain/kinds/slugs.ts';
import type { BodyOf, OutputOf } from '../../domain/kit/endpoint.ts';
import { AppError } from '../../domain/kit/problem.ts';
import { type Command, command } from '../../server/commands/command.ts';
import type { publishKind as publishContract, saveKindDraft as saveContract } from './contract.ts';
import { kindView } from './queries.ts';

type Draft = OutputOf<typeof saveContract>;

/** One office at a time: the kind's row is the lock of its draft and versions. */
async function lockKind({ tx }: Command, slug: KindSlug) {
  await sql`select from kinds where slug = ${slug} for update`.execute(tx);
  return kindView(tx, slug);
}

const stale = (draft: Draft | null) => new AppError('conflict', undefined, { extra: { stored: draft } });

export const saveKindDraft = command(
  'kinds.manage',
  async (
    run,
    { slug, version, definition }: BodyOf<typeof saveContract> & { slug: KindSlug },
  ): Promise<Draft> => {
    const kind = await lockKind(run, slug);
    if ((kind.draft?.version ?? 0) !== version) throw stale(kind.draft);
    const { rows } = await sql<Draft>`
      insert into kind_drafts (slug, base, definition, version, updated_by)
      values (${slug}, ${kind.version}, ${JSON.stringify(definition)}, 1, ${run.actor.id})
      on conflict (slug) do update set definition = excluded.definition, version = kind_drafts.version + 1,
        updated_at = now(), updated_by = excluded.updated_by
      returning definition, version, updated_at as "updatedAt", ${run.actor.name} as "updatedBy"`.execute(
      run.tx,
    );
    run.record({ action: 'kind.drafted', objectType: 'kind', objectId: slug });
    const [draft] = rows;
    if (!draft) throw new Error('no draft came back');
    return draft;
  },
);

export const discardKindDraft = command('kinds.manage', async (run, slug: KindSlug) => {
  const { draft } = await lockKind(run, slug);
  if (!draft) return {};
  await run.tx.deleteFrom('kind_drafts').where('slug', '=', slug).execute();
  run.record({ action: 'kind.draft_discarded', objectType: 'kind', objectId: slug });
  return {};
});

export const publishKind = command(
  'kinds.manage',
  async (run, { slug, version, note }: BodyOf<typeof publishContract> & { slug: KindSlug }) => {
    const kind = await lockKind(run, slug);
    const { draft } = kind;
    if (draft?.version !== version) throw stale(draft);
    const { definition, errors } = judgeRevision(kind.definition, draft.definition, kind.standings);
    if (!definition) throw new AppError('rule', errors[0]?.message, { errors });
    const differences = kindDifferences(kind.definition, definition);
    if (differences.length === 0)
      throw new AppError('rule', 'El borrador es igual a la versión vigente: no hay nada que publicar.');
    const next = (kind.versions[0]?.version ?? kind.version) + 1;
    await run.tx
      .insertInto('kind_versions')
      .values({
        slug,
        version: next,
        definition: JSON.stringify(definition),
        fields: knownFields(),
        note,
        published_by: run.actor.id,
      })
      .execute();
    await run.tx.updateTable('kinds').set({ current_version: next }).where('slug', '=', slug).execute();
    await run.tx.deleteFrom('kind_drafts').where('slug', '=', slug).execute();
    const told = differences.slice(0, 50).map(d => [d.what, [d.before, d.after]] as const);
    run.record({
      action: 'kind.published',
      objectType: 'kind',
      objectId: slug,
      changes: { version: [kind.version, next], note: [null, note], ...Object.fromEntries(told) },
    });
    return { version: next };
  },
);
