import { expect, it } from 'vitest';
import { TRANSITIONS, type Transition, type TransitionAction } from '../../workflow/transitions.ts';
import { signaturesOf } from './print.ts';

const SIGNING: readonly TransitionAction[] = ['submit', 'endorse', 'admit', 'award', 'accept_final_report'];
const rows: readonly Transition[] = TRANSITIONS;
const acts = SIGNING.flatMap(action =>
  rows.filter(t => t.action === action).flatMap(t => [...t.from].map(from => ({ action, from }))),
);
const done = (act: { action: string; from: string }) => ({
  ...{ at: '2026-03-02T12:00:00Z', label: '', undone: false, note: null, onBehalfOf: null },
  ...{ ...act, actor: { name: 'Ana' } },
});

it.each(acts)('$action from $from leaves a signature', act => {
  expect(signaturesOf([done(act)])).toMatchObject([{ name: 'Ana' }]);
});

it('an endorsement says whose it is: none stands for another', () => {
  const endorsed = acts.filter(({ action }) => action === 'endorse');
  expect(endorsed.length).toBeGreaterThan(1);
  expect(signaturesOf(endorsed.map(done))).toHaveLength(endorsed.length);
});
