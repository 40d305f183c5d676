import { readFileSync } from 'node:fs';
import type { Feature, FeatureCollection, GeoJsonProperties, Geometry, Position } from 'geojson';
import { feature } from 'topojson-client';
import type { Topology } from 'topojson-specification';
import type { Line } from '../domain/drawings/map/view.ts';
import type { Env } from './env.ts';

/** Borders of comunas, which the product does not bring: who installs it has the file and knows its licence. */
export interface Borders {
  readonly license: string;
  /** Closed lines of these comunas, by official code; none of one that the file lacks. */
  of(codes: readonly string[]): Line[];
}

/** The file cannot be used; names setting and file. */
export class BordersError extends Error {}

/** Properties in which published maps keep the official code (CUT), in lower case. */
const CODE_NAMES = ['codigo_comuna', 'cod_comuna', 'cod_com', 'cut_com', 'cut', 'codigo', 'comuna_id', 'id'];
/** Hundred metres: finer than a screen shows, and a tenth of what official files hold. */
const UNITS = 1000;

const round = (degrees: number) => Math.round(degrees * UNITS) / UNITS;

/** Five digits: files of numbers lack the first zero. */
function codeOf({ id, properties }: Feature): string | null {
  const named = Object.entries(properties ?? {}).map(([k, v]) => [k.toLowerCase(), String(v)] as const);
  const found = CODE_NAMES.map(name => named.find(([k]) => k === name)?.[1]).find(v => v !== undefined);
  const code = (found ?? String(id ?? '')).trim().padStart(5, '0');
  return /^\d{5}$/.test(code) ? code : null;
}

/** Without places that fall together at this scale; nothing of what becomes a dot. */
function thin(ring: readonly Position[]): Line[] {
  const line: Line = [];
  for (const [x = 0, y = 0] of ring) {
    const [px, py] = line.at(-1) ?? [];
    if (px !== round(x) || py !== round(y)) line.push([round(x), round(y)]);
  }
  return line.length > 3 ? [line] : [];
}

function linesOf(geometry: Geometry | null): Line[] {
  if (geometry?.type === 'Polygon') return geometry.coordinates.flatMap(thin);
  if (geometry?.type === 'MultiPolygon') return geometry.coordinates.flat().flatMap(thin);
  return [];
}

type MapFile = Topology | FeatureCollection<Geometry | null, GeoJsonProperties> | { readonly type: string };

/** GeoJSON, RFC 7946, or TopoJSON, whose first object is taken. */
function featuresOf(file: MapFile): readonly Feature[] {
  if (file.type === 'FeatureCollection' && 'features' in file) return file.features as Feature[];
  if (file.type !== 'Topology' || !('objects' in file)) return [];
  const [first] = Object.values(file.objects);
  if (!first) return [];
  const made = feature(file, first);
  return made.type === 'FeatureCollection' ? made.features : [made];
}

/** @throws BordersError where the file is none, or holds no comuna. */
export function readBorders(setting: Env['borders']): Borders | undefined {
  if (!setting) return undefined;
  const { file, license } = setting;
  const fail = (reason: string) =>
    new BordersError(`El mapa de COMUNAS_MAP no se puede usar: ${file}: ${reason}.`);
  let parsed: MapFile;
  try {
    parsed = JSON.parse(readFileSync(file, 'utf8')) as MapFile;
  } catch (error) {
    throw fail(
      error instanceof SyntaxError ? 'no es JSON' : ((error as NodeJS.ErrnoException).code ?? 'no se lee'),
    );
  }
  const lines = new Map<string, Line[]>();
  try {
    for (const each of featuresOf(parsed)) {
      const code = codeOf(each);
      if (code) lines.set(code, [...(lines.get(code) ?? []), ...linesOf(each.geometry)]);
    }
  } catch {
    throw fail('no es GeoJSON ni TopoJSON');
  }
  if (![...lines.values()].some(all => all.length > 0))
    throw fail(`no tiene comunas con su código en una de estas propiedades: ${CODE_NAMES.join(', ')}`);
  return { license, of: codes => codes.flatMap(code => lines.get(code) ?? []) };
}
