import { describe, expect, it } from 'vitest';
import {
  formatAgo,
  formatDate,
  formatDateTime,
  formatDay,
  formatDue,
  formatList,
  formatMoney,
  formatNumber,
  formatSince,
  formatSize,
  parseNumber,
  urgency,
} from './format.ts';

const NOW = new Date('2026-11-21T15:00:00Z');
const chile = (day: string, time = '12:00') => new Date(`${day}T${time}:00-03:00`);

describe('numbers', () => {
  it.each([
    [1234.5, '1.234,5'],
    [0, '0'],
    [-0, '0'],
    [-0.001, '0'],
    [999, '999'],
    [1000, '1.000'],
    [-1234567.891, '-1.234.567,89'],
    [0.1 + 0.2, '0,3'],
    [12.3, '12,3'],
  ])('%f is %s', (value, shown) => {
    expect(formatNumber(value)).toBe(shown);
  });
  it.each([
    [39500, '39.500,00'],
    [39653.1, '39.653,10'],
    [39643.5912, '39.643,5912'],
    [-0.0049, '-0,0049'],
  ])('%f has two decimals at least: %s', (value, shown) => {
    expect(formatNumber(value, 4, 2)).toBe(shown);
  });
  it.each([
    ['1.234,5', 1234.5],
    ['$1.234.567', 1_234_567],
    ['-1.234.567,891', -1_234_567.89],
    ['12.5', 12.5],
    ['1234.567', 1234.57],
    ['12.500', 12_500],
    ['0.125', 0.13],
    ['-0.500', -0.5],
    ['12,', 12],
    [' ', null],
    ['1.2.3', undefined],
    ['1,234.5', undefined],
    ['doce', undefined],
  ])('%s is read as %s', (text, value) => {
    expect(parseNumber(text)).toBe(value);
  });
  it('reads degrees without thousands, and whole numbers without decimals', () => {
    expect(parseNumber('-36.820', 6, false)).toBe(-36.82);
    expect(parseNumber('12.500', 0)).toBe(12_500);
    expect(parseNumber('12.5', 0)).toBeUndefined();
  });
  it.each([
    [0, '$0'],
    [1234567, '$1.234.567'],
    [-500, '-$500'],
    [999_999_999_999, '$999.999.999.999'],
  ])('%i pesos are %s', (value, shown) => {
    expect(formatMoney(value)).toBe(shown);
  });
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [1023, '1.023 bytes'],
    [1024, '1 kB'],
    [1536, '1,5 kB'],
    [1024 * 1024 - 1, '1 MB'],
    [52_428_800, '50 MB'],
    [5 * 1024 ** 4, '5 TB'],
  ])('%i bytes are %s', (bytes, shown) => {
    expect(formatSize(bytes)).toBe(shown);
  });
});

describe('dates', () => {
  it('are written as in Chile', () => {
    expect(formatDay('2026-11-21')).toBe('21-11-2026');
    expect(formatDate(new Date('2026-11-21T02:59:00Z'))).toBe('20-11-2026');
    expect(formatDateTime(NOW)).toBe('21-11-2026 12:00');
    expect(formatDateTime(new Date('2026-07-01T15:05:00Z'))).toBe('01-07-2026 11:05');
  });
  it.each([
    [NOW, 'desde hace un momento'],
    [chile('2026-11-21', '11:59'), 'desde hace 1 minuto'],
    [chile('2026-11-21', '11:15'), 'desde hace 45 minutos'],
    [chile('2026-11-21', '11:00'), 'desde hace 1 hora'],
    [chile('2026-11-20', '23:30'), 'desde hace 1 día'],
    [chile('2026-11-18', '23:00'), 'desde hace 3 días'],
    [chile('2026-09-22'), 'desde hace 60 días'],
    [chile('2026-09-21'), 'desde el 21-09-2026'],
  ])('since %o', (at, shown) => {
    expect(formatSince(at, NOW)).toBe(shown);
  });
  it('ago', () => {
    expect(formatAgo(chile('2026-11-19'), NOW)).toBe('hace 2 días');
  });
  it.each([
    [chile('2026-11-21', '23:59'), 'vence hoy', 'soon'],
    [chile('2026-11-22', '23:59'), 'vence mañana', 'soon'],
    [chile('2026-11-23', '23:59'), 'vence el lunes 23 de noviembre', 'soon'],
    [chile('2026-11-26', '23:59'), 'vence el jueves 26 de noviembre', 'none'],
    [chile('2026-12-04', '23:59'), 'vence el viernes 4 de diciembre', 'none'],
    [chile('2026-12-05', '23:59'), 'vence el 05-12-2026', 'none'],
    [chile('2026-11-21', '11:00'), 'venció hoy', 'overdue'],
    [chile('2026-11-20', '23:59'), 'venció ayer', 'overdue'],
    [chile('2026-11-19', '23:59'), 'venció hace 2 días', 'overdue'],
    [chile('2026-09-01', '23:59'), 'venció el 01-09-2026', 'overdue'],
  ])('due %o: %s', (due, shown, urgent) => {
    expect(formatDue(due, NOW)).toBe(shown);
    expect(urgency(due, NOW)).toBe(urgent);
  });
  it.each([
    ['2026-11-23', '2026-11-26', 'vence el jueves 26'],
    ['2026-11-23', '2026-11-29', 'vence el domingo 29'],
    ['2026-11-23', '2026-11-30', 'vence el lunes 30 de noviembre'],
    ['2026-11-29', '2026-12-01', 'vence el martes 1 de diciembre'],
    ['2026-12-28', '2027-01-02', 'vence el sábado 2'],
    ['2026-12-28', '2027-01-08', 'vence el viernes 8 de enero de 2027'],
  ])('on %s what is due on %s is told by its weekday alone only in the same week', (today, day, shown) => {
    expect(formatDue(chile(day, '23:59'), chile(today))).toBe(shown);
  });
  it('nothing due is not urgent', () => {
    expect(urgency(null, NOW)).toBe('none');
  });
});

describe('lists', () => {
  it.each([
    [[], ''],
    [['Dirección'], 'Dirección'],
    [['Dirección', 'Decanato'], 'Dirección y Decanato'],
    [['a', 'b', 'c'], 'a, b y c'],
    [['Física', 'Ingeniería'], 'Física e Ingeniería'],
    [['agua', 'hielo'], 'agua y hielo'],
    [['arte', 'historia'], 'arte e historia'],
  ])('%j', (words, shown) => {
    expect(formatList(words)).toBe(shown);
  });
});
