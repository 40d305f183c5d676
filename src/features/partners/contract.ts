import { z } from 'zod';
import { AGREEMENT_STATES } from '../../domain/catalogues/agreements.ts';
import { activeFilter, lastChange } from '../../domain/catalogues/catalogue.ts';
import { organisationType } from '../../domain/catalogues/organisations.ts';
import { KIND_SLUGS } from '../../domain/kinds/slugs.ts';
import { STATUSES } from '../../domain/kinds/statuses.ts';
import { endpoint } from '../../domain/kit/endpoint.ts';
import { groupedBy, id, instant, listQuery, optionOf, pageOf, text } from '../../domain/text/rules.ts';

const agreementState = optionOf(AGREEMENT_STATES);
const comuna = z.object({ code: z.string(), name: z.string(), region: z.string() });

const code = (digits: number) => z.string().regex(new RegExp(`^\\d{${digits}}$`));
export const partnerFilters = z.object({
  state: activeFilter,
  type: organisationType.optional(),
  region: code(2).optional(),
  comuna: code(5).optional(),
  /** With a project that was approved, or without. */
  projects: z.enum(['with', 'without']).optional(),
  /** Of those whose agreements the reader may see. */
  agreement: z.enum([...agreementState.exclude(['future']).options, 'none']).optional(),
});
export const partnersQuery = listQuery(['name', 'type', 'comuna', 'updatedAt'], 'name').extend({
  ...partnerFilters.shape,
  ...groupedBy(['type', 'region', 'comuna']).shape,
});

const row = z.object({
  id,
  name: z.string(),
  /** Null to whoever is no administrator: it may be a person's. */
  rut: z.string().nullable(),
  type: organisationType,
  comuna: comuna.nullable(),
  /** Where it is, and its own contact; null to whoever has no project with it. */
  point: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
  /** Names of those that were merged into it. */
  aliases: z.array(z.string()),
  contact: z.object({ name: z.string(), email: z.string(), phone: z.string() }).nullable(),
  active: z.boolean(),
  /** Projects from approved on, which everybody in the directory may read. */
  projects: z.number().int(),
  /** Years of the first and the last of them. */
  since: z.number().int().nullable(),
  until: z.number().int().nullable(),
  /** Of its agreements the best state; null without one, and to whoever may not see them. */
  agreement: agreementState.nullable(),
  /** `yyyy-mm-dd` on which it was asked last, of surveys that the reader may see. */
  lastSurvey: z.string().nullable(),
  ...lastChange,
});
export type PartnerRow = z.infer<typeof row>;

export const listPartners = endpoint({
  method: 'GET',
  path: '/partners',
  permission: 'partners.read',
  scope: 'partners',
  summary: 'A page of the directory; merged organisations stand under the one that was kept',
  query: partnersQuery,
  output: pageOf(row),
});

export const partnerPlaces = endpoint({
  method: 'GET',
  path: '/partners/places',
  permission: 'partners.read',
  scope: 'partners',
  summary: 'How many organisations of the directory are in each comuna, and how many have none',
  query: partnerFilters.extend({ q: text(200).optional() }),
  output: z.object({
    comunas: z.array(z.object({ code: z.string(), partners: z.number().int() })),
    without: z.number().int(),
  }),
});

const contact = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  /** The project that names this person. */
  project: z.object({ id, kind: z.enum(KIND_SLUGS), code: z.string() }),
});

const project = z.object({
  id,
  kind: z.enum(KIND_SLUGS),
  code: z.string(),
  title: z.string(),
  status: z.enum(STATUSES),
  /** In which it starts, else was created. */
  year: z.number().int(),
  /** What the organisation is to it: roles of partners, and `client` of a contract. */
  roles: z.array(z.string()),
  /** Who took part directly; null where nobody was counted. */
  people: z.number().int().nullable(),
  /**
   * What its partners put in, pesos: planned, in money and valued, and accounted for. All partners of the project
   * together. Null to whoever may not read its budget.
   */
  money: z
    .object({ cash: z.number().int(), inKind: z.number().int(), accounted: z.number().int() })
    .nullable(),
});

export const getPartner = endpoint({
  method: 'GET',
  path: '/partners/:id',
  permission: 'partners.read',
  scope: 'partners',
  summary: 'An organisation with the projects that the reader may see; of a merged one that which was kept',
  params: z.object({ id }),
  output: row.extend({
    /** Those whom its projects name, of projects that the reader reads whole. */
    contacts: z.array(contact),
    /** The latest first. */
    items: z.array(project),
    /** Merges that can be undone, the latest first; empty for everybody but the office. */
    merges: z.array(z.object({ id, name: z.string(), at: instant, by: z.string() })),
  }),
});
export type Partner = z.infer<(typeof getPartner)['output']>;
