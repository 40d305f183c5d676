import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { showAt } from '../../../../../test/jsdom/render.tsx';
import { answer, requests } from '../../../../../test/jsdom/server.tsx';
import type { ProcessingActivity } from '../../processing/contract.ts';
import { ProcessingPage } from './processing-page.tsx';

const row = (more: Partial<ProcessingActivity>) =>
  ({
    ...{ id: crypto.randomUUID(), key: null, own: true, name: 'Concurso', purpose: 'Premiar.' },
    ...{
      legalBasis: 'Consentimiento.',
      people: 'Participantes.',
      data: 'Nombre.',
      source: '',
      recipients: '',
    },
    ...{ transfers: '', kept: 'Un año.', security: '', records: null, keptByRule: null, active: true },
    ...{ updatedAt: '2026-11-02T12:00:00.000Z', updatedBy: null },
    ...more,
  }) satisfies ProcessingActivity;
const OWN = row({});
const KEYED = row({
  ...{ key: 'attendance', own: false, name: 'Asistencia', records: 1240 },
  keptByRule: '24 meses desde el término del proyecto.',
});

async function open(path = '/') {
  answer('GET /processing-activities', () => ({ rows: [KEYED, OWN], total: 2 }));
  for (const one of [KEYED, OWN]) answer(`GET /processing-activities/${one.id}`, () => one);
  return showAt(path, ProcessingPage);
}

test('one of the platform says how many it concerns and what becomes of them, and cannot be taken away', async () => {
  const { user } = await open();
  expect(await screen.findByText('1.240 anotaciones en listas')).toBeTruthy();
  expect(screen.getByText('24 meses desde el término del proyecto.')).toBeTruthy();
  await user.click(screen.getByText('Asistencia'));
  const drawer = within(await screen.findByRole('dialog'));
  expect(drawer.getByText('Es de la plataforma: no se elimina ni se desactiva')).toBeTruthy();
  expect(drawer.getByText('Hoy: 1.240 anotaciones en listas.')).toBeTruthy();
  for (const name of ['Desactivar', 'Eliminar']) expect(drawer.queryByRole('button', { name })).toBeNull();
});

test('one of the office is changed, taken out of use and deleted', async () => {
  const { user } = await open();
  await user.click(await screen.findByText('Concurso'));
  const drawer = within(await screen.findByRole('dialog'));
  for (const name of ['Desactivar', 'Eliminar']) expect(drawer.getByRole('button', { name })).toBeTruthy();
  await user.type(drawer.getByRole('textbox', { name: 'Destinatarios' }), 'Nadie.');
  answer(`PUT /processing-activities/${OWN.id}`, () => ({ ...OWN, recipients: 'Nadie.' }));
  await user.click(drawer.getByRole('button', { name: 'Guardar' }));
  expect(requests(`PUT /processing-activities/${OWN.id}`)[0]?.body).toMatchObject({
    ...{ name: 'Concurso', legalBasis: 'Consentimiento.', kept: 'Un año.', recipients: 'Nadie.' },
  });
});
