import { z } from 'zod';
import { endpoint } from '../../domain/kit/endpoint.ts';
import { CAPTION_LETTERS, MOST_PUBLISHED_PHOTOS } from '../../domain/publishing/publication.ts';
import { publicPages } from '../../domain/settings/public-pages.ts';
import { id, instant, MOST_INTEGER, text } from '../../domain/text/rules.ts';
import { projectParams } from '../project-record/contract.ts';

const offeredPhoto = z.object({
  /** The file's, whichever version counts. */
  file: id,
  name: z.string(),
  /** Link to a small picture, as `listFiles` gives it; null while there is none. */
  thumbnail: z.string().nullable(),
  /** What it shows, for who sees it and who does not; empty where it was not chosen. */
  caption: z.string(),
  /** 0, 1, … among the chosen ones; null where it was not chosen. */
  position: z.number().int().nullable(),
  /** Why it is not shown though it was chosen, or would not be; null where nothing is in its way. */
  refusal: z.string().nullable(),
});
export type OfferedPhoto = z.infer<typeof offeredPhoto>;

const publication = z.object({
  /** Full address of its page, which answers only while `isPublic`. */
  address: z.url(),
  isPublic: z.boolean(),
  /** Why it is not, each in a sentence. */
  hindrances: z.array(z.string()),
  /** Its title, summary and unit, and what it is, when and where. */
  consented: z.boolean(),
  showsResults: z.boolean(),
  /** Who leads it, and whether they let their name be shown. */
  lead: z.object({ id, name: z.string(), isShown: z.boolean() }),
  withheld: z.object({ at: instant, by: z.string(), reason: z.string() }).nullable(),
  /** Its photos that can be shown or were chosen: first the chosen ones in their order. */
  photos: z.array(offeredPhoto),
  /** Until when the links to small pictures open. */
  expiresAt: instant,
  /** Of what was decided; 0 while nobody decided anything. */
  version: z.number().int(),
  mayManage: z.boolean(),
  /** Why not; null where they may, or it is not theirs at all. */
  manageRefusal: z.string().nullable(),
  /** The reader leads it: their name is theirs to show. */
  mayShowName: z.boolean(),
  mayWithhold: z.boolean(),
});
export type Publication = z.infer<typeof publication>;

export const getPublication = endpoint({
  method: 'GET',
  path: '/projects/:kind/:id/publication',
  permission: 'active',
  summary: 'What of a project anybody may see, and what hinders it',
  params: projectParams,
  about: 'projects',
  output: publication,
});

const chosenPhoto = z.object({ file: id, caption: text(CAPTION_LETTERS.most, CAPTION_LETTERS.least) });

export const publicationFields = z.object({
  consented: z.boolean(),
  showsResults: z.boolean(),
  photos: z
    .array(chosenPhoto)
    .max(MOST_PUBLISHED_PHOTOS)
    .refine(all => new Set(all.map(p => p.file)).size === all.length, 'Hay fotos repetidas.'),
});
export type PublicationFields = z.infer<typeof publicationFields>;

/** `version` is the one the editor started from; 409 with `extra: {publication}` when somebody changed it since. */
export const savePublication = endpoint({
  method: 'PUT',
  path: '/projects/:kind/:id/publication',
  permission: 'active',
  summary: 'Decide whether a project is published, and what of it: it holds at once',
  params: projectParams,
  body: publicationFields.extend({ version: z.number().int().min(0).max(MOST_INTEGER) }),
  output: publication,
});

/** Showing it is for who leads the project alone; taking it off, for whoever manages its publication as well. */
export const showLeadName = endpoint({
  method: 'PUT',
  path: '/projects/:kind/:id/publication/name',
  permission: 'active',
  summary: "Show the reader's name as who leads the project, or take a name off",
  params: projectParams,
  body: z.object({ shown: z.boolean() }),
  output: publication,
});

export const withholdingFields = z.object({
  withheld: z.boolean(),
  /** Its people read it; asked for where it is withheld. */
  reason: text(1000),
});

export const withholdProject = endpoint({
  method: 'PUT',
  path: '/projects/:kind/:id/publication/withholding',
  permission: 'projects.manage',
  summary: 'Keep a project from the public pages whatever its people decided, or let it back',
  params: projectParams,
  body: withholdingFields.superRefine(({ withheld, reason }, context) => {
    if (withheld && reason.length < 10)
      context.addIssue({ code: 'custom', path: ['reason'], message: 'Escribe al menos 10 caracteres.' });
  }),
  output: publication,
});

const storedPages = publicPages.extend({ updatedAt: instant, updatedBy: z.string().nullable() });
export type StoredPages = z.infer<typeof storedPages>;

export const getPublicPages = endpoint({
  method: 'GET',
  path: '/public-pages',
  permission: 'settings.manage',
  summary: 'What the institution shows to anybody, and how many projects that are',
  output: storedPages.extend({ projects: z.number().int(), calls: z.number().int() }),
});

export const savePublicPages = endpoint({
  method: 'PUT',
  path: '/public-pages',
  permission: 'settings.manage',
  summary: 'Open or close the public catalogue; 409 when somebody changed it since',
  body: publicPages.extend({ updatedAt: instant }),
  output: storedPages,
});
