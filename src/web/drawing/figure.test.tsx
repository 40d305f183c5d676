import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { show, signIn } from '../../../test/jsdom/render.tsx';
import { drawBars } from '../../domain/drawings/bars.ts';
import { Figure } from './figure.tsx';

beforeEach(() => signIn());

const data = (students: number) => ({
  of: 'Grupo',
  series: ['Esperadas', 'Reales'],
  rows: [
    { label: 'Estudiantes', values: [students, 80] },
    { label: 'Académicos', values: [4, null] },
  ],
  format: (n: number) => `${n} p.`,
  sentence: `Suman ${students + 4} personas.`,
});
const figure = (students = 120) => (
  <Figure title="Personas por grupo" draw={sheet => drawBars(data(students), sheet)} />
);
const marks = () => within(screen.getByRole('group')).getAllByRole('img');

test('it is named, and says in a sentence what is seen', () => {
  show(figure());
  const shown = screen.getByRole('figure', { name: 'Personas por grupo' });
  expect(within(shown).getByRole('group', { name: 'Suman 124 personas.' })).toBeTruthy();
  expect(within(shown).getByText('Suman 124 personas.')).toBeTruthy();
});

test('one stop of the keyboard; arrows, Home and End walk what is drawn, which stands below', async () => {
  const { user } = show(figure());
  await user.tab();
  expect(document.activeElement).toBe(marks()[0]);
  expect(document.activeElement?.getAttribute('aria-label')).toBe(
    'Estudiantes: Esperadas 120 p., Reales 80 p.',
  );
  expect(screen.getByText('Estudiantes: Esperadas 120 p., Reales 80 p.')).toBeTruthy();
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(marks()[1]);
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(marks()[1]);
  await user.keyboard('{Home}');
  expect(document.activeElement).toBe(marks()[0]);
  await user.keyboard('{End}{Tab}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Ver tabla' }));
  await user.tab({ shift: true });
  // Where one left it.
  expect(document.activeElement).toBe(marks()[1]);
});

test('the table behind it, and back', async () => {
  const { user } = show(figure());
  await user.click(screen.getByRole('button', { name: 'Ver tabla' }));
  const table = await screen.findByRole('table');
  expect(
    within(table)
      .getAllByRole('row')
      .map(r => [...r.children].map(c => c.textContent)),
  ).toEqual([
    ['Grupo', 'Esperadas', 'Reales'],
    ['Estudiantes', '120 p.', '80 p.'],
    ['Académicos', '4 p.', '—'],
  ]);
  await user.click(screen.getByRole('button', { name: 'Ver gráfico' }));
  expect(screen.queryByRole('table')).toBeNull();
  expect(marks()).toHaveLength(2);
});

test('drawn anew with other figures it can be walked as before', async () => {
  const { user, rerender } = show(figure());
  await user.tab();
  await user.keyboard('{End}');
  rerender(figure(300));
  expect(marks()[0]?.getAttribute('aria-label')).toContain('300 p.');
  expect(marks().filter(m => m.getAttribute('tabindex') === '0')).toHaveLength(1);
});
