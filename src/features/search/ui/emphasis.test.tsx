import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Emphasised } from './emphasis.tsx';

const TITLE = 'Huerta de la Comuna y la Delegación 12';

test.each([
  ['huerta de la comuna y', ['Huerta', 'Comuna']],
  ['la delegación', ['Delegación']],
  ['de', ['de', 'De']],
  ['de la', ['de', 'la', 'la', 'De']],
  ['la 12', ['12']],
])('“%s” marks %j: link words only where nothing else was typed', (typed, marked) => {
  const { container } = render(<Emphasised text={TITLE} typed={typed} />);
  expect([...container.querySelectorAll('mark')].map(mark => mark.textContent)).toEqual(marked);
});
