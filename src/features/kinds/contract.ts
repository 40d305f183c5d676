import { z } from 'zod';
import type { KindDefinition } from '../../domain/kinds/definition.ts';
import { KIND_SLUGS } from '../../domain/kinds/slugs.ts';
import { STATUSES } from '../../domain/kinds/statuses.ts';
import { endpoint } from '../../domain/kit/endpoint.ts';
import { instant, MOST_INTEGER, storedVersion, text, version } from '../../domain/text/rules.ts';

/** A definition leaves as it was stored: the domain's schema checked it when it was published. */
export const kindDefinition = z.unknown() as z.ZodType<KindDefinition>;

/** Current definitions in their usual order. */
export const listKinds = endpoint({
  method: 'GET',
  path: '/kinds',
  permission: 'active',
  scope: 'catalogues',
  summary: 'The kinds of project with their current definitions',
  output: z.array(
    z.object({
      version: z.number().int(),
      definition: kindDefinition,
      /** Why a project of this kind cannot be started now; null when it can. */
      closed: z.string().nullable(),
    }),
  ),
});

/** Kinds whose next version somebody is writing. */
export const listKindDrafts = endpoint({
  method: 'GET',
  path: '/kind-drafts',
  permission: 'kinds.manage',
  summary: 'Which kinds have an unfinished draft, and who wrote on it last',
  output: z.array(
    z.object({ slug: z.enum(KIND_SLUGS), updatedAt: instant, updatedBy: z.string().nullable() }),
  ),
});

const ofKind = z.object({ slug: z.enum(KIND_SLUGS) });

/** As the office writes it: it need not be complete until it is published. */
const draftDefinition = z.record(z.string(), z.unknown());

const kindDraft = z.object({
  definition: draftDefinition,
  version,
  updatedAt: instant,
  updatedBy: z.string().nullable(),
});

export const getKind = endpoint({
  method: 'GET',
  path: '/kinds/:slug',
  permission: 'kinds.manage',
  summary: 'A kind for its editor: what holds, the draft of what comes, and every version',
  params: ofKind,
  output: z.object({
    version,
    definition: kindDefinition,
    draft: kindDraft.nullable(),
    /** Newest first. */
    versions: z.array(
      z.object({
        version,
        note: z.string(),
        publishedAt: instant,
        /** Null for the first one, which comes with the program. */
        publishedBy: z.string().nullable(),
        /** Projects that keep it. */
        projects: z.number().int(),
      }),
    ),
    /** Projects of any version by where they stand; what `judgeRevision` asks for. */
    standings: z.array(z.object({ status: z.enum(STATUSES), count: z.number().int() })),
  }),
});
export type KindView = z.infer<typeof getKind.output>;

export const getKindVersion = endpoint({
  method: 'GET',
  path: '/kinds/:slug/versions/:version',
  permission: 'kinds.manage',
  summary: 'One published version, to compare it',
  params: ofKind.extend({ version: z.coerce.number().int().min(1).max(MOST_INTEGER) }),
  output: z.object({ definition: kindDefinition }),
});

/** `version` is that of the draft it started from, 0 where there was none. */
export const saveKindDraft = endpoint({
  method: 'PUT',
  path: '/kinds/:slug/draft',
  permission: 'kinds.manage',
  summary:
    'Keep the next version while it is written; 409 with the stored draft when somebody saved meanwhile',
  params: ofKind,
  body: z.object({ version, definition: draftDefinition }),
  output: kindDraft,
});

export const discardKindDraft = endpoint({
  method: 'DELETE',
  path: '/kinds/:slug/draft',
  permission: 'kinds.manage',
  summary: 'Throw the draft away; what holds stays',
  params: ofKind,
  output: z.object({}),
});

/** 400 with every error by its path; 422 with the reason where running projects would break. */
export const publishKind = endpoint({
  method: 'POST',
  path: '/kinds/:slug/versions',
  permission: 'kinds.manage',
  summary: 'Publish the draft: projects started from now on follow it, the others keep theirs',
  params: ofKind,
  body: z.object({ version: storedVersion, note: text(500, 5) }),
  output: z.object({ version }),
});
