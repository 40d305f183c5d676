import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { showAt, signIn } from '../../../../../test/jsdom/render.tsx';
import { answer, refusal, requests } from '../../../../../test/jsdom/server.tsx';
import type { ProjectQuestion } from '../../questions/contract.ts';
import { QuestionNotice } from './question-notice.tsx';

const ID = '0190f000-0000-7000-8000-000000000001';

beforeEach(() => signIn());

describe('above the project', () => {
  const path = `/projects/fexs/${ID}/questions`;
  const question = (n: number, more: Partial<ProjectQuestion> = {}): ProjectQuestion => ({
    ...{ question: `Pregunta ${n}`, askedAt: '2026-11-20T12:00:00.000Z', due: '2100-01-29T02:59:00.000Z' },
    ...{ waits: true, overdue: false, answer: null, answeredAt: null },
    ...{ id: `0190f000-0000-7000-8000-00000000000${n}`, reviewId: null },
    ...more,
  });
  const section = () => screen.queryByRole('region', { name: 'Preguntas de quienes evalúan' });
  async function open(own: boolean, ...questions: ProjectQuestion[]) {
    answer(`GET ${path}`, () => ({ own, questions }));
    const shown = await showAt('/', () => <QuestionNotice project={{ kind: 'fexs', id: ID }} />);
    await waitFor(() => expect(requests(`GET ${path}`)).toHaveLength(1));
    return shown;
  }

  test('whose it is not, and where nothing was asked, nothing is shown', async () => {
    const { unmount } = await open(false, question(1));
    expect(section()).toBeNull();
    unmount();
    answer(`GET ${path}`, () => ({ own: true, questions: [] }));
    await showAt('/', () => <QuestionNotice project={{ kind: 'fexs', id: ID }} />);
    expect(section()).toBeNull();
  });

  test('it is answered in place; a refusal is told and what was typed stays', async () => {
    const { user } = await open(
      true,
      question(1),
      question(2, { waits: false, answer: 'Ya está.', answeredAt: '2026-11-22T12:00:00.000Z' }),
    );
    await waitFor(() => expect(section()?.textContent).toContain('Pregunta 1'));
    expect(screen.queryByText('Ya está.')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Ver la pregunta de quienes evalúan' }));
    expect(screen.getByText('Ya está.')).toBeTruthy();
    const send = screen.getByRole('button', { name: 'Enviar la respuesta' });
    await user.click(send);
    expect(send.getAttribute('aria-disabled')).toBe('true');
    const answered = `POST ${path}/${question(1).id}/answer`;
    answer(answered, () => refusal(422, { code: 'rule', detail: 'Esta pregunta ya no espera respuesta.' }));
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Tu respuesta/ });
    await user.type(field, 'Riega la junta de vecinos.');
    await user.click(screen.getByRole('button', { name: 'Enviar la respuesta' }));
    expect(await screen.findByText('Esta pregunta ya no espera respuesta.')).toBeTruthy();
    expect(field.value).toBe('Riega la junta de vecinos.');
    answer(answered, () => ({}));
    await user.click(screen.getByRole('button', { name: 'Enviar la respuesta' }));
    expect(await screen.findByText('Enviamos tu respuesta a quien evalúa.')).toBeTruthy();
    expect(requests(answered).map(r => r.body)).toEqual(
      [1, 2].map(() => ({ answer: 'Riega la junta de vecinos.' })),
    );
    // What the page shows of projects is read anew.
    await waitFor(() => expect(requests(`GET ${path}`)).toHaveLength(2));
  });
});
