import { z } from 'zod';
import { KIND_SLUGS } from '../kinds/slugs.ts';
import { keysOf } from '../kit/look-up.ts';
import { SDG_NAMES } from '../sections/goals.ts';
import { id, text } from '../text/rules.ts';
import { PUBLIC_STATES } from './publication.ts';

export const CATALOGUE_ORDERS = {
  recientes: 'Más recientes',
  antiguos: 'Más antiguos',
  titulo: 'Por título',
} as const;
export type CatalogueOrder = keyof typeof CATALOGUE_ORDERS;

const MOST_PAGES = 10_000;

/**
 * What a visitor asks of the catalogue, as it stands in the address; its names are Spanish, as people read and share
 * them. What is none of these, or has a value that cannot be, is left aside: an address never fails for it.
 */
const shape = z.object({
  q: text(200, 1),
  tipo: z.enum(KIND_SLUGS),
  facultad: id,
  escuela: id,
  region: z.string().regex(/^\d{2}$/),
  comuna: z.string().regex(/^\d{5}$/),
  ods: z.coerce.number().int().min(1).max(SDG_NAMES.length),
  /** In which it began. */
  anio: z.coerce.number().int().min(1900).max(2200),
  estado: z.enum(keysOf(PUBLIC_STATES)),
  orden: z.enum(keysOf(CATALOGUE_ORDERS)),
  pagina: z.coerce.number().int().min(2).max(MOST_PAGES),
});
export type CatalogueSearch = Partial<z.infer<typeof shape>>;

export const SEARCH_NAMES = keysOf(shape.shape);
/** Which projects are found; the others say how they are shown. */
export const FILTER_NAMES = SEARCH_NAMES.filter(name => name !== 'orden' && name !== 'pagina');

/** @param query of an address, from anybody: a name may come twice, as a list */
export function readSearch(query: Readonly<Record<string, unknown>>): CatalogueSearch {
  const pairs = SEARCH_NAMES.flatMap(name => {
    const given = query[name];
    const read = typeof given === 'string' ? shape.shape[name].safeParse(given) : undefined;
    return read?.success ? [[name, read.data]] : [];
  });
  return Object.fromEntries(pairs);
}

/** An address with this search, its names always in one order: what is the same has one address. */
export function appendSearch(path: string, search: CatalogueSearch): string {
  const pairs = SEARCH_NAMES.flatMap(name => {
    const value = search[name];
    return value === undefined ? [] : [[name, String(value)] satisfies [string, string]];
  });
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs)}`;
}

/** Whether it finds fewer than all. */
export const isNarrowed = (search: CatalogueSearch): boolean =>
  FILTER_NAMES.some(name => search[name] !== undefined);
