import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { show, signIn } from '../../../../../test/jsdom/render.tsx';
import { answer, refusal, requests } from '../../../../../test/jsdom/server.tsx';
import { loadConfig } from '../../../../web/config.ts';
import { MailObjection, Objections } from './objections.tsx';

const LIST = '/contact-objections';
const ROSA = 'rosa@correo.cl';
let stored: Map<string, string | null>;

const emailIn = (body: unknown) => (body as { email: string }).email;
const sent = (path: string) => requests(`POST ${path}`).map(({ body }) => body);

beforeEach(async () => {
  await loadConfig();
  signIn();
  stored = new Map();
  answer(`GET ${LIST}`, ({ query }) => {
    const rows = [...stored]
      .filter(([email]) => email.includes(query.get('q') ?? ''))
      .map(([email, notedBy]) => ({ email, notedBy, notedAt: '2026-11-23T15:00:00.000Z' }));
    return { rows, total: rows.length };
  });
  answer(`POST ${LIST}/check`, ({ body }) => ({ objects: stored.has(emailIn(body)) }));
  answer(`POST ${LIST}`, ({ body }) => {
    stored.set(emailIn(body), 'Eva Mora');
    return { objects: true };
  });
  answer(`POST ${LIST}/removal`, ({ body }) => {
    stored.delete(emailIn(body));
    return { objects: false };
  });
});

describe('of one person', () => {
  const toggle = () =>
    screen.findByRole<HTMLInputElement>('switch', {
      name: /^No escribirle más de encuestas ni certificados/,
    });

  test('it is noted and taken back by the switch, and the address stands in no address', async () => {
    const { user } = show(<MailObjection email={ROSA} />);
    expect((await toggle()).checked).toBe(false);
    await user.click(await toggle());
    await waitFor(async () => expect((await toggle()).getAttribute('aria-busy')).toBe('false'));
    expect([(await toggle()).checked, stored.has(ROSA)]).toEqual([true, true]);
    await user.click(await toggle());
    await waitFor(async () => expect((await toggle()).checked).toBe(false));
    expect(sent(LIST)).toEqual([{ email: ROSA }]);
    expect(sent(`${LIST}/removal`)).toEqual([{ email: ROSA }]);
    expect(requests().every(({ path, query }) => !`${path}?${query}`.includes('rosa'))).toBe(true);
  });

  test('a refusal is told at the switch, which stays as it was', async () => {
    const why = 'Ese correo no se puede anotar ahora.';
    answer(`POST ${LIST}`, () => refusal(422, { code: 'rule', detail: why }));
    const { user } = show(<MailObjection email={ROSA} />);
    await user.click(await toggle());
    expect(await screen.findByText(why)).toBeTruthy();
    expect((await toggle()).checked).toBe(false);
  });
});

describe('of everybody', () => {
  test('they are listed with since when and by whom', async () => {
    stored = new Map([
      [ROSA, 'Eva Mora'],
      ['beto@correo.cl', null],
    ]);
    show(<Objections />);
    const row = async (name: string) => (await screen.findByRole('row', { name: RegExp(name) })).textContent;
    expect(await row(ROSA)).toMatch(/23-11-2026.*Eva Mora/);
    expect(await row('beto@correo.cl')).toContain('La propia persona');
  });

  test('an address is added, in small letters, and looked for', async () => {
    const { user } = show(<Objections />);
    expect(await screen.findByText('Nadie lo ha pedido.')).toBeTruthy();
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: /^Correo de quien/ });
    await user.type(field, 'rosa@');
    await user.click(screen.getByRole('button', { name: 'Anotar' }));
    expect(field.getAttribute('aria-invalid')).toBe('true');
    await user.type(field, 'Correo.cl');
    await user.click(screen.getByRole('button', { name: 'Anotar' }));
    expect(await screen.findByRole('row', { name: RegExp(ROSA) })).toBeTruthy();
    expect([sent(LIST), field.value]).toEqual([[{ email: ROSA }], '']);
    await user.type(screen.getByRole('textbox', { name: 'Buscar una dirección' }), 'beto');
    expect(await screen.findByText('Ninguna dirección coincide con la búsqueda.')).toBeTruthy();
  });

  test('an address that is refused is told so at the field, and stays typed', async () => {
    const why = 'Ese correo no se puede anotar ahora.';
    answer(`POST ${LIST}`, () =>
      refusal(422, { code: 'rule', detail: why, errors: [{ path: 'email', message: why }] }),
    );
    const { user } = show(<Objections />);
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Correo de quien/ });
    await user.type(field, ROSA);
    await user.click(screen.getByRole('button', { name: 'Anotar' }));
    expect(await screen.findByText(why)).toBeTruthy();
    expect(field.value).toBe(ROSA);
  });

  test('one is taken off only once that was confirmed', async () => {
    stored = new Map([[ROSA, 'Eva Mora']]);
    const { user } = show(<Objections />);
    await user.click(await screen.findByRole('button', { name: `Quitar ${ROSA}` }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Volver a escribirle' }));
    expect(stored.has(ROSA)).toBe(true);
    await user.click(dialog.getByRole('button', { name: 'Quitar de la lista' }));
    expect(await screen.findByText('Nadie lo ha pedido.')).toBeTruthy();
    expect(sent(`${LIST}/removal`)).toEqual([{ email: ROSA }]);
  });
});
