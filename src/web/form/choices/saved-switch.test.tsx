import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { show } from '../../../../test/jsdom/render.tsx';
import { problemFrom } from '../../problem-error.ts';
import { SavedSwitch } from './saved-switch.tsx';

const WHY = 'Tu alterno acaba de quitarlo.';
let answers: PromiseWithResolvers<void>[];

function Consent() {
  const [stored, setStored] = useState(false);
  const save = async (wanted: boolean) => {
    const answer = Promise.withResolvers<void>();
    answers.push(answer);
    await answer.promise;
    setStored(wanted);
  };
  return <SavedSwitch label="Mostrar mi nombre" checked={stored} save={save} />;
}

// What stands below it is part of its label.
const toggle = () => screen.getByRole<HTMLInputElement>('switch', { name: /^Mostrar mi nombre/ });
const look = () => [toggle().checked, toggle().getAttribute('aria-busy')];
const draw = () => {
  answers = [];
  return show(<Consent />).user;
};

test('it moves with the click, stays while it is stored, and is stored once', async () => {
  const user = draw();
  fireEvent.click(toggle());
  expect(toggle().checked).toBe(true);
  await user.click(toggle());
  expect([look(), answers.length]).toEqual([[true, 'true'], 1]);
  answers[0]?.resolve();
  await waitFor(() => expect(look()).toEqual([true, 'false']));
  await user.click(toggle());
  answers[1]?.resolve();
  await waitFor(() => expect(look()).toEqual([false, 'false']));
});

test('a refusal puts it back and says why, until it is tried again', async () => {
  const user = draw();
  await user.click(toggle());
  answers[0]?.reject(problemFrom(422, { code: 'rule', detail: WHY }));
  expect(await screen.findByText(WHY)).toBeTruthy();
  expect(look()).toEqual([false, 'false']);
  await user.click(toggle());
  expect(screen.queryByText(WHY)).toBeNull();
});
