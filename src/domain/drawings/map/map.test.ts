import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allMarks, flawsOf, labelsOf, sheetOf, textsOf } from '../../../../test/drawings.ts';
import { landRings } from './land.ts';
import { drawMap, type MapData, placeText } from './map.ts';
import { COUNTRY, frameOf, nearer, nearestOf, placeOf, spotOf, viewOf } from './view.ts';

const LOS_ANGELES = { name: 'Los Ángeles', latitude: -37.47, longitude: -72.35 };
const MULCHEN = { name: 'Mulchén', latitude: -37.72, longitude: -72.24 };
const ARICA = { name: 'Arica', latitude: -18.48, longitude: -70.32 };
const PUNTA_ARENAS = { name: 'Punta Arenas', latitude: -53.16, longitude: -70.91 };
const draw = (data: Partial<MapData>, width = 640) =>
  drawMap({ comunas: [], point: null, ...data }, sheetOf(width));

const place = fc.record({
  latitude: fc.double({ min: -79, max: 79, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});

describe('places and the sheet', () => {
  test('a place comes back from the plane, and from a view of it', () => {
    fc.assert(
      fc.property(place, place, fc.integer({ min: 200, max: 1200 }), (one, two, width) => {
        const back = placeOf(spotOf(one));
        expect(back.latitude).toBeCloseTo(one.latitude, 8);
        expect(back.longitude).toBeCloseTo(one.longitude, 8);
        const view = viewOf(frameOf([one, two]), width, 400);
        const [x, y] = view.at(one);
        const clicked = view.placeAt(x, y);
        expect(clicked.latitude).toBeCloseTo(one.latitude, 6);
        expect(clicked.longitude).toBeCloseTo(one.longitude, 6);
      }),
    );
  });

  test('a frame shows all of its places, with what lies around', () => {
    fc.assert(
      fc.property(
        fc.array(place, { minLength: 1, maxLength: 9 }),
        fc.integer({ min: 200, max: 1200 }),
        (places, width) => {
          const view = viewOf(frameOf(places), width, 400);
          expect(places.filter(p => !view.shows(p))).toEqual([]);
        },
      ),
    );
  });

  test('of one comuna the surroundings are seen, of none the country', () => {
    expect(frameOf([LOS_ANGELES]).wide).toBeGreaterThan(2);
    expect(frameOf([])).toEqual(frameOf(COUNTRY));
  });

  test('north is up, and scale the same both ways', () => {
    const view = viewOf(frameOf([LOS_ANGELES]), 600, 400);
    const [x, y] = view.at(LOS_ANGELES);
    expect([x, y].map(Math.round)).toEqual([300, 200]);
    expect(view.at({ ...LOS_ANGELES, latitude: -37 })[1]).toBeLessThan(y);
    // A degree of latitude is longer than one of longitude by the secant of the latitude.
    const east = view.at({ ...LOS_ANGELES, longitude: LOS_ANGELES.longitude + 0.01 })[0] - x;
    const north = y - view.at({ ...LOS_ANGELES, latitude: LOS_ANGELES.latitude + 0.01 })[1];
    expect(north / east).toBeCloseTo(1 / Math.cos((37.47 * Math.PI) / 180), 2);
  });

  test('nearer keeps the middle, or takes another', () => {
    const frame = frameOf([LOS_ANGELES]);
    expect(nearer(frame, 2)).toEqual({ ...frame, wide: frame.wide / 2, high: frame.high / 2 });
    expect(nearer(frame, 2, [0, 0]).middle).toEqual([0, 0]);
  });

  test('the nearest of several', () => {
    expect(nearestOf({ latitude: -37.6, longitude: -72.2 }, [ARICA, LOS_ANGELES, MULCHEN])).toBe(MULCHEN);
    expect(nearestOf(ARICA, [])).toBeNull();
  });
});

describe('the outline', () => {
  const inside = (x: number, y: number) =>
    landRings().some(ring => {
      let odd = false;
      ring.forEach(([ax, ay], n) => {
        const [bx, by] = ring[(n + 1) % ring.length] ?? [0, 0];
        if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
      });
      return odd;
    });

  test.each([
    ['Calama', -68.93, -22.46],
    ['Santiago', -70.65, -33.45],
    ['Los Ángeles', -72.35, -37.47],
    ['Temuco', -72.6, -38.74],
    ['Coyhaique', -72.07, -45.57],
    ['Porvenir', -70.1, -53.3],
    ['Castro', -73.8, -42.45],
  ])('%s is on land', (_, longitude, latitude) => {
    expect(inside(longitude, latitude)).toBe(true);
  });

  test.each([
    ['the Pacific', -76, -33],
    ['Mendoza', -68.8, -32.9],
    ['Neuquén', -68, -38.9],
    ['Tacna', -70.25, -18],
    ['the Atlantic', -60, -50],
  ])('%s is not', (_, longitude, latitude) => {
    expect(inside(longitude, latitude)).toBe(false);
  });

  test('every part is closed', () => {
    const open = landRings().filter(ring => {
      const [first, last] = [ring[0], ring.at(-1)];
      return first?.[0] !== last?.[0] || first?.[1] !== last?.[1];
    });
    expect(open).toEqual([]);
    expect(landRings().length).toBeGreaterThan(100);
  });
});

describe('a map', () => {
  test('has a circle for each comuna with its name, and the point by another sign', () => {
    const drawing = draw({ comunas: [LOS_ANGELES, MULCHEN], point: { latitude: -37.6, longitude: -72.5 } });
    expect(labelsOf(drawing)).toEqual(['Los Ángeles', 'Mulchén', 'Punto marcado: 37,6° S, 72,5° O']);
    expect(new Set(textsOf(drawing))).toEqual(new Set(['Los Ángeles', 'Mulchén']));
    expect(drawing.sentence).toBe('Comunas: Los Ángeles y Mulchén. Punto marcado en 37,6° S, 72,5° O.');
    expect(drawing.table.rows).toEqual([
      ['Los Ángeles', -37.47, -72.35],
      ['Mulchén', -37.72, -72.24],
      ['Punto marcado', -37.6, -72.5],
    ]);
  });

  test('names those around where there is room, never twice and never over another', () => {
    const around = Array.from({ length: 60 }, (_, n) => ({
      name: `Comuna ${n}`,
      latitude: -37 - (n % 8) * 0.15,
      longitude: -73 + Math.floor(n / 8) * 0.2,
    }));
    const texts = textsOf(draw({ comunas: [LOS_ANGELES], around: [...around, LOS_ANGELES] }));
    // Each is written twice: its edge, then the letters.
    expect(texts.filter(t => t === 'Los Ángeles')).toHaveLength(2);
    expect(texts.length / 2).toBeGreaterThan(10);
    expect(texts.length / 2).toBeLessThan(61);
  });

  test('with values the areas of the circles are as these', () => {
    const drawing = draw({
      comunas: [
        { ...LOS_ANGELES, value: 400 },
        { ...MULCHEN, value: 100 },
      ],
    });
    const radii = allMarks(drawing.marks).flatMap(m =>
      m.attributes['fill-opacity'] === 0.55 && m.tag === 'circle' ? [Number(m.attributes.r) - 13 * 0.35] : [],
    );
    expect((radii[0] ?? 0) / (radii[1] ?? 1)).toBeCloseTo(2, 1);
    expect(labelsOf(drawing)).toEqual(['Los Ángeles: 400', 'Mulchén: 100']);
    expect(drawing.table.columns.map(c => c.title)).toEqual(['Lugar', 'Latitud', 'Longitud', 'Valor']);
  });

  test('from end to end of the country it is high, and needs no smaller one in its corner', () => {
    const whole = draw({ comunas: [ARICA, PUNTA_ARENAS] });
    expect(whole.height).toBeGreaterThan(500);
    const insets = (d: typeof whole) => allMarks(d.marks).filter(m => m.attributes.transform).length;
    expect([insets(whole), insets(draw({ comunas: [ARICA] }))]).toEqual([0, 1]);
  });

  test('borders come with the words of their licence', () => {
    const lines = [
      [
        [-72.35, -37.47] as const,
        [-72.24, -37.72] as const,
        [-72, -37.5] as const,
        [-72.35, -37.47] as const,
      ],
    ];
    const drawing = draw({ comunas: [LOS_ANGELES], borders: { lines, license: 'BCN, CC BY 4.0' } });
    expect(textsOf(drawing)).toContain('Límites: BCN, CC BY 4.0');
    expect(
      textsOf(draw({ comunas: [LOS_ANGELES], borders: { lines: [], license: 'BCN' } })).join(),
    ).not.toContain('Límites');
  });

  test('many comunas are named to four in the sentence', () => {
    const comunas = Array.from({ length: 6 }, (_, n) => ({ ...MULCHEN, name: `C${n}` }));
    expect(draw({ comunas }).sentence).toBe('Comunas: C0, C1, C2 y 3 más.');
    expect(draw({}).sentence).toBe('Todavía no hay comunas.');
  });

  test('any places on any sheet are drawn without flaw', () => {
    const comuna = fc.tuple(place, fc.string(), fc.option(fc.nat())).map(([p, name, value]) => ({
      ...p,
      name,
      ...(value === null ? {} : { value }),
    }));
    fc.assert(
      fc.property(
        fc.array(comuna, { maxLength: 8 }),
        fc.option(place),
        fc.integer({ min: 200, max: 1000 }),
        (comunas, point, width) => {
          expect(flawsOf(draw({ comunas, point }, width))).toEqual([]);
        },
      ),
      { numRuns: 40 },
    );
  });
});

test('circles have the id of their comuna', () => {
  const { marks } = draw({ comunas: [{ ...ARICA, value: 2, id: '7' }, MULCHEN] });
  expect(allMarks(marks).flatMap(m => (m.label ? [[m.label, m.id]] : []))).toEqual([
    ['Arica: 2', '7'],
    ['Mulchén', undefined],
  ]);
});

test.each([
  [{ latitude: -37.4703, longitude: -72.3537 }, '37,4703° S, 72,3537° O'],
  [{ latitude: 40.5, longitude: 3 }, '40,5° N, 3° E'],
])('a place is written as people read it: %j', (given, text) => {
  expect(placeText(given)).toBe(text);
});
