import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KIND_SLUGS } from '../kinds/slugs.ts';
import { keysOf } from '../kit/look-up.ts';
import { text } from '../text/rules.ts';
import { cataloguePath } from './addresses.ts';
import {
  appendSearch,
  CATALOGUE_ORDERS,
  type CatalogueSearch,
  FILTER_NAMES,
  isNarrowed,
  readSearch,
  SEARCH_NAMES,
} from './catalogue-search.ts';
import { PUBLIC_STATES } from './publication.ts';

const ID = '0190b0a4-7f3c-7a31-9d54-1f6f6a0c9b1e';
const words = fc
  .string({ unit: 'grapheme', maxLength: 60 })
  .map(typed => typed.trim())
  .filter(typed => text(200, 1).safeParse(typed).success);
const search: fc.Arbitrary<CatalogueSearch> = fc.record(
  {
    q: words,
    tipo: fc.constantFrom(...KIND_SLUGS),
    facultad: fc.uuid(),
    escuela: fc.uuid(),
    region: fc.constantFrom('01', '08', '16'),
    comuna: fc.constantFrom('08101', '13101'),
    ods: fc.integer({ min: 1, max: 17 }),
    anio: fc.integer({ min: 1900, max: 2200 }),
    estado: fc.constantFrom(...keysOf(PUBLIC_STATES)),
    orden: fc.constantFrom(...keysOf(CATALOGUE_ORDERS)),
    pagina: fc.integer({ min: 2, max: 10_000 }),
  },
  { requiredKeys: [] },
);
/** As a server reads an address: what comes twice is a list. */
function queryOf(address: string): Record<string, string | string[]> {
  const params = new URL(address, 'http://x').searchParams;
  return Object.fromEntries(
    [...new Set(params.keys())].map(name => {
      const all = params.getAll(name);
      return [name, all.length > 1 ? all : (all[0] ?? '')];
    }),
  );
}

describe('a search of the catalogue', () => {
  it('comes back from its address', () => {
    fc.assert(
      fc.property(search, s => {
        expect(readSearch(queryOf(cataloguePath(s)))).toEqual(s);
      }),
    );
  });

  it('has one address, in whatever order its names come', () => {
    fc.assert(
      fc.property(search, s => {
        const turned = Object.fromEntries(Object.entries(s).reverse());
        expect(appendSearch('/x', turned)).toBe(appendSearch('/x', s));
      }),
    );
  });

  it('is read from anything, and what is read has an address that reads the same', () => {
    const anything = fc.dictionary(
      fc.oneof(fc.constantFrom<string>(...SEARCH_NAMES), fc.string()),
      fc.oneof(fc.string({ unit: 'binary' }), fc.array(fc.string()), fc.anything()),
    );
    fc.assert(
      fc.property(anything, query => {
        const read = readSearch(query);
        expect(readSearch(queryOf(cataloguePath(read)))).toEqual(read);
      }),
    );
  });

  it.each([
    ['q', '   '],
    ['q', 'x'.repeat(201)],
    ['q', 'a\u0000b'],
    ['q', '\ud800'],
    ['tipo', 'otro'],
    ['tipo', 'constructor'],
    ['facultad', '1'],
    ['escuela', "' or 1=1 --"],
    ['region', '8'],
    ['comuna', '081010'],
    ['ods', '0'],
    ['ods', '18'],
    ['ods', '4.5'],
    ['ods', ''],
    ['anio', '99999999999999999999'],
    ['anio', 'NaN'],
    ['estado', 'closed'],
    ['orden', '__proto__'],
    ['pagina', '1'],
    ['pagina', '-3'],
    ['pagina', '10001'],
    ['q', ['a', 'b']],
    ['ods', ['4']],
    ['tipo', { tipo: 'pacs' }],
    ['q', null],
  ])('leaves %s aside where it is %j, and keeps the rest', (name, value) => {
    const other = name === 'escuela' ? { facultad: ID } : { escuela: ID };
    expect(readSearch({ ...other, [name]: value })).toEqual(other);
  });

  it('has nothing of every object', () => {
    expect(readSearch(Object.create({ q: undefined, tipo: 'x' }))).toEqual({});
  });

  it('is narrowed by every filter, by order and page not', () => {
    expect(isNarrowed({})).toBe(false);
    expect(isNarrowed({ orden: 'titulo', pagina: 3 })).toBe(false);
    for (const name of FILTER_NAMES) expect([name, isNarrowed({ [name]: 'x' })]).toEqual([name, true]);
    expect([...FILTER_NAMES, 'orden', 'pagina']).toEqual(SEARCH_NAMES);
  });
});
