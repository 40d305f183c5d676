import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { showAt, signIn } from '../../../../test/jsdom/render.tsx';
import { answer } from '../../../../test/jsdom/server.tsx';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import type { Appeal, getAppeal } from '../appeals/contract.ts';
import { AppealPanel } from './appeal-panel.tsx';

const ID = '0190f000-0000-7000-8000-000000000001';

async function open(more: Partial<Appeal>) {
  const shown: OutputOf<typeof getAppeal> = {
    appeal: {
      ...{
        text: 'Faltó leer la carta.',
        at: '2026-11-20T12:00:00.000Z',
        author: { id: ID, name: 'Camila Rojas' },
      },
      ...{ upheld: null, answer: null, answeredAt: null },
      ...{ due: '2100-01-29T02:59:00.000Z', overdue: false },
      ...more,
    },
    ...{ until: null, refusal: null, own: false, mayAnswer: true, version: 1 },
  };
  answer(`GET /projects/fexs/${ID}/appeal`, () => shown);
  await showAt('/', () => <AppealPanel project={{ kind: 'fexs', id: ID }} />);
  return (await screen.findByRole('alert')).textContent;
}
const late = () => document.querySelector('[data-state="overdue"]');

beforeEach(() => signIn());

describe('an appeal says until when the office answers', () => {
  test('while it waits', async () => {
    expect(await open({})).toContain('La oficina la responde hasta el 28-01-2100 23:59.');
    expect(late()).toBeNull();
  });

  test('late, with a mark', async () => {
    expect(await open({ due: '2026-01-02T02:59:00.000Z', overdue: true })).toContain('venció el 01-01-2026');
    expect(late()).toBeTruthy();
  });

  test('not once it is answered', async () => {
    const answered = { upheld: false, answer: 'La leímos.', answeredAt: '2026-11-23T12:00:00.000Z' };
    const text = await open(answered);
    expect(text).toContain('Respuesta de la oficina, 23-11-2026');
    expect(text).not.toContain('La oficina la responde hasta');
  });
});
