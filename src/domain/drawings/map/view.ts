import { geoMercatorRaw } from 'd3-geo';

/** In degrees: of longitude from −180 to 180, of latitude from −90 to 90. */
export interface Place {
  readonly longitude: number;
  readonly latitude: number;
}

/** Places one after the other, as GeoJSON writes them: longitude, then latitude. */
export type Line = (readonly [longitude: number, latitude: number])[];

/** Mercator's plane, in which a unit is a degree of longitude; y grows to the south, as on a screen. */
export type Spot = readonly [x: number, y: number];
/** What of the plane is seen. */
export interface Frame {
  readonly middle: Spot;
  readonly wide: number;
  readonly high: number;
}

const DEGREE = Math.PI / 180;
/** Beyond it Mercator's plane has no end worth showing; the southernmost comuna ends at −90. */
const MOST_LATITUDE = 80;

export function spotOf({ longitude, latitude }: Place): Spot {
  const kept = Math.min(MOST_LATITUDE, Math.max(-MOST_LATITUDE, latitude));
  const [x, y] = geoMercatorRaw(longitude * DEGREE, kept * DEGREE);
  return [x / DEGREE, -y / DEGREE];
}

export function placeOf([x, y]: Spot): Place {
  const [longitude = 0, latitude = 0] = geoMercatorRaw.invert?.(x * DEGREE, -y * DEGREE) ?? [];
  return { longitude: longitude / DEGREE, latitude: latitude / DEGREE };
}

/** The mainland, from Visviri to Cape Horn. */
export const COUNTRY: readonly Place[] = [
  { longitude: -75.7, latitude: -17.5 },
  { longitude: -66.4, latitude: -56 },
];
/** Degrees of longitude seen at least: the surroundings tell where a comuna is. */
const LEAST_WIDE = 2.4;
/** Room around the outermost places, as a share of the frame. */
const AROUND = 0.36;

/** The frame in which all of these places are seen with what lies around; without any the country. */
export function frameOf(places: readonly Place[]): Frame {
  const spots = (places.length > 0 ? places : COUNTRY).map(spotOf);
  const [xs, ys] = [spots.map(s => s[0]), spots.map(s => s[1])];
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const grown = (length: number, least: number) => Math.max(least, length * (1 + AROUND));
  return {
    middle: [(left + right) / 2, (top + bottom) / 2],
    wide: grown(right - left, LEAST_WIDE),
    high: grown(bottom - top, LEAST_WIDE * 0.6),
  };
}

/** The same middle, or another, seen `times` as near. */
export const nearer = (frame: Frame, times: number, middle: Spot = frame.middle): Frame => ({
  middle,
  wide: frame.wide / times,
  high: frame.high / times,
});

/** From places to a sheet, and back. */
export interface View {
  readonly at: (place: Place) => Spot;
  readonly placeAt: (x: number, y: number) => Place;
  /** Whether it is on the sheet. */
  readonly shows: (place: Place) => boolean;
  /** What the sheet shows: the frame, grown in one direction to the sheet's shape. */
  readonly frame: Frame;
}

/** A frame on a sheet of so many units, in one scale both ways. */
export function viewOf({ middle, wide, high }: Frame, width: number, height: number): View {
  const scale = Math.min(width / wide, height / high);
  const [left, top] = [middle[0] - width / scale / 2, middle[1] - height / scale / 2];
  const at = (place: Place): Spot => {
    const [x, y] = spotOf(place);
    return [(x - left) * scale, (y - top) * scale];
  };
  return {
    at,
    placeAt: (x, y) => placeOf([left + x / scale, top + y / scale]),
    shows: place => {
      const [x, y] = at(place);
      return x >= 0 && x <= width && y >= 0 && y <= height;
    },
    frame: { middle, wide: width / scale, high: height / scale },
  };
}

/** Of several the one nearest to a place on the plane; null of none. */
export function nearestOf<P extends Place>(place: Place, others: readonly P[]): P | null {
  const [x, y] = spotOf(place);
  const away = (other: P) => {
    const [ox, oy] = spotOf(other);
    return Math.hypot(ox - x, oy - y);
  };
  return others.reduce<P | null>((best, o) => (!best || away(o) < away(best) ? o : best), null);
}
