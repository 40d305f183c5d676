import { z } from 'zod';
import { PARTS } from '../../domain/access/part-taking.ts';
import { CERTIFICATE_ROLES } from '../../domain/certificates/certificates.ts';
import { endpoint } from '../../domain/kit/endpoint.ts';
import { id, instant } from '../../domain/text/rules.ts';
import { projectStatus } from '../project-record/contract.ts';

const year = z.coerce.number().int().min(1990).max(2100).optional();
const params = z.object({ person: id });
/** First and last year of the periods that are told. */
export const dossierQuery = z.object({ from: year, to: year });

const text = z.object({ label: z.string(), text: z.string() });
const project = z.object({
  id,
  kind: z.string(),
  code: z.string(),
  title: z.string(),
  kindLabel: z.string(),
  status: projectStatus,
  period: z.string().nullable(),
  school: z.string().nullable(),
  parts: z.array(z.enum(PARTS)),
  role: z.string().nullable(),
  hoursPerWeek: z.number().nullable(),
  people: z.number().int().nullable(),
  partners: z.array(z.string()),
  told: z.array(text),
});
export type DossierRow = z.infer<typeof project>;

export const getDossier = endpoint({
  method: 'GET',
  path: '/dossiers/:person',
  permission: 'active',
  summary:
    'What somebody has done in approved projects, calls and activities: of oneself; for the office of anybody',
  params,
  query: dossierQuery,
  output: z.object({
    person: z.object({ id, name: z.string(), school: z.string().nullable() }),
    projects: z.array(project),
    reviews: z.array(z.object({ call: z.string(), year: z.number().int(), count: z.number().int() })),
    certificates: z.array(
      z.object({
        folio: z.string(),
        code: z.string(),
        role: z.enum(CERTIFICATE_ROLES.map(({ value }) => value)),
        of: z.string(),
        issuedAt: instant,
      }),
    ),
  }),
});

export const printDossier = endpoint({
  method: 'GET',
  path: '/dossiers/:person/pdf',
  permission: 'active',
  summary: 'The same as PDF',
  params,
  query: dossierQuery,
  output: z.unknown(),
  transfer: 'download',
});
