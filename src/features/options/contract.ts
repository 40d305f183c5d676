import { z } from 'zod';
import { endpoint } from '../../domain/kit/endpoint.ts';
import { id, text } from '../../domain/text/rules.ts';

/** Small catalogues whole, for filters and pickers; the browser keeps them. */
export const getCatalogues = endpoint({
  method: 'GET',
  path: '/catalogues',
  permission: 'active',
  scope: 'catalogues',
  summary: 'Faculties, schools, periods, regions, comunas, themes and limits',
  output: z.object({
    faculties: z.array(z.object({ id, name: z.string() })),
    schools: z.array(z.object({ id, name: z.string(), facultyId: id })),
    themes: z.array(z.object({ id, name: z.string() })),
    /** Newest first, e.g. `2026-2`. */
    periods: z.array(z.string()),
    regions: z.array(z.object({ code: z.string(), name: z.string() })),
    /** With a point in each, good for a mark on a map. */
    comunas: z.array(
      z.object({
        ...{ code: z.string(), name: z.string(), regionCode: z.string() },
        ...{ latitude: z.number(), longitude: z.number() },
      }),
    ),
    /** Licence of the borders of comunas; null where the installation has none. */
    bordersLicense: z.string().nullable(),
    uploadLimitBytes: z.number().int(),
  }),
});

const comunaCodes = z
  .string()
  .regex(/^\d{5}(,\d{5}){0,49}$/, 'Escribe códigos de comuna separados por coma.');

/** Borders of comunas, where the installation has a file of them. */
export const getBorders = endpoint({
  method: 'GET',
  path: '/catalogues/borders',
  permission: 'active',
  summary: 'Borders of up to 50 comunas as closed lines of longitude and latitude',
  query: z.object({ comunas: comunaCodes }),
  output: z.array(z.array(z.tuple([z.number(), z.number()]).readonly())),
});

/** `project`: closed ones of one's own; `awarded`: approved ones of one's own, and all of them for the office. */
export const OPTION_NOUNS = ['person', 'career', 'offering', 'organisation', 'project', 'awarded'] as const;

/**
 * The first matches of a large catalogue, for a picker with search; without `q` the first ones by name. E-mails and RUT
 * are for administrators: others find by one typed whole, and read an e-mail only where nothing else tells two people
 * apart.
 */
export const searchOptions = endpoint({
  method: 'GET',
  path: '/options/:noun',
  permission: 'options.read',
  summary:
    'Search people, careers, course offerings, organisations, or closed or approved projects of one’s own',
  params: z.object({ noun: z.enum(OPTION_NOUNS) }),
  /** `id` asks for one, e.g. the name of a filter's value. */
  query: z.object({
    id: id.optional(),
    q: text(200).optional(),
    school: id.optional(),
    period: z.string().max(6).optional(),
    /** Only people who may stand in for a head. */
    for: z.enum(['deputy']).optional(),
  }),
  output: z.array(z.object({ id, label: z.string(), hint: z.string() })),
});
