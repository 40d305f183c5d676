import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { setStatus } from '../../../test/execution.ts';
import { act, done } from '../../../test/factories.ts';
import { decide, measure } from '../../../test/measurements.ts';
import { pay, spent } from '../../../test/payments.ts';
import {
  addPhoto,
  keepReport,
  openReports,
  reporting,
  reportOf,
  reportPath,
  reportsOf,
  runningProject,
  writeFinal,
} from '../../../test/reports.ts';
import { TODAY } from '../../../test/spending.ts';
import { clients, server } from '../../../test/university.ts';
import { addDays } from '../../domain/kit/calendar.ts';
import type { Problem } from '../../domain/kit/problem.ts';
import { SECTIONS } from '../../domain/sections/index.ts';
import type { Execution } from '../execution/contract.ts';
import type { Report } from './contract.ts';

openReports();
const lead = () => clients.academic;
const path = () => `/projects/fexs/${reporting.id}`;
const ago = (days: number) => addDays(TODAY, -days);
const hold = async (name: string, daysAgo: number, more: object = {}) =>
  done(await lead().post(`${path()}/activities`, { id: randomUUID(), name, day: ago(daysAgo), ...more }));
const factsOf = async (who: Client = lead(), address: string | number = 1) =>
  (await reportOf(who, reporting, address)).facts;
const namesOf = (facts: Report['facts']) => facts.activities.map(a => a.name);

/** As if the project had been approved with this section. */
const plan = (section: 'participants' | 'contract' | 'indicators', data: object) =>
  sql`insert into project_sections (project_id, section, data) values (${reporting.id}, ${section},
      ${JSON.stringify(SECTIONS[section].schema.parse(data))}::jsonb)
    on conflict (project_id, section) do update set data = excluded.data`.execute(server.db);

/** As if a report had been sent on this day, with what it told then. */
async function sentOn(number: number, to: string, more: object = {}) {
  const { facts } = await reportOf(lead(), reporting, number);
  await keepReport(server, reporting, { number, state: 'accepted' });
  await sql`update reports set facts = ${JSON.stringify({ ...facts, to, ...more })}::jsonb
    where project_id = ${reporting.id} and number = ${number}`.execute(server.db);
}

describe('what was recorded', () => {
  it('is put together: activities, plan, people, meetings', async () => {
    await plan('participants', {
      reach: { direct: { expected: 60 } },
      internal: { students: { expected: 24 } },
    });
    await hold('Segundo', 3, { counts: { direct: 20, students: 5 }, planItemId: 'a1', completes: true });
    await hold('Primero <b>', 40, { counts: { direct: 11 }, place: 'Sede 🎉', link: 'https://uni.example' });
    for (const day of [ago(1), addDays(TODAY, 3)])
      done(await lead().post(`${path()}/meetings`, { id: randomUUID(), day }));
    const facts = await factsOf();
    expect(facts).toMatchObject({ from: ago(50), to: TODAY, meetings: 1 });
    expect(facts.activities).toEqual([
      {
        ...{ name: 'Primero <b>', day: ago(40), place: 'Sede 🎉', planItemId: null, completes: false },
        ...{ counts: { direct: 11 }, attendances: 0 },
      },
      {
        ...{ name: 'Segundo', day: ago(3), place: '', planItemId: 'a1', completes: true },
        ...{ counts: { direct: 20, students: 5 }, attendances: 0 },
      },
    ]);
    expect(facts.plan).toMatchObject([{ id: 'a1', name: 'Talleres', isMilestone: false, doneOn: ago(3) }]);
    expect(facts.expected).toEqual({ direct: 60, students: 24 });
    expect(facts.people).toEqual({ direct: 31, students: 5 });
    expect(facts.attendance).toEqual({ attendances: 0, people: 0, unidentified: 0 });
    expect((await reportOf(clients.director, reporting)).recorded).toEqual(facts.people);
  });

  it('indicators in words, accepted measurements alone', async () => {
    await plan('indicators', {
      indicators: [
        { id: 'i1', name: 'Talleres', unit: 'talleres', baseline: 0, baselineDay: '2026-03-02', target: 8 },
        { id: 'i2', name: 'Cómo cambió', kind: 'qualitative', goal: 'Que se sostenga solo' },
        { id: 'i3', name: 'Satisfacción', kind: 'percentage', direction: 'keep', target: 80 },
      ],
    });
    const sent = done(await measure(lead(), reporting, { value: 5.5 }));
    expect((await factsOf()).indicators[0]).toMatchObject({ actual: null, words: { actual: '' } });
    done(await decide(clients.director, reporting, [sent]));
    expect(
      (await factsOf()).indicators.map(({ id, actual, target, unit, words }) => ({
        id,
        actual,
        target,
        unit,
        words,
      })),
    ).toEqual([
      {
        ...{ id: 'i1', actual: 5.5, target: 8, unit: 'talleres' },
        words: { baseline: '0 talleres, 02-03-2026', target: '8 talleres', actual: '5,5 talleres' },
      },
      {
        ...{ id: 'i2', actual: null, target: null, unit: '' },
        words: { baseline: '', target: 'Que se sostenga solo', actual: '' },
      },
      {
        ...{ id: 'i3', actual: null, target: 80, unit: '%' },
        words: { baseline: '', target: 'Mantener 80 %', actual: '' },
      },
    ]);
  });

  it('deliverables of a contract with what became of them', async () => {
    await plan('contract', {
      deliverables: [
        { id: 'd1', name: 'Diagnóstico', dueDate: ago(10) },
        { id: 'd2', name: 'Guía', dueDate: TODAY },
      ],
    });
    done(
      await lead().put(`${path()}/deliverables/d1`, { version: 0, deliveredOn: ago(9), acceptedOn: ago(8) }),
    );
    const none = { deliveredOn: null, acceptedOn: null, paidOn: null };
    expect((await factsOf()).deliverables).toEqual([
      { ...none, name: 'Diagnóstico', deliveredOn: ago(9), acceptedOn: ago(8) },
      { ...none, name: 'Guía' },
    ]);
  });

  it('money in sums, for who may read what is spent', async () => {
    done(await pay(clients.admin, reporting, { amount: 700_000 }));
    await spent(reporting, 250_000);
    await spent(reporting, 100_000, { state: 'approved' });
    await spent(reporting, 900_000, { state: 'refused' });
    const money = {
      ...{ awarded: 2_000_000, paid: 700_000, spent: 350_000, approved: 100_000, refunded: 0 },
      categories: [
        { label: 'Honorarios', planned: 600_000, spent: 0 },
        { label: 'Operación', planned: 1_300_000, spent: 350_000 },
        { label: 'Viáticos y traslados', planned: 400_000, spent: 0 },
        { label: 'Otros', planned: 200_000, spent: 0 },
      ],
    };
    for (const who of [lead(), clients.colleague, clients.admin])
      expect((await factsOf(who)).money).toEqual(money);
    for (const who of [clients.director, clients.dean]) expect((await factsOf(who)).money).toBeNull();
    await sentOn(1, ago(5));
    expect((await factsOf()).money).toEqual(money);
    expect((await factsOf(clients.director)).money).toBeNull();
    await sql`delete from payments where project_id = ${reporting.id}`.execute(server.db);
    await sql`delete from expenses where project_id = ${reporting.id}`.execute(server.db);
    await sql`update projects set amount_awarded = null where id = ${reporting.id}`.execute(server.db);
    await sql`delete from project_sections where project_id = ${reporting.id} and section = 'budget'`.execute(
      server.db,
    );
    expect((await factsOf(lead(), 2)).money).toBeNull();
  });
});

describe('days that a report tells of', () => {
  it('follow those of the one before; the final one tells of all', async () => {
    await hold('De la preparación', 55);
    await hold('Del primero', 20);
    await hold('Del segundo', 4);
    expect(await factsOf()).toMatchObject({ from: ago(55), to: TODAY });
    await sentOn(1, ago(10));
    const second = await factsOf(lead(), 2);
    expect([second.from, second.to, namesOf(second)]).toEqual([ago(9), TODAY, ['Del segundo']]);
    const final = await factsOf(lead(), 'final');
    expect([final.from, namesOf(final).length]).toEqual([ago(55), 3]);
    // The first one tells what it told, though something came to its days since.
    await hold('Olvidado', 15);
    expect(namesOf(await factsOf())).toHaveLength(3);
    await sentOn(2, TODAY);
    expect(await factsOf(lead(), 2)).toMatchObject({ from: ago(9) });
  });

  it('are never upside down', async () => {
    await hold('De hoy', 0);
    await sentOn(1, TODAY);
    const second = await factsOf(lead(), 2);
    expect([second.from, second.to, namesOf(second)]).toEqual([TODAY, TODAY, ['De hoy']]);
  });
});

describe('the final report', () => {
  const REASON = 'El listado repetía a 3 estudiantes.';
  const CORRECTED = { people: { students: 2 }, peopleReason: REASON };

  /** Everything that sending it asks for but its texts. */
  async function complete() {
    await hold('Taller', 4, { counts: { students: 5, direct: 9 } });
    await addPhoto(server, reporting);
    const evidence = [{ url: 'https://uni.example/acta', seenOn: TODAY }];
    const measured = done(await measure(lead(), reporting, { evidence }));
    done(await decide(clients.director, reporting, [measured]));
    await sql`update projects set early_report = true where id = ${reporting.id}`.execute(server.db);
  }
  const step = (who: Client, action: string, given: object = {}) =>
    act<Problem>(who, reporting, action, given as Record<string, unknown>);
  const standing = async () => (await reportsOf(lead(), reporting)).at(-1);

  it('is frozen when it is sent, with its correction, and again when it is sent again', async () => {
    await complete();
    expect((await step(lead(), 'submit_final_report')).status).toBe(422);
    const photo = await addPhoto(server, reporting, { name: 'feria.jpg' });
    const photos = [{ versionId: photo, caption: '' }];
    const { version: first } = await writeFinal(lead(), reporting, { ...CORRECTED, photos });
    await sql`update files set state = 'rejected', reason = 'Virus.' where id = ${photo}`.execute(server.db);
    const unseen = await step(lead(), 'submit_final_report');
    expect([unseen.status, unseen.body.detail]).toEqual([422, 'La revisión rechazó «feria.jpg»: quítala.']);
    const { version } = await writeFinal(lead(), reporting, { ...CORRECTED, version: first });
    done(await step(lead(), 'submit_final_report'));
    expect(await standing()).toMatchObject({
      ...{
        state: 'submitted',
        subStep: 'director',
        submittedBy: { id: expect.any(String) },
        decidedBy: null,
      },
    });
    await sql`update activities set counts = '{"direct": 99}' where project_id = ${reporting.id}`.execute(
      server.db,
    );
    const sent = await reportOf(clients.director, reporting, 'final');
    expect(sent.facts.people).toEqual({ students: 2, direct: 9 });
    expect(sent.recorded).toEqual({ direct: 99 });
    expect(sent).toMatchObject({ ...CORRECTED, gaps: [], submit: null, decide: null, version: version + 1 });
    expect(sent.deciders).toHaveLength(1);
    expect(
      (await lead().put(reportPath(reporting, 'final'), { version: version + 1, texts: {}, photos: [] }))
        .status,
    ).toBe(403);
    done(
      await step(clients.director, 'return_final_report', {
        observations: [{ section: 'report', text: 'Faltan resultados.' }],
      }),
    );
    expect(await standing()).toMatchObject({ state: 'returned', subStep: 'director' });
    expect((await standing())?.decidedBy).not.toBeNull();
    // Whoever corrects it sees what is recorded by now.
    expect((await reportOf(lead(), reporting, 'final')).facts.people).toEqual({ students: 2, direct: 99 });
    const { observations } = done(await lead().get<{ observations: { id: string }[] }>(`${path()}`));
    for (const { id } of observations)
      done(await lead().post(`${path()}/observations/${id}/answers`, { text: 'Se agregaron.' }));
    done(await step(lead(), 'submit_final_report'));
    await sql`update activities set counts = '{"direct": 7}' where project_id = ${reporting.id}`.execute(
      server.db,
    );
    expect((await factsOf(lead(), 'final')).people).toEqual({ students: 2, direct: 99 });
  });

  it('corrects the people that its project is shown with, once it is accepted to everybody', async () => {
    await complete();
    await writeFinal(lead(), reporting, CORRECTED);
    const correctedFor = async (who: Client) =>
      done(await who.get<Execution>(`${path()}/execution`)).corrected;
    const corrected = { people: { students: 2 }, reason: REASON };
    expect([await correctedFor(lead()), await correctedFor(clients.director)]).toEqual([
      corrected,
      corrected,
    ]);
    expect(await correctedFor(clients.stranger)).toBeNull();
    await setStatus(server, reporting, 'closed');
    expect(await correctedFor(clients.stranger)).toEqual({ people: { students: 2 }, reason: '' });
    expect(done(await lead().get<Execution>(`${path()}/execution`)).people).toEqual({
      students: 5,
      direct: 9,
    });
  });

  it('is decided by nobody of the office who wrote a part of it, unless nobody else could', async () => {
    await complete();
    await writeFinal(clients.admin, reporting);
    done(await step(lead(), 'submit_final_report'));
    done(await step(clients.director, 'accept_final_report'));
    const WROTE_IT = 'Tú escribiste una parte de este informe: decide otra persona.';
    const observations = [{ section: 'report', text: 'Faltan resultados.' }];
    for (const refused of [
      await step(clients.admin, 'accept_final_report'),
      await step(clients.admin, 'return_final_report', { observations }),
      await step(clients.admin, 'override', { to: 'closed', reason: 'Una razón de más de veinte letras.' }),
    ])
      expect([refused.status, refused.body.detail]).toEqual([422, WROTE_IT]);
    await sql`update users set roles = array_remove(roles, 'Admin') where id not in (
      select unnest(maker_ids) from reports where project_id = ${reporting.id})`.execute(server.db);
    try {
      expect(done(await step(clients.admin, 'return_final_report', { observations }))).toMatchObject({
        status: 'running',
      });
    } finally {
      await sql`update users set roles = roles || '{Admin}' where email like 'tomas.espinoza%'`.execute(
        server.db,
      );
    }
  });

  it('asks for people only where none were recorded', async () => {
    const partsOf = async () => (await reportOf(lead(), reporting, 'final')).gaps.map(g => g.part);
    expect(await partsOf()).toContain('people');
    await hold('Taller', 4, { counts: { students: 5 } });
    expect(await partsOf()).not.toContain('people');
    await setStatus(server, reporting, 'suspended');
    expect(await partsOf()).not.toContain('people');
  });
});

it('of a project without dates begins with the first activity', async () => {
  const dateless = await runningProject({ dateless: true });
  const activity = { id: randomUUID(), name: 'Taller', day: ago(7) };
  done(await lead().post(`/projects/fexs/${dateless.id}/activities`, activity));
  const { facts } = await reportOf(lead(), dateless);
  expect([facts.from, facts.to, namesOf(facts)]).toEqual([ago(7), TODAY, ['Taller']]);
});
