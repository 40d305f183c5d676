import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import { openCall, proposal } from '../../../test/calls.ts';
import { type Client, clientAs } from '../../../test/client.ts';
import { nursing, PEOPLE, userIdOf } from '../../../test/demo.ts';
import { act, type Created, done, fillSections, type References } from '../../../test/factories.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import { SECTIONS } from '../../domain/sections/index.ts';
import type { getNames } from './contract.ts';

let server: TestApp;
let admin: Client;
let academic: Client;
let refs: References;

beforeAll(async () => {
  server = await startApp();
  admin = await clientAs(server, PEOPLE.admin);
  academic = await clientAs(server, PEOPLE.academic);
  refs = { ...(await nursing(academic)), memberId: userIdOf(PEOPLE.colleague) };
});
afterAll(() => server.close());

const names = async (who: Client, { kind, id }: Created) =>
  who.get<OutputOf<typeof getNames>>(`/projects/${kind}/${id}/names`);

async function naming(blind: boolean): Promise<Created> {
  const draft = await proposal(academic, refs, await openCall(admin, { blind, proposalsPerLead: 5 }));
  await fillSections(academic, draft, {
    diagnosis: {
      ...SECTIONS.diagnosis.empty,
      problem: `Lo vio la profesora CAMILA ROJAS (${PEOPLE.academic}) con Matías Sepúlveda.`,
      relevance: 'Es prioridad de la escuela de enfermeria desde hace años.',
    },
  });
  return draft;
}

it('warns the author of a blind call of people, mails and units in the texts, until they are gone', async () => {
  const draft = await naming(true);
  expect(done(await names(academic, draft))).toEqual([
    {
      section: 'diagnosis',
      label: SECTIONS.diagnosis.label,
      found: expect.arrayContaining([
        PEOPLE.academic,
        'CAMILA ROJAS',
        'Matías Sepúlveda',
        'escuela de enfermeria',
      ]),
    },
  ]);
  await fillSections(academic, draft, {
    diagnosis: {
      ...SECTIONS.diagnosis.empty,
      problem: 'Lo vio el equipo en terreno.',
      relevance: 'Es prioridad.',
    },
  });
  expect(done(await names(academic, draft))).toEqual([]);
});

it('says nothing where nobody reviews blindly, once it is sent, and to strangers', async () => {
  const open = await naming(false);
  expect(done(await names(academic, open))).toEqual([]);
  const sent = await naming(true);
  done(await act(academic, sent, 'submit'));
  expect(done(await names(academic, sent))).toEqual([]);
  expect((await names(await clientAs(server, PEOPLE.otherDirector), sent)).status).toBe(404);
});
