import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readBorders } from './borders.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'borders-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const read = (content: unknown) => {
  const file = path.join(folder, 'comunas.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return readBorders({ file, license: 'BCN, CC BY 4.0' });
};
const square = (x: number, y: number, side = 1) => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
  [x, y],
];
const area = (properties: object | null, geometry: object | null, more = {}) => ({
  type: 'Feature',
  properties,
  geometry,
  ...more,
});
const collection = (...features: object[]) => ({ type: 'FeatureCollection', features });
const polygon = (...rings: number[][][]) => ({ type: 'Polygon', coordinates: rings });

test('without a file there are none', () => {
  expect(readBorders(undefined)).toBeUndefined();
});

describe('areas are found by the code of their comuna', () => {
  test.each([
    [{ cod_comuna: '08301' }, {}],
    [{ COD_COMUNA: 8301 }, {}],
    [{ nombre: 'Los Ángeles', cut_com: ' 8301' }, {}],
    [null, { id: 8301 }],
  ])('%j %j', (properties, more) => {
    const borders = read(collection(area(properties, polygon(square(-72, -37)), more)));
    expect(borders?.of(['08301'])).toEqual([square(-72, -37)]);
    expect(borders?.of(['08101'])).toEqual([]);
    expect(borders?.license).toBe('BCN, CC BY 4.0');
  });

  test('of several parts, with holes, and of areas that share a code', () => {
    const parts = {
      type: 'MultiPolygon',
      coordinates: [[square(0, 0), square(0.2, 0.2, 0.1)], [square(5, 5)]],
    };
    const borders = read(
      collection(area({ cut: '01101' }, parts), area({ cut: '01101' }, polygon(square(9, 9)))),
    );
    expect(borders?.of(['01101'])).toHaveLength(4);
  });

  test('of TopoJSON, too', () => {
    const borders = read({
      type: 'Topology',
      arcs: [square(-72, -37)],
      objects: {
        comunas: {
          type: 'GeometryCollection',
          geometries: [{ type: 'Polygon', arcs: [[0]], properties: { codigo_comuna: '08301' } }],
        },
      },
    });
    expect(borders?.of(['08301'])).toEqual([square(-72, -37)]);
  });
});

test('what falls together at a hundred metres is left out, and islands that become a dot', () => {
  const borders = read(
    collection(
      area(
        { cut: '08301' },
        polygon([
          [0, 0],
          [0.0001, 0.0001],
          [1, 0],
          [1, 1],
          [0, 1],
          [0, 0],
        ]),
      ),
      area({ cut: '08302' }, polygon(square(3, 3, 0.0002))),
    ),
  );
  expect(borders?.of(['08301'])).toEqual([
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
      [0, 0],
    ],
  ]);
  expect(borders?.of(['08302'])).toEqual([]);
});

describe('a file that is none stops the start, by its name', () => {
  test.each([
    ['{', /no es JSON/],
    ['[]', /no tiene comunas/],
    [collection(), /no tiene comunas con su código en una de estas propiedades: codigo_comuna, /],
    [collection(area({ cut: 'x' }, polygon(square(0, 0)))), /no tiene comunas/],
    [collection(area({ cut: '01101' }, null)), /no tiene comunas/],
    [{ type: 'Topology', objects: {} }, /no tiene comunas/],
    [
      { type: 'Topology', objects: { a: { type: 'Polygon', arcs: [[7]] } }, arcs: [] },
      /no es GeoJSON ni TopoJSON/,
    ],
    [{ type: 'FeatureCollection', features: [null] }, /no es GeoJSON ni TopoJSON/],
    ['null', /no es GeoJSON ni TopoJSON/],
  ])('%j', (content, reason) => {
    expect(() => read(content)).toThrow(reason);
    expect(() => read(content)).toThrow(/^El mapa de COMUNAS_MAP no se puede usar: .*comunas\.json: /);
  });

  test('or is not there', () => {
    const file = path.join(folder, 'missing.json');
    expect(() => readBorders({ file, license: 'x' })).toThrow(`${file}: ENOENT.`);
  });
});
