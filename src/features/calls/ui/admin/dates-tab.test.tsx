import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { CALL_ID, callDetail, StoredCall } from '../../../../../test/jsdom/call.tsx';
import { ME, show, showAt, signIn } from '../../../../../test/jsdom/render.tsx';
import { requests } from '../../../../../test/jsdom/server.tsx';
import { CALL_STATE_SLUGS } from '../../../../domain/calls/calls.ts';
import { forgetDrafts } from '../../../../web/drafts.ts';
import { Timeline } from '../page/timeline.tsx';
import { AdminCallPage } from './admin-call-page.tsx';

const openCall = () => showAt(`/admin/calls/${CALL_ID}`, AdminCallPage, {}, '/admin/calls/$id');
const box = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });

beforeEach(async () => {
  signIn();
  await forgetDrafts([], ME);
});

describe('the days to answer and the end of the waitlist', () => {
  test('are typed before the opening, and saved with the rest', async () => {
    const stored = new StoredCall();
    const { user } = await openCall();
    const answerDays = await box('Plazo para responder apelaciones');
    expect(answerDays.value).toBe('10 días hábiles');
    await user.clear(answerDays);
    await user.type(answerDays, '0');
    await user.type(await box('Lista de espera hasta'), '31-03-2027');
    await user.click(screen.getByRole('button', { name: 'Guardar cambios' }));
    // What the schema refuses is told, not sent.
    expect(requests(`PUT /calls/${CALL_ID}`)).toEqual([]);
    await user.clear(answerDays);
    await user.type(answerDays, '15');
    const invitationDays = await box('Plazo para responder invitaciones');
    await user.clear(invitationDays);
    await user.type(invitationDays, '4');
    await user.click(screen.getByRole('button', { name: 'Guardar cambios' }));
    await screen.findByText('Todo guardado.');
    expect(stored.call).toMatchObject({ answerDays: 15, invitationDays: 4, waitlistUntil: '2027-03-31' });
  });

  test('once it is open only the waitlist may still move', async () => {
    new StoredCall({ state: 'evaluation' });
    await openCall();
    for (const name of ['Plazo para responder apelaciones', 'Plazo para responder invitaciones'])
      expect((await box(name)).disabled).toBe(true);
    const waitlist = await box('Lista de espera hasta');
    expect(waitlist.disabled).toBe(false);
    expect(screen.getByText('Vacía, termina al empezar la ejecución.')).toBeTruthy();
  });
});

describe('the list of results', () => {
  test.each(CALL_STATE_SLUGS)('is published or not while the call is %s', async state => {
    const stored = new StoredCall({ state });
    const { user } = await openCall();
    await user.click(await screen.findByRole('switch', { name: /^Publicar la lista de resultados/ }));
    await user.click(screen.getByRole('button', { name: 'Guardar cambios' }));
    await screen.findByText('Todo guardado.');
    expect(stored.call.publishesResults).toBe(true);
  });

  test('is switched by nobody who takes part in the call', async () => {
    new StoredCall({ barred: { reason: 'Postulas a ella.', last: false } });
    await openCall();
    const own = await screen.findByRole<HTMLInputElement>('switch', { name: /^Publicar la lista/ });
    expect(own.disabled).toBe(true);
  });
});

describe('whoever applies reads until when the waitlist lasts', () => {
  const termsOf = (more: Parameters<typeof callDetail>[0]) =>
    show(<Timeline call={callDetail(more)} />).container.textContent;

  test('the day the call says, else the start of the execution', () => {
    expect(termsOf({ waitlistUntil: '2027-03-31', executionFrom: '2027-01-04' })).toContain(
      'Lista de espera hasta31-03-2027',
    );
    expect(termsOf({ executionFrom: '2027-01-04' })).toContain('Lista de espera hasta04-01-2027');
  });

  test('nothing where nothing ends it', () => {
    expect(termsOf({})).not.toContain('Lista de espera');
  });
});
