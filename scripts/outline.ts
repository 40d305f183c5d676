/**
 * Writes the outline of Chile that maps are drawn on: `node scripts/outline.ts`. Source: Natural Earth 1:10 million
 * (public domain) as `world-atlas` (ISC) packs it. Thinned to what a screen shows, in hundredths of a degree.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

const TARGET = new URL('../src/domain/drawings/map/outline.ts', import.meta.url);
/** Units in a degree: a kilometre each. */
const UNITS = 100;
/** Units a thinned line may be off: less than a pixel in a map of one region. */
const TOLERANCE = 1.1;
/** Units of height or width below which an island is left out. */
const LEAST_ISLAND = 7;

type Place = readonly [number, number];

/** How far a place is from the line between two others. */
function distance([x, y]: Place, [ax, ay]: Place, [bx, by]: Place): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length));
  return Math.hypot(x - ax - share * dx, y - ay - share * dy);
}

/** The line with as few places as stay within the tolerance (Douglas and Peucker, 1973). */
function thin(line: readonly Place[]): Place[] {
  const [first, last] = [line[0], line.at(-1)];
  if (!first || !last || line.length < 3) return [...line];
  let [far, most] = [0, 0];
  line.forEach((place, n) => {
    const off = distance(place, first, last);
    if (off > most) [far, most] = [n, off];
  });
  if (most <= TOLERANCE) return [first, last];
  return [...thin(line.slice(0, far + 1)).slice(0, -1), ...thin(line.slice(far))];
}

const extent = (values: readonly number[]) => Math.max(...values) - Math.min(...values);

const atlas = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('world-atlas/countries-10m.json'), 'utf8'),
) as Topology<{ countries: GeometryCollection<{ name: string }> }>;
const chile = feature(atlas, atlas.objects.countries).features.find(f => f.properties.name === 'Chile');
if (chile?.geometry.type !== 'MultiPolygon') throw new Error('the atlas has no Chile of several parts');

const rings = chile.geometry.coordinates
  .map(([outer = []]) => outer.map(([x = 0, y = 0]) => [x * UNITS, y * UNITS] as const))
  .filter(ring => Math.max(extent(ring.map(p => p[0])), extent(ring.map(p => p[1]))) >= LEAST_ISLAND)
  .map(ring => thin(ring).map(([x, y]) => [Math.round(x), Math.round(y)] as const))
  .filter(ring => ring.length > 3);

const steps = (ring: readonly Place[]) =>
  ring.map(([x, y], n) => {
    const [px, py] = ring[n - 1] ?? [0, 0];
    return `${x - px},${y - py}`;
  });
const lines = rings.map(ring => `  '${steps(ring).join(' ')}',`);
writeFileSync(
  TARGET,
  `// Written by \`scripts/outline.ts\`: Natural Earth (public domain) as packed by world-atlas (ISC).
// biome-ignore format: one line for each part of the country
/** Rings in hundredths of a degree, longitude and latitude: the first place, then steps from one to the next. */
export const OUTLINE: readonly string[] = [
${lines.join('\n')}
];
`,
);
console.log(`${rings.length} parts, ${rings.reduce((sum, ring) => sum + ring.length, 0)} places`);
