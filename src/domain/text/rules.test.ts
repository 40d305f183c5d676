import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { choice, date, emailField, integer, line, link, list, money, time } from '../sections/field.ts';
import {
  day,
  email,
  inCalendar,
  instant,
  listQuery,
  period,
  periodOrYear,
  plannedDay,
  text,
} from './rules.ts';

const message = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message;

describe('generic rules in Spanish', () => {
  it('period, or the year of two', () => {
    for (const given of ['2026', '2026-1']) expect(periodOrYear.safeParse(given).success).toBe(true);
    for (const given of ['2026-3', '26', '2026-', '20266', '2026-1-1', ' 2026'])
      expect(message(periodOrYear, given)).toBe('Elige un período o un año, por ejemplo 2026-1 o 2026.');
  });
  it('required', () => {
    expect(message(text(10, 1), '')).toBe('Este campo es obligatorio.');
    expect(message(z.object({ a: z.string() }), {})).toBe('Este campo es obligatorio.');
    expect(message(z.number(), null)).toBe('Este campo es obligatorio.');
  });
  it('e-mail', () => {
    const expected = 'Escribe un correo válido, por ejemplo nombre@universidad.cl.';
    expect(message(email, 'ana@')).toBe(expected);
    expect(message(emailField('Correo').schema, 'ana@')).toBe(expected);
    expect(message(email, 'ana@universidad.cl')).toBeUndefined();
  });
  it('minimum length', () => {
    expect(message(text(10, 3), 'ab')).toBe('Escribe al menos 3 caracteres.');
  });
  it('maximum length', () => {
    expect(message(text(1), 'ab')).toBe('Escribe como máximo 1 carácter.');
    expect(message(line('Título').schema, 'x'.repeat(201))).toBe('Escribe como máximo 200 caracteres.');
  });
  it('minimum and maximum value', () => {
    expect(message(integer('Cupos').schema, -1)).toBe('El valor mínimo es 0.');
    expect(message(integer('Cupos', { max: 2000 }).schema, 2001)).toBe('El valor máximo es 2.000.');
  });
  it('minimum and maximum of a list', () => {
    expect(message(z.array(z.string()).min(1), [])).toBe('Agrega al menos 1.');
    expect(message(list('Socios', 'Socio', {}, { max: 1 }).schema, [{ id: 'a' }, { id: 'b' }])).toBe(
      'Agrega como máximo 1.',
    );
  });
  it('number', () => {
    expect(message(z.number(), 'doce')).toBe('Escribe un número.');
    expect(message(money('Monto').schema, 10.5)).toBe('Escribe un número entero.');
  });
  it('date', () => {
    const expected = 'Escribe una fecha válida (dd-mm-aaaa).';
    expect(message(day, '2026-02-30')).toBe(expected);
    expect(message(instant, 'ayer')).toBe(expected);
    expect(message(date('Inicio').schema, '0001-01-01')).toBe(expected);
    expect(message(date('Inicio').schema, '2028-02-29')).toBeUndefined();
    for (const wrong of ['ayer', '1999-12-31', '2101-01-01']) {
      expect(message(plannedDay, wrong)).toBe(expected);
    }
    expect(message(plannedDay, '2100-12-31')).toBeUndefined();
    expect(inCalendar('2100-12-31T23:59:59-03:00')).toBe(true);
    expect(inCalendar('2101-01-01T00:00:00Z')).toBe(false);
  });
  it('choice', () => {
    const schema = choice('Modalidad', [{ value: 'online', label: 'En línea' }]).schema;
    expect(message(schema, 'otra')).toBe('Elige una de las opciones.');
    expect(message(listQuery(['name'], 'name'), { sort: 'x' })).toBe('Elige una de las opciones.');
  });
  it('text, control characters, period, time, link', () => {
    expect(message(text(10), 3)).toBe('Escribe un texto.');
    expect(message(text(10), 'a\u0000b')).toBe('El texto contiene caracteres no permitidos.');
    expect(message(text(10), '\ud83d')).toBe('El texto contiene caracteres no permitidos.');
    expect(message(text(10), '👩‍🏫')).toBeUndefined();
    expect(message(period, '2026-3')).toBe('Elige un período, por ejemplo 2026-1.');
    expect(message(time('Desde').schema, '24:00')).toBe('Escribe una hora válida (hh:mm).');
    expect(message(link('Dirección').schema, 'javascript:alert(1)')).toBe(
      'Escribe una dirección que empiece con http:// o https://.',
    );
  });
});
