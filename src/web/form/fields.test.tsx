import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { show } from '../../../test/jsdom/render.tsx';
import { thingName } from '../../domain/text/rules.ts';
import { problemFrom } from '../problem-error.ts';
import { DateField } from './dates/date-field.tsx';
import { InstantField } from './dates/instant-field.tsx';
import { TextField } from './fields.tsx';
import { Fields, type KitForm, showProblem, useKitForm } from './form.tsx';
import { DecimalField, MoneyField, NumberField } from './number-field.tsx';
import { ReasonField } from './texts/reason-field.tsx';
import { PAUSE_MS } from './texts/use-shortness.tsx';

const schema = z.object({
  name: thingName(20, 3),
  count: z.number().int().min(0).max(500).nullable(),
  money: z.number().int().nullable(),
  share: z.number().nullable(),
  day: z.iso.date().nullable(),
  closesAt: z.iso.datetime().nullable(),
});
type Values = z.infer<typeof schema>;
const EMPTY: Values = { name: '', count: null, money: null, share: null, day: null, closesAt: null };

let form: KitForm<Values>;
function Form({ initial }: { initial: Partial<Values> }) {
  form = useKitForm<Values>(schema, { ...EMPTY, ...initial });
  return (
    <Fields form={form}>
      <TextField name="name" label="Nombre" />
      <NumberField name="count" label="Personas" suffix=" personas" />
      <MoneyField name="money" label="Costo" />
      <DecimalField name="share" label="Cantidad" decimals={2} />
      <DateField name="day" label="Inicio" />
      <InstantField name="closesAt" label="Cierre" />
    </Fields>
  );
}
const draw = (initial: Partial<Values> = {}) => show(<Form initial={initial} />).user;
const input = (name: string) =>
  screen.getByLabelText<HTMLInputElement>(new RegExp(`^${name}( \\*)?$`), { selector: 'input' });

// Fetched when a day is first asked for.
beforeAll(() => import('./dates/calendar.tsx'));

test('the unit behind a one is a singular', async () => {
  const user = draw({ count: 2 });
  expect(input('Personas').value).toBe('2 personas');
  await user.clear(input('Personas'));
  await user.type(input('Personas'), '1');
  expect(input('Personas').value).toBe('1 persona');
  await user.type(input('Personas'), '2', { initialSelectionStart: 1 });
  expect(input('Personas').value).toBe('12 personas');
});

describe('a text that is too short', () => {
  const alert = () => screen.queryByRole('alert')?.textContent ?? null;

  test('is told of after a pause, once, until it is long enough', async () => {
    vi.useFakeTimers();
    const user = draw();
    await user.type(input('Nombre'), 'Ab');
    expect(alert()).toBe(null);
    await act(() => vi.advanceTimersByTimeAsync(PAUSE_MS));
    const told = screen.getByRole('alert');
    expect(told.textContent).toBe('Escribe al menos 3 caracteres.');
    await user.type(input('Nombre'), '{Backspace}');
    expect(screen.getByRole('alert')).toBe(told);
    await user.type(input('Nombre'), 'bcd');
    expect(alert()).toBe(null);
    vi.useRealTimers();
  });

  test('is told of on leaving, and not where nobody wrote or it is empty', async () => {
    const user = draw({ name: 'Ab' });
    await user.click(input('Nombre'));
    expect(alert()).toBe(null);
    await user.type(input('Nombre'), 'c{Backspace}{Backspace}');
    await user.tab();
    await waitFor(() => expect(screen.getAllByText('Escribe al menos 3 caracteres.')).toHaveLength(1));
    await user.clear(input('Nombre'));
    expect(alert()).toBe(null);
  });
});

describe('a whole number', () => {
  test.each([
    ['12.500', 12_500, '$12.500'],
    ['$ 1.234.567', 1_234_567, '$1.234.567'],
    ['12500', 12_500, '$12.500'],
    ['-500', -500, '-$500'],
  ])('pasted as %s is %d', async (text, value, shown) => {
    const user = draw();
    await user.click(input('Costo'));
    await user.paste(text);
    expect(form.values.money).toBe(value);
    expect(input('Costo').value).toBe(shown);
  });

  test.each(['1,5', '1.5', 'a.b'])('pasted as %s is none, and changes nothing', async text => {
    const user = draw({ money: 7 });
    await user.click(input('Costo'));
    await user.paste(text);
    expect(form.values.money).toBe(7);
  });

  test('typed gets points between thousands; emptied it is null', async () => {
    const user = draw();
    await user.type(input('Costo'), '12500');
    expect([input('Costo').value, form.values.money]).toEqual(['$12.500', 12_500]);
    await user.clear(input('Costo'));
    expect(form.values.money).toBeNull();
  });

  test('beyond the rule stays as typed, and the rule says so on leaving; mended, the message goes', async () => {
    const user = draw();
    await user.type(input('Personas'), '501');
    await user.tab();
    expect(form.values.count).toBe(501);
    const message = screen.getByText(/500/, { selector: 'p' });
    await user.type(input('Personas'), '{Backspace}');
    expect(message.isConnected).toBe(false);
  });

  test('that cannot be negative takes no sign', async () => {
    const user = draw();
    await user.type(input('Personas'), '-5');
    expect(form.values.count).toBe(5);
  });
});

describe('a number with decimals', () => {
  test.each([
    ['1.5', 1.5, '1,5'],
    ['1,5', 1.5, '1,5'],
    ['12.500', 12_500, '12.500'],
    ['1.234,5', 1234.5, '1.234,5'],
    ['850.75', 850.75, '850,75'],
    ['0.125', 0.13, '0,13'],
  ])('typed as %s is %d', async (text, value, shown) => {
    const user = draw();
    await user.type(input('Cantidad'), text);
    expect(input('Cantidad').value).toBe(text);
    await user.tab();
    expect([form.values.share, input('Cantidad').value]).toEqual([value, shown]);
  });

  test('what is no number goes on leaving', async () => {
    const user = draw({ share: 2 });
    await user.type(input('Cantidad'), 'x');
    await user.tab();
    expect([form.values.share, input('Cantidad').value]).toEqual([2, '2']);
  });
});

describe('a day', () => {
  test.each([
    ['24-11-2026', '2026-11-24'],
    ['1/3/27', '2027-03-01'],
    ['29.2.2028', '2028-02-29'],
  ])('typed as %s is %s', async (text, day) => {
    const user = draw();
    await user.click(input('Inicio'));
    await user.paste(text);
    await user.tab();
    expect(form.values.day).toBe(day);
    expect(input('Inicio').value).toBe(day.split('-').reverse().join('-'));
  });

  test.each(['30-02-2027', '31-04-2026', '2026', 'mañana', '1-13-2026'])(
    '%s is none: on leaving the one before is back',
    async text => {
      const user = draw({ day: '2026-05-10' });
      await user.clear(input('Inicio'));
      expect(form.values.day).toBeNull();
      act(() => form.setFieldValue('day', '2026-05-10'));
      await user.click(input('Inicio'));
      await user.paste(text);
      await user.tab();
      expect([form.values.day, input('Inicio').value]).toEqual(['2026-05-10', '10-05-2026']);
    },
  );

  test('is picked in the calendar, which then closes', async () => {
    const user = draw({ day: '2026-05-10' });
    await user.click(input('Inicio'));
    await user.click(await screen.findByRole('button', { name: /^21 / }));
    expect([form.values.day, input('Inicio').value]).toEqual(['2026-05-21', '21-05-2026']);
    expect(screen.queryByRole('table')).toBeNull();
  });
});

describe('an instant', () => {
  test('is the end of the day by the clock of Chile until another time is typed', async () => {
    const user = draw();
    expect(input('Hora: Cierre').disabled).toBe(true);
    await user.click(input('Cierre'));
    await user.paste('15-07-2027');
    await user.tab();
    expect(form.values.closesAt).toBe('2027-07-16T03:59:00.000Z');
    // Summer time.
    await user.clear(input('Cierre'));
    await user.paste('15-01-2027');
    expect(form.values.closesAt).toBe('2027-01-16T02:59:00.000Z');
  });

  test('takes a time as people write it, always shown with 24 hours', async () => {
    const user = draw({ closesAt: '2027-01-15T15:30:00.000Z' });
    const time = input('Hora: Cierre');
    expect(time.type).toBe('text');
    await user.clear(time);
    expect(form.values.closesAt).toBe('2027-01-15T15:30:00.000Z');
    await user.type(time, '930');
    expect(form.values.closesAt).toBe('2027-01-15T12:30:00.000Z');
    await user.tab();
    expect(time.value).toBe('09:30');
    await user.clear(time);
    await user.paste('2:30 p. m.');
    await user.tab();
    expect(time.value).toBe('14:30');
    expect(form.values.closesAt).toBe('2027-01-15T17:30:00.000Z');
    // Nothing was typed in its place.
    await user.clear(time);
    await user.tab();
    expect(time.value).toBe('14:30');
  });

  test('keeps a time that is none as it was typed, with its day, and is refused until it is mended', async () => {
    const user = draw({ closesAt: '2027-01-15T15:30:00.000Z' });
    const time = input('Hora: Cierre');
    await user.clear(time);
    await user.type(time, '25:00');
    await user.tab();
    expect([time.value, input('Cierre').value]).toEqual(['25:00', '15-01-2027']);
    expect(await screen.findByText('Escribe una hora válida (hh:mm).')).toBeTruthy();
    expect(time.getAttribute('aria-invalid')).toBe('true');
    expect(input('Cierre').getAttribute('aria-invalid')).not.toBe('true');
    expect(schema.safeParse(form.values).success).toBe(false);
    await user.tripleClick(input('Cierre'));
    await user.paste('20-01-2027');
    expect(time.value).toBe('25:00');
    await user.clear(time);
    await user.type(time, '21:05');
    expect(form.values.closesAt).toBe('2027-01-21T00:05:00.000Z');
    expect(screen.queryByText('Escribe una hora válida (hh:mm).')).toBeNull();
  });

  test('keeps its time when the day changes', async () => {
    const user = draw({ closesAt: '2027-01-15T15:30:00.000Z' });
    expect([input('Cierre').value, input('Hora: Cierre').value]).toEqual(['15-01-2027', '12:30']);
    await user.clear(input('Cierre'));
    await user.paste('20-01-2027');
    expect(form.values.closesAt).toBe('2027-01-21T02:59:00.000Z');
  });
});

describe('a form', () => {
  test('says what is wrong with a field when it is left, and no more once it is mended', async () => {
    const user = draw();
    await user.type(input('Nombre'), 'ab');
    expect(input('Nombre').getAttribute('aria-invalid')).not.toBe('true');
    await user.tab();
    expect(screen.getByText('Escribe al menos 3 caracteres.')).toBeTruthy();
    expect(input('Nombre').getAttribute('aria-invalid')).toBe('true');
    await user.type(input('Nombre'), 'c');
    expect(screen.queryByText('Escribe al menos 3 caracteres.')).toBeNull();
  });

  test('shows on leaving what will be stored of a text', async () => {
    const user = draw();
    await user.type(input('Nombre'), '  Dos  palabras ');
    await user.tab();
    expect([form.values.name, input('Nombre').value]).toEqual(['Dos palabras', 'Dos palabras']);
  });

  test('marks what a refusal names and says the rest', () => {
    draw();
    const refused = problemFrom(400, {
      code: 'invalid',
      detail: 'Revisa los datos marcados.',
      errors: [{ path: 'name', message: 'Ya existe.' }],
    });
    act(() => expect(showProblem(form, refused)).toBe('Revisa los datos marcados.'));
    expect(screen.getByText('Ya existe.')).toBeTruthy();
    expect(showProblem(form, problemFrom(403, undefined))).toMatch(/permiso/);
  });
});

function Asking() {
  const [text, setText] = useState('');
  return <ReasonField value={text} onChange={setText} error={text ? undefined : 'Escribe el motivo.'} />;
}

test('a reason takes 2000 characters at most', async () => {
  const { user } = show(<Asking />);
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Motivo/ });
  expect(screen.getByText('Escribe el motivo.')).toBeTruthy();
  await user.click(field);
  await user.paste('x'.repeat(2001));
  expect(field.value).toHaveLength(2000);
  expect(screen.queryByText('Escribe el motivo.')).toBeNull();
});

describe('leaving a field', () => {
  const isWrong = () => input('Nombre').getAttribute('aria-invalid') === 'true';

  test('by a press tells its error once that is over: what is pressed does not move away', async () => {
    const user = draw();
    await user.click(input('Nombre'));
    await user.pointer({ keys: '[MouseLeft>]', target: input('Personas') });
    expect(document.activeElement).toBe(input('Personas'));
    expect(isWrong()).toBe(false);
    await user.pointer({ keys: '[/MouseLeft]', target: input('Personas') });
    await waitFor(() => expect(isWrong()).toBe(true));
  });

  test('by the keyboard tells it at once', async () => {
    const user = draw();
    await user.click(input('Nombre'));
    await user.tab();
    expect(isWrong()).toBe(true);
  });
});
