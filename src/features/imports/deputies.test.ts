import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Campus, openCampus } from '../../../test/catalogue.ts';
import { type Client, clientAs } from '../../../test/client.ts';
import { nursing, PEOPLE, userIdOf } from '../../../test/demo.ts';
import { done, standingOf, submittedPacs } from '../../../test/factories.ts';
import { take, undo } from '../../../test/imports.ts';
import { addDays, localDay } from '../../domain/kit/calendar.ts';

let campus: Campus;
let director: Client;
beforeAll(async () => {
  campus = await openCampus();
  director = await clientAs(campus, PEOPLE.director);
});
afterAll(() => campus.close());

const DEPUTY = 'Matías Sepúlveda Araya';
const HEAD = 'Patricia Contreras Vidal';
const school = (code: string, mail: string) =>
  `Nombre,Facultad,Código,Dirección\nEscuela ${code},FIAD,${code},${mail}\n`;

it('a deputy whose only role came and goes with an imported unit stands in as long as they head it', async () => {
  const { db } = campus;
  const academic = await clientAs(campus, PEOPLE.academic);
  const deputy = userIdOf(PEOPLE.colleague);
  const today = localDay(new Date());
  const asked = { principalId: userIdOf(PEOPLE.director), firstDay: today, lastDay: addDays(today, 7) };
  done(await director.post('/deputations', { ...asked, deputyId: deputy }));
  await db.updateTable('users').set({ roles: [] }).where('id', '=', deputy).execute();
  const project = await submittedPacs(academic, await nursing(academic));
  const holder = async () => (await standingOf(director, project)).holds;

  expect(await holder()).toBe(HEAD);
  await take(campus, 'schools', school('NEW1', PEOPLE.colleague));
  expect(await holder()).toBe(DEPUTY);
  const changed = await take(campus, 'schools', school('NEW1', PEOPLE.stranger));
  expect(await holder()).toBe(HEAD);
  expect((await undo(campus, changed)).status).toBe(200);
  expect(await holder()).toBe(DEPUTY);
  await take(campus, 'schools', school('NEW1', PEOPLE.stranger));
  const made = await take(campus, 'schools', school('NEW2', PEOPLE.colleague));
  expect(await holder()).toBe(DEPUTY);
  expect((await undo(campus, made)).status).toBe(200);
  expect(await holder()).toBe(HEAD);
});

it('an import of people that leaves the reviewer’s role alone gives the step back, its undo undoes that', async () => {
  const academic = await clientAs(campus, PEOPLE.academic);
  const deputy = userIdOf(PEOPLE.colleague);
  await campus.db
    .updateTable('users')
    .set({ roles: ['Academic'] })
    .where('id', '=', deputy)
    .execute();
  const project = await submittedPacs(academic, await nursing(academic));
  const holder = async () => (await standingOf(director, project)).holds;
  expect(await holder()).toBe(DEPUTY);
  const people = `Nombre;Correo;Roles\n${DEPUTY};${PEOPLE.colleague};Evaluador\n`;
  const made = await take(campus, 'users', people);
  expect(await holder()).toBe(HEAD);
  expect((await undo(campus, made)).status).toBe(200);
  expect(await holder()).toBe(DEPUTY);
});
