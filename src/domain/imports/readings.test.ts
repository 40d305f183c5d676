import { expect, it } from 'vitest';
import { oneColumnEach } from '../../../test/columns.ts';
import { readDay } from './days.ts';
import { plainText, type Reading } from './field.ts';

import { readPesos } from './money.ts';
import { PROJECTS } from './projects.ts';
import { readPeriod, readWhole } from './readings.ts';
import { recognise } from './recognition.ts';

const told = (reading: Reading) => ('value' in reading ? reading.value : null);

it.each([
  ['$1.200.000', 1_200_000],
  ['$ 1.200.000.-', 1_200_000],
  ['$1.200.000,-', 1_200_000],
  ['1.200.000 CLP', 1_200_000],
  ['CLP 1.200.000', 1_200_000],
  ['1.200.000 pesos', 1_200_000],
  ['450 mil', 450_000],
  ['450mil', 450_000],
  ['$450 mil pesos', 450_000],
  ['1,2 millones', 1_200_000],
  ['1.2 millones', 1_200_000],
  ['1.1 millones de pesos', 1_100_000],
  ['1 millón', 1_000_000],
  ['2 millones 500 mil', 2_500_000],
  ['2 millones y 500 mil pesos', 2_500_000],
  ['M$ 450', 450_000],
  ['M$1.200', 1_200_000],
  ['450 M$', 450_000],
  ['MM$ 1,2', 1_200_000],
  ['Sin costo', 0],
  ['1,2 MM$', 1_200_000],
  ['MM$1,25', 1_250_000],
  ['1200000,00', 1_200_000],
  ['1200000.00', 1_200_000],
  ['1.200.000,00', 1_200_000],
  ['1,200,000', 1_200_000],
  ['1,200,000.00', 1_200_000],
  ['1 200 000', 1_200_000],
  ['1.200', 1200],
  ['1.250.000', 1_250_000],
  ['1500000', 1_500_000],
  ['900', 900],
  ['0', 0],
  ['$0', 0],
])('%j are %d pesos', (raw, pesos) => {
  expect(readPesos(raw)).toEqual({ value: String(pesos) });
});

it('nothing is no amount', () => {
  expect(readPesos(' ')).toEqual({ value: '' });
});

it.each([
  ['UF 20', /Convierte/],
  ['20,5 U.F.', /Convierte/],
  ['US$ 1.000', /Convierte/],
  ['1000 USD', /Convierte/],
  ['mil dólares', /Convierte/],
  ['€ 300', /Convierte/],
  ['450,000', /puede ser 450.000 o 450: /],
  ['1,250', /puede ser 1.250 o 1,25: /],
  ['1.250 millones', /puede ser 1.250 o 1,25: /],
  ['MM$ 1.250', /puede ser/],
  ['450 M', /miles o millones/],
  ['M 450', /miles o millones/],
  ['2 millones 500', /por ejemplo/],
  ['1.20.000', /por ejemplo/],
  ['12 34', /por ejemplo/],
  ['-5.000', /por ejemplo/],
  ['mucho', /por ejemplo/],
  ['mil', /por ejemplo/],
  ['1e6', /por ejemplo/],
  ['1500,5', /sin decimales/],
  ['9.999.999.999.999', /valor máximo/],
])('%j is refused', (raw, message) => {
  expect(readPesos(raw)).toEqual({ error: expect.stringMatching(message) });
});

it.each([
  ['450', '450'],
  ['1.200', '1200'],
  ['32,00', '32'],
  ['32.0', '32'],
  ['450,000', null],
  ['12,5', null],
])('the whole number %j is %s', (raw, value) => {
  expect(told(readWhole(raw, 10_000))).toBe(value);
});

it.each([
  ['31-12-2019', '2019-12-31'],
  ['1/5/2019', '2019-05-01'],
  ['01-05-19', '2019-05-01'],
  ['1.5.2019', '2019-05-01'],
  ['01-05-99', null],
  ['2019/5/1', '2019-05-01'],
  ['1 de mayo de 2019', '2019-05-01'],
  ['1º de Mayo del 2019', '2019-05-01'],
  ['1ro de mayo, 2019', '2019-05-01'],
  ['Miércoles 1 de mayo de 2019', '2019-05-01'],
  ['1-may-2019', '2019-05-01'],
  ['1-may-19', '2019-05-01'],
  ['15-SEPT.-2019', '2019-09-15'],
  ['2019-05-01 14:30:00', '2019-05-01'],
  ['2019-05-01T00:00:00.000Z', '2019-05-01'],
  ['2019-05-01T09:30:00+00:00', '2019-05-01'],
  ['1/5/2019 14:30', '2019-05-01'],
  ['1/5/2019 9:05 hrs', '2019-05-01'],
  ['1/5/2019 2:30:00 p. m.', '2019-05-01'],
  ['29-02-2020', '2020-02-29'],
  ['29-02-2019', null],
  ['31 de abril de 2019', null],
  ['5/31/2019', null],
  ['1-13-2019', null],
  ['1/5/2019 25:00', null],
  ['1 de mayonesa de 2019', null],
  ['19-may', null],
  ['1/5', null],
  ['-1-5-2019', null],
  ['43831', null],
  ['mayo 2019', null],
  ['2019', null],
])('the day %j is %s', (raw, value) => {
  expect(told(readDay(raw))).toBe(value);
});

it.each([
  ['mayo 2019', '2019-05-01', '2019-05-31'],
  ['Mayo de 2019', '2019-05-01', '2019-05-31'],
  ['may-19', '2019-05-01', '2019-05-31'],
  ['feb-20', '2020-02-01', '2020-02-29'],
  ['03-2022', '2022-03-01', '2022-03-31'],
  ['3/2022', '2022-03-01', '2022-03-31'],
  ['2022-03', '2022-03-01', '2022-03-31'],
  ['2019', '2019-01-01', '2019-12-31'],
  ['15-03-2019', '2019-03-15', '2019-03-15'],
  ['13/2022', null, null],
  ['1999', null, null],
  ['2201', null, null],
])('%j begins on %s and ends on %s', (raw, start, end) => {
  expect([told(readDay(raw, { part: 'start' })), told(readDay(raw, { part: 'end' }))]).toEqual([start, end]);
});

it('says that the day is missing where a true one is needed', () => {
  expect(readDay('mayo 2019')).toEqual({ error: 'Falta el día: escribe la fecha completa (dd-mm-aaaa).' });
});

it.each([
  ['2019-1', '2019-1'],
  ['1° semestre 2019', '2019-1'],
  ['2º Semestre 2019', '2019-2'],
  ['2019/01', '2019-1'],
  ['I-2019', '2019-1'],
  ['2019-II', '2019-2'],
  ['Primer semestre de 2019', '2019-1'],
  ['2do sem. 2019', '2019-2'],
  ['2S 2019', '2019-2'],
  ['2019S1', '2019-1'],
  ['2019-S2', '2019-2'],
  ['Otoño 2019', '2019-1'],
  ['2019', null],
  ['2019-3', null],
  ['Semestre 1', null],
])('the period %j is %s', (raw, value) => {
  expect(told(readPeriod(raw))).toBe(value);
});

it.each(['N° proyecto', 'Nº Proyecto', 'N.º proyecto', 'N.° PROYECTO'])(
  '%j is a number of a project',
  title => {
    expect(plainText(title)).toBe('n proyecto');
    expect(recognise(PROJECTS, [title])).toEqual({ code: [0] });
  },
);

it.each([
  [
    [
      'Correlativo',
      'Nombre de la iniciativa',
      'Tipo de iniciativa',
      'Estado actual',
      'Académico responsable',
      'RUT responsable',
      'Entidad colaboradora',
      'Monto asignado',
      'N° de beneficiarios',
      'Total alumnos',
      'Localidad',
      'ODS vinculados',
      'Año',
    ],
    {
      ...{ code: 0, title: 1, kind: 2, status: 3, lead: 4, partners: 6, awarded: 7, beneficiaries: 8 },
      ...{ students: 9, comunas: 10, goals: 11, endDate: 12 },
    },
  ],
  [
    [
      'N°',
      'Código interno',
      'Título',
      'Categoría',
      'Resultado',
      'Director(a)',
      'Fecha inicio ejecución',
      'Año',
    ],
    { code: 1, title: 2, kind: 3, status: 4, lead: 5, startDate: 6, endDate: 7 },
  ],
  [
    ['Año', 'Fecha término', 'Presupuesto ejecutado', 'Monto solicitado', 'Monto adjudicado'],
    { endDate: 1, budget: 2, requested: 3, awarded: 4 },
  ],
])('%j', (titles, mapping) => {
  expect(recognise(PROJECTS, titles)).toEqual(oneColumnEach(mapping));
});

const fieldOf = (key: string) => PROJECTS.fields.find(field => field.key === key);
it.each([
  ['Proyecto de extensión', 'exts'],
  ['Actividad de extensión', 'exts'],
  ['Extensión académica', 'exts'],
  ['Extensión y cultura', 'exts'],
  ['Aprendizaje y servicio', 'pacs'],
  ['Aprendizaje + Servicio', 'pacs'],
  ['Proyecto académico comunitario', 'pacs'],
  ['A+S', 'pacs'],
  ['PAC', 'pacs'],
  ['Fondo concursable', 'fexs'],
  ['Fondo VcM', 'fexs'],
  ['Proyecto FEX', 'fexs'],
  ['Proyecto de fondo de extensión', 'fexs'],
  ['Consultoría', 'cons'],
  ['Asesoría técnica', 'cons'],
  ['Asistencia técnica', 'cons'],
  ['Incubadora', 'incs'],
  ['Iniciativa de incubación', 'incs'],
  ['Emprendimiento', 'incs'],
  ['Extensiones', null],
])('the kind %j is %s', (raw, kind) => {
  expect(told(fieldOf('kind')?.read(raw) ?? { value: '' })).toBe(kind);
});

it.each([
  ['Ejecutado', 'closed'],
  ['Finalizada', 'closed'],
  ['Concluido', 'closed'],
  ['En desarrollo', 'running'],
  ['Vigente', 'running'],
  ['No adjudicado', 'not_awarded'],
  ['Desistió', 'withdrawn'],
  ['Anulado', 'cancelled'],
  ['Inadmisible', 'rejected'],
  ['Rechazada', 'rejected'],
  ['Adjudicado', null],
])('the status %j is %s', (raw, status) => {
  expect(told(fieldOf('status')?.read(raw) ?? { value: '' })).toBe(status);
});
