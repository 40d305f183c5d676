import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../../../test/jsdom/render.tsx';
import { WhoseTurn } from './whose-turn.tsx';

const turn = { people: [], office: false, since: '2026-11-20T12:00:00Z', due: null, overdue: false };

test('who may not read the names of reviewers reads how many they are, since when and until when', () => {
  const reviewed = { ...turn, due: '2030-03-04T02:59:59Z', mine: false, next: null };
  const { rerender } = show(<WhoseTurn turn={{ ...reviewed, reviewers: 2 }} />);
  expect(screen.getByText('2 personas que evalúan')).toBeTruthy();
  expect(screen.getByText(/^vence/)).toBeTruthy();
  rerender(<WhoseTurn turn={{ ...reviewed, reviewers: 1 }} />);
  expect(screen.getByText('1 persona que evalúa')).toBeTruthy();
  rerender(<WhoseTurn turn={{ ...reviewed, office: true, reviewers: 0 }} />);
  expect(screen.getByText('Oficina de Vinculación')).toBeTruthy();
  rerender(<WhoseTurn turn={{ ...reviewed, reviewers: 0 }} />);
  expect(screen.getByText('Sin persona asignada')).toBeTruthy();
});
