import { formatList, formatNumber } from '../../text/format.ts';
import { cutText } from '../../text/text-width.ts';
import { type Drawing, labelled, type Mark, mark } from '../mark.ts';
import { lettering, round, type Sheet } from '../sheet.ts';
import { landPath, pathOf } from './land.ts';
import { locate, locatorMarks } from './locator.ts';
import { boxOf, type Named, nameMarks } from './names.ts';
import { type Frame, frameOf, type Line, type Place, type View, viewOf } from './view.ts';

/** A comuna; with a value its circle grows by area. */
export interface MapComuna extends Place {
  readonly name: string;
  readonly value?: number;
  /** Of its mark. */
  readonly id?: string;
}

/** Borders of comunas: closed lines, and the words that name their licence. */
export interface MapBorders {
  readonly lines: readonly Line[];
  readonly license: string;
}

export interface MapData {
  readonly comunas: readonly MapComuna[];
  /** Every comuna: those that are none of the above are drawn small, so that one knows where one is. */
  readonly around?: readonly MapComuna[];
  /** The exact place, where somebody marked one. */
  readonly point: Place | null;
  /** Where the installation has them. */
  readonly borders?: MapBorders | null;
  readonly format?: (value: number) => string;
  /** Least value that has the largest circle, so that a few do not look like many. */
  readonly fullFrom?: number;
  /** What is seen; else all of the above. */
  readonly frame?: Frame;
}

export interface MapDrawing extends Drawing {
  readonly view: View;
}

/** As `37,4703° S, 72,3537° O`. */
export const placeText = ({ latitude, longitude }: Place): string =>
  [
    `${formatNumber(Math.abs(latitude), 4)}° ${latitude < 0 ? 'S' : 'N'}`,
    `${formatNumber(Math.abs(longitude), 4)}° ${longitude < 0 ? 'O' : 'E'}`,
  ].join(', ');

const NAMED = 4;

function sentenceOf({ comunas, point }: MapData): string {
  const names = comunas.map(c => c.name);
  const shown =
    names.length > NAMED ? [...names.slice(0, NAMED - 1), `${names.length - NAMED + 1} más`] : names;
  const where = names.length > 0 ? [`Comunas: ${formatList(shown)}.`] : [];
  const marked = point ? [`Punto marcado en ${placeText(point)}.`] : [];
  return [...where, ...marked].join(' ') || 'Todavía no hay comunas.';
}

function circlesOf({ comunas, fullFrom = 1 }: MapData, { size }: Sheet, view: View): Circle[] {
  const most = Math.max(fullFrom, ...comunas.map(c => c.value ?? 0));
  return comunas
    .filter(view.shows)
    .map(comuna => {
      const [x, y] = view.at(comuna);
      const share = comuna.value === undefined ? 0.12 : Math.max(0, comuna.value) / most;
      const r = round(size * (0.35 + 1.3 * Math.sqrt(share)));
      return { comuna, name: comuna.name, x: round(x), y: round(y), r };
    })
    .sort((a, b) => b.r - a.r);
}

/** A cross in a ring: told from the circles by shape, not by colour alone. */
function pointMark(point: Place, sheet: Sheet, view: View): Mark {
  const [x, y] = view.at(point).map(round) as [number, number];
  const r = sheet.size * 0.6;
  const cross = `M${round(x - r * 1.6)} ${y}h${round(r * 3.2)}M${x} ${round(y - r * 1.6)}v${round(r * 3.2)}`;
  const line = { stroke: sheet.ink.accent, 'stroke-width': 2, fill: 'none' };
  return labelled(`Punto marcado: ${placeText(point)}`, [
    mark('circle', { cx: x, cy: y, r, ...line, fill: sheet.ink.ground, 'fill-opacity': 0.6 }),
    mark('path', { d: cross, ...line }),
  ]);
}

/** Higher than this, on the plane, the map shows the country itself. */
const COUNTRY_HIGH = 30;

interface Circle extends Named {
  readonly comuna: MapComuna;
}

/** Circles on comunas over the outline of Chile; a point, and borders where there are any. */
export function drawMap(data: MapData, sheet: Sheet): MapDrawing {
  const { width, size, ink } = sheet;
  const frame = data.frame ?? frameOf([...data.comunas, ...(data.point ? [data.point] : [])]);
  const isCountry = frame.high > COUNTRY_HIGH;
  const height = Math.round(isCountry ? size * 44 : Math.min(width * 0.75, size * 30));
  const view = viewOf(frame, width, height);
  const circles = circlesOf(data, sheet, view);
  const point = data.point && view.shows(data.point) ? pointMark(data.point, sheet, view) : null;
  const inset = isCountry ? null : locate(sheet, height, circles);
  const [px, py] = data.point ? view.at(data.point) : [-1000, -1000];
  // No name is written over the point.
  const closed = [boxOf({ name: '', x: px, y: py, r: size }), ...(inset ? [inset] : [])];
  const dots = isCountry ? [] : dotsOf(data, sheet, view);
  const area = (d: string, style: Mark['attributes']) => (d ? [mark('path', { d, ...style })] : []);
  const tint = { fill: ink.series[0], 'fill-opacity': 0.12, stroke: ink.series[0] };
  return {
    width,
    height,
    marks: [
      mark('rect', { width, height, fill: ink.shade }),
      ...area(landPath(view, width, height), {
        fill: ink.ground,
        stroke: ink.dim,
        'stroke-width': 0.75,
      }),
      ...area(pathOf(data.borders?.lines ?? [], view, width, height), tint),
      ...dots.map(({ x, y, r }) => mark('circle', { cx: x, cy: y, r, fill: ink.dim })),
      ...circles.map(circle => circleMark(circle, data, sheet)),
      ...nameMarks([circles, dots], closed, sheet, height),
      ...(point ? [point] : []),
      ...licenseMarks(data, sheet, height),
      ...(inset ? locatorMarks(inset, view.frame, sheet) : []),
    ],
    sentence: sentenceOf(data),
    table: tableOf(data),
    view,
  };
}

/** On the map itself, so that it goes along into every file. */
function licenseMarks({ borders }: MapData, sheet: Sheet, height: number): Mark[] {
  if (!borders || borders.lines.length === 0) return [];
  const words = cutText(`Límites: ${borders.license}`, sheet.size * 0.8, sheet.width - sheet.size);
  return [lettering(sheet, sheet.size * 0.4, height - sheet.size * 0.7, words, { dim: true, scale: 0.8 })];
}

function dotsOf({ comunas, around = [] }: MapData, { size }: Sheet, view: View): Named[] {
  return around
    .filter(c => !comunas.includes(c) && view.shows(c))
    .map(c => {
      const [x, y] = view.at(c);
      return { name: c.name, x: round(x), y: round(y), r: round(size * 0.14) };
    });
}

const circleMark = (
  { comuna: { name, value, id }, x, y, r }: Circle,
  { format }: MapData,
  { ink }: Sheet,
): Mark =>
  labelled(
    value === undefined ? name : `${name}: ${(format ?? formatNumber)(value)}`,
    [mark('circle', { cx: x, cy: y, r, fill: ink.series[0], 'fill-opacity': 0.55, stroke: ink.series[0] })],
    id,
  );

function tableOf({ comunas, point, format }: MapData): Drawing['table'] {
  const valued = comunas.some(c => c.value !== undefined);
  const row = (name: string, { latitude, longitude }: Place, value?: number) => [
    name,
    latitude,
    longitude,
    ...(valued ? [value ?? null] : []),
  ];
  const degrees = (value: number) => formatNumber(value, 4);
  return {
    columns: [
      { title: 'Lugar' },
      { title: 'Latitud', format: degrees },
      { title: 'Longitud', format: degrees },
      ...(valued ? [{ title: 'Valor', format: format ?? formatNumber }] : []),
    ],
    rows: [...comunas.map(c => row(c.name, c, c.value)), ...(point ? [row('Punto marcado', point)] : [])],
  };
}
