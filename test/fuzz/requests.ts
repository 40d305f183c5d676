import fc from 'fast-check';
import { z } from 'zod';
import { FIRST_KINDS } from '../../src/domain/kinds/index.ts';
import { PERMISSIONS } from '../../src/domain/kit/permissions.ts';
import { isSectionSlug, sectionOf } from '../../src/domain/sections/index.ts';
import { sampleFiles } from '../samples.ts';
import type { Place } from './places.ts';
import { type Schema, valuesOf } from './schemas.ts';
import type { Served, World } from './world.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The parts of a request in which something may be broken. */
export interface Sent {
  readonly params: Fields;
  readonly query: Fields;
  readonly body?: unknown;
}

/** A valid request, and by which share of its fields and of what may be wrong with one it is to be broken. */
export interface FuzzRequest {
  readonly endpoint: Served;
  /** Index of who asks. */
  readonly who: number;
  readonly sent: Sent;
  /** With what is stored, where a page tells it, in place of what was made up. */
  readonly asStored: boolean;
  /** Both from 0 on and below 1; null for a request that stays valid. */
  readonly broken: { readonly field: number; readonly by: number } | null;
}

const trailOf = (path: string) => {
  const names = path.split('/').filter(part => part !== '' && !part.startsWith('{'));
  return names.includes('bulk') ? names.slice(0, names.indexOf('bulk')) : names;
};

const sectionSchema = (slug: string): Schema =>
  isSectionSlug(slug)
    ? (z.toJSONSchema(sectionOf(slug).schema, {
        io: 'input',
        target: 'openapi-3.0',
        unrepresentable: 'any',
      }) as Schema)
    : { type: 'object' };

/** What a contract leaves to the domain: fields that are any object to it. */
function innerSchema({ path }: Served, sent: Fields): [field: string, schema: Schema] | undefined {
  if (path.endsWith('/sections/{section}')) return ['data', sectionSchema(String(sent.section))];
  if (path === '/projects/{kind}/{id}/changes') return ['data', sectionSchema(String(sent.section))];
  return undefined;
}

function bodyOf({ places, bodies }: World, endpoint: Served, place: Place): fc.Arbitrary<unknown> {
  const { body, path } = endpoint;
  if (!body) return UPLOADS.test(path) ? bytes : fc.constant(undefined);
  if (path === '/kinds/{slug}/draft')
    return fc.constant({ version: 0, definition: FIRST_KINDS[place.slug as keyof typeof FIRST_KINDS] });
  if (bodies.has(path)) return fc.constant(bodies.get(path));
  const { known } = places;
  const trail = trailOf(path);
  return valuesOf(body, known, trail).chain(whole => {
    const inner = innerSchema(endpoint, { ...place, ...(whole as Fields) });
    if (!inner) return fc.constant(whole);
    return valuesOf(inner[1], known, trail).map(data => ({ ...(whole as Fields), [inner[0]]: data }));
  });
}

/** What takes a file's bytes. */
const UPLOADS = /\/chunks\/|^\/imports\/\{noun\}$|^\/calls\/\{call\}\/files$/;
const CELLS = [
  'código',
  'nombre',
  'ENF',
  '=1+1',
  '"',
  ';',
  '\u0000',
  'a@b.cl',
  '2026-02-30',
  '-1',
  '99999999999999999999',
  '\ud800',
];
const sheet = fc
  .array(fc.array(fc.constantFrom(...CELLS), { maxLength: 6 }), { maxLength: 6 })
  .map(rows => Buffer.from(rows.map(row => row.join(';')).join('\n')));
const bytes = fc.oneof(
  fc.constantFrom(...Object.values(sampleFiles()), Buffer.alloc(0)),
  fc.uint8Array({ maxLength: 200 }).map(values => Buffer.from(values)),
  sheet,
);

function placesFor({ places }: World, { path, params }: Served): fc.Arbitrary<Place> {
  const stored = places.placesOf(path);
  const made = valuesOf(params, places.known, trailOf(path)) as fc.Arbitrary<Place>;
  if (stored.length === 0) return made;
  return fc.tuple(made, fc.constantFrom(...stored)).map(([any, place]) => ({ ...any, ...place }));
}

/** Indices of people whom it serves; whom the place concerns and the office, who may do most, ask more often. */
function whoAsks({ people }: World, { permission }: Served, place: Place): fc.Arbitrary<number> {
  const served = people.flatMap(({ roles }, n) =>
    PERMISSIONS[permission]({ ...NOBODY, roles: [...roles] }) ? [n] : [],
  );
  const office = served.filter(n => people[n]?.roles.includes('Admin'));
  const own = served.filter(n => people[n]?.id === place.asker);
  const often = own.length > 0 ? own : office;
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...(often.length > 0 ? often : served)) },
    { weight: 1, arbitrary: fc.constantFrom(...served) },
  );
}
const NOBODY = {
  ...{ id: '', name: '', email: '', homeSchoolId: null, state: 'active' as const },
  ...{ directs: [], heads: [], headsSchools: [], fillsIn: false },
};

const share = fc.integer({ min: 0, max: 9_999 }).map(n => n / 10_000);

/** Requests to an endpoint: some valid, most with one field broken. */
export function requestsTo(world: World, endpoint: Served): fc.Arbitrary<FuzzRequest> {
  const { known } = world.places;
  const query = valuesOf(endpoint.query, known, trailOf(endpoint.path));
  return fc.tuple(placesFor(world, endpoint), query as fc.Arbitrary<Fields>).chain(([place, query]) => {
    const { asker: _, ...params } = place;
    return fc.record({
      endpoint: fc.constant(endpoint),
      who: whoAsks(world, endpoint, place),
      sent: bodyOf(world, endpoint, place).map(body => ({
        params,
        query,
        ...(body !== undefined && { body }),
      })),
      asStored: fc.boolean(),
      broken: fc.option(fc.record({ field: share, by: share }), { freq: 4 }),
    });
  });
}
