import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../../test/app.ts';
import { type Client, clientAs } from '../../../../test/client.ts';
import { PEOPLE, userIdOf } from '../../../../test/demo.ts';
import { resolvingServer } from '../../../../test/evaluation.ts';
import { act, type Created, done } from '../../../../test/factories.ts';
import type { Transaction } from '../../../db/pool.ts';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import { OUTCOME_INFO } from '../../../domain/notices/letters/result-letters.ts';
import { OUTCOMES, type Outcome } from '../../../domain/notices/outcomes.ts';
import { formatDate } from '../../../domain/text/format.ts';
import { DEMO_DOMAIN } from '../../../server/sign-in/demo-identity.ts';
import type { listAudit } from '../../audit/contract.ts';
import { readForClock } from '../../project-record/subject/queries.ts';
import type { ToldStep } from '../../workflow/effects.ts';
import type { getProjectLetters, getRanking } from '../contract.ts';
import type { CallLetter, getCallLetters } from './contract.ts';
import { resultLetters } from './queries.ts';

let server: TestApp;
let admin: Client;
let academic: Client;
let call: string;
let projects: Created[];
const TITLE = 'Huertas <b onclick="x()">&amp;</b> 👩🏽‍🌾';

/** Money for one of three, which score 60, 80 and 40. */
beforeAll(async () => {
  ({ server, admin, academic, call, projects } = await resolvingServer([3, 4, 2]));
  await sql`update projects set alternate_id = ${userIdOf(PEOPLE.otherDirector)}, title = ${TITLE}
    where id = ${project(2).id}`.execute(server.db);
  await sql`update calls set waitlist_until = '2027-03-01' where id = ${call}`.execute(server.db);
});
afterAll(() => server.close());

function project(n: number): Created {
  const found = projects[n];
  if (!found) throw new Error(`no proposal ${n}`);
  return found;
}

type Letters = OutputOf<typeof getProjectLetters>;
const lettersOf = (who: Client, { kind, id }: Created) => who.get<Letters>(`/projects/${kind}/${id}/letters`);
const read = async (p: Created, who = academic) => done(await lettersOf(who, p));
const listed = () => admin.get<OutputOf<typeof getCallLetters>>(`/calls/${call}/letters`);
const stored = async (outcome: Outcome) => done(await listed()).letters.find(l => l.outcome === outcome);
const save = (who: Client, outcome: Outcome, text: object, updatedAt: string | null = null) =>
  who.put<CallLetter>(`/calls/${call}/letters/${outcome}`, {
    ...{ ...OUTCOME_INFO[outcome].original, updatedAt },
    ...text,
  });
const restore = (who: Client, outcome: Outcome) =>
  who.delete<CallLetter>(`/calls/${call}/letters/${outcome}`);
/** The mails that a step of this project sent. */
const mailsOf = async ({ id }: Created) =>
  (
    await sql<{ address: string; subject: string; html: string; text: string }>`
      select address, subject, html, text from mails where project_id = ${id} and type = 'decision'
      order by id desc limit 2`.execute(server.db)
  ).rows;

async function resolveAll() {
  const { rows } = done(await admin.get<OutputOf<typeof getRanking>>(`/calls/${call}/ranking`));
  const decisions = rows.flatMap(({ id, version, proposed }) =>
    proposed ? [{ id, version, result: proposed, reason: '' }] : [],
  );
  done(await admin.post(`/calls/${call}/resolution`, { decisions }));
}

describe('the text of a call', () => {
  it('is the original until the office writes its own, which may be taken back', async () => {
    const { letters, refusal, barred, call: of } = done(await listed());
    expect(letters.map(l => [l.outcome, l.updatedAt, l.subject])).toEqual(
      OUTCOMES.map(outcome => [outcome, null, OUTCOME_INFO[outcome].original.subject]),
    );
    expect({ refusal, barred, of }).toEqual({
      ...{ refusal: null, barred: null },
      of: { name: 'Fondo de prueba', year: 2026 },
    });
    const body =
      '<p onclick="x()">Hola, <strong>{nombre_completo}</strong>.<script>x()</script></p><p>{enlace}</p>';
    const saved = done(await save(admin, 'dismiss', { subject: 'Inadmisible: {codigo}', body }));
    expect(saved).toMatchObject({
      ...{ outcome: 'dismiss', subject: 'Inadmisible: {codigo}', updatedBy: 'Beatriz Navarrete Olea' },
      body: '<p>Hola, <strong>{nombre_completo}</strong>.</p><p>{enlace}</p>',
    });
    expect(await stored('award')).toMatchObject({ updatedAt: null });
    expect(done(await restore(admin, 'dismiss'))).toMatchObject({
      ...{ ...OUTCOME_INFO.dismiss.original, updatedAt: null, updatedBy: null },
    });
    const { rows } = done(
      await admin.get<OutputOf<typeof listAudit>>(`/audit?object=call&objectId=${call}&size=2`),
    );
    expect(rows.map(r => r.label)).toEqual([
      'Carta de resultado original repuesta',
      'Carta de resultado cambiada',
    ]);
    expect(rows[1]?.changes).toContainEqual({ field: 'carta', before: null, after: 'Declarado inadmisible' });
    expect(rows[1]?.changes.map(c => c.field).sort()).toEqual(['asunto', 'carta', 'texto']);
  });

  it('is refused by the name of what is wrong, over a newer one, and to anybody but the office', async () => {
    const wrong = await admin.put(`/calls/${call}/letters/award`, {
      ...{ subject: '{apodo}', body: '<p>Sin camino</p>', updatedAt: null },
    });
    expect([wrong.status, wrong.body.errors]).toEqual([
      400,
      [
        { path: 'subject', message: 'No existe: {apodo}.' },
        { path: 'body', message: 'Falta {enlace}: sin él nadie encuentra el camino.' },
      ],
    ]);
    const first = done(await save(admin, 'award', { subject: 'Uno' }));
    const late = await save(admin, 'award', { subject: 'Dos' });
    expect([late.status, late.body]).toMatchObject([409, { extra: { stored: { subject: 'Uno' } } }]);
    done(await save(admin, 'award', { subject: 'Dos' }, first.updatedAt));
    done(await restore(admin, 'award'));
    expect((await admin.put(`/calls/${call}/letters/otra`, {})).status).toBe(400);
    for (const who of [academic, await clientAs(server, PEOPLE.director)])
      expect([
        (await who.get(`/calls/${call}/letters`)).status,
        (await save(who, 'award', {})).status,
        (await restore(who, 'award')).status,
      ]).toEqual([403, 403, 403]);
    const unknown = '0190f000-0000-7000-8000-000000000001';
    expect((await admin.get(`/calls/${unknown}/letters`)).status).toBe(404);
    expect((await admin.delete(`/calls/${unknown}/letters/award`)).status).toBe(404);
  });

  it('is not changed by who takes part in the call, nor once it is closed', async () => {
    const other = await clientAs(server, PEOPLE.otherAdmin);
    const part = sql`project_id = ${project(0).id} and user_id = ${userIdOf(PEOPLE.otherAdmin)}`;
    await sql`insert into project_parts (project_id, part, user_id)
      values (${project(0).id}, 'mentor', ${userIdOf(PEOPLE.otherAdmin)})`.execute(server.db);
    expect((await save(other, 'award', { subject: 'Mía' })).status).toBe(403);
    expect((await restore(other, 'award')).status).toBe(403);
    const shown = done(await other.get<OutputOf<typeof getCallLetters>>(`/calls/${call}/letters`));
    expect(shown.barred).toMatchObject({ last: false });
    await sql`delete from project_parts where ${part}`.execute(server.db);

    await sql`update calls set state = 'closed' where id = ${call}`.execute(server.db);
    const refused = await save(admin, 'award', { subject: 'Tarde' });
    await sql`update calls set state = 'evaluation' where id = ${call}`.execute(server.db);
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { detail: expect.stringContaining('cerrada') },
    ]);
  });

  it('goes along with a copy of the call', async () => {
    done(await save(admin, 'waitlist', { subject: 'Espera, {codigo}' }));
    const copy = done(await admin.post<{ id: string }>(`/calls/${call}/copy`, { name: 'Copia', year: 2027 }));
    const { letters } = done(await admin.get<OutputOf<typeof getCallLetters>>(`/calls/${copy.id}/letters`));
    expect(letters.filter(l => l.updatedAt).map(l => [l.outcome, l.subject, l.updatedBy])).toEqual([
      ['waitlist', 'Espera, {codigo}', 'Beatriz Navarrete Olea'],
    ]);
    done(await restore(admin, 'waitlist'));
  });
});

describe('the act', () => {
  beforeAll(async () => {
    const body = `${OUTCOME_INFO.not_award.original.body}<p>{linea}: {lugar}</p>`;
    done(await save(admin, 'not_award', { subject: 'Resultado de {proyecto}', body }));
    await resolveAll();
    done(await restore(admin, 'not_award'));
  });

  it('tells who is not awarded score, place, comments and until when to appeal, in the words of the call', async () => {
    const [letter, ...more] = await read(project(2));
    expect(more).toEqual([]);
    expect(letter).toMatchObject({ outcome: 'not_award', subject: `Resultado de ${TITLE}` });
    const { text = '', html = '' } = letter ?? {};
    for (const words of [
      'Saludos cordiales, Camila Rojas Fuentes:',
      `«${TITLE}» (${project(2).code})`,
      'Puntaje final: 40',
      'Línea única: 3 de 3',
      'Motivo: Está bajo el puntaje mínimo.',
      '- Evaluación 1: Comentario para el autor, 2.\n- Evaluación 2: Comentario para el autor, 2.',
      'Puedes apelar este resultado una sola vez, hasta el ',
      `${server.env.publicUrl}/projects/incs/${project(2).id}`,
    ])
      expect(text).toContain(words);
    const { until } = done(await academic.get<{ until: string }>(`/projects/incs/${project(2).id}/appeal`));
    expect(text).toContain(`${formatDate(new Date(until))}. Para hacerlo`);
    expect(text + html).not.toMatch(/reservado|Soledad|Diego|Cifuentes|Huenchulaf/);
    expect(html).not.toMatch(/<b |onclick="/);
    expect(html).toContain('👩🏽‍🌾');
  });

  it('sends it to lead and alternate in place of the usual mail, and to nobody else', async () => {
    const mails = await mailsOf(project(2));
    const [letter] = await read(project(2));
    expect(mails.map(m => m.address).sort()).toEqual([PEOPLE.academic, PEOPLE.otherDirector]);
    for (const mail of mails) {
      expect(mail.subject).toBe(letter?.subject);
      expect(mail.text).toContain('Puedes apelar este resultado');
    }
  });

  it('is read by its own people and the office alone', async () => {
    const [own, alternate, office] = await Promise.all([
      read(project(2)),
      clientAs(server, PEOPLE.otherDirector).then(who => read(project(2), who)),
      clientAs(server, PEOPLE.otherAdmin).then(who => read(project(2), who)),
    ]);
    expect(alternate).toEqual(own);
    expect(office).toEqual(own);
    for (const who of [PEOPLE.colleague, PEOPLE.director])
      expect(await read(project(2), await clientAs(server, who))).toEqual([]);
    const stranger = await clientAs(server, `nicolas.vergara@${DEMO_DOMAIN}`);
    expect((await lettersOf(stranger, project(2))).status).toBe(404);
  });

  it('tells who is awarded the amount, and who waits until when', async () => {
    const [awarded] = await read(project(1));
    expect(awarded).toMatchObject({ outcome: 'award' });
    expect(awarded?.text).toContain('Lugar: 1 de 3');
    expect(awarded?.text).toContain('Monto pedido: $900.000\nMonto adjudicado: $900.000');
    expect(awarded?.text).not.toMatch(/ajusta|Puedes apelar/);
    const [waiting] = await read(project(0));
    expect(waiting).toMatchObject({
      outcome: 'waitlist',
      subject: `${project(0).code}: tu propuesta quedó en lista de espera`,
    });
    expect(waiting?.text).toContain('rige hasta el lunes 01-03-2027');
    expect(waiting?.text).toContain('Motivo: No alcanza el presupuesto de su línea.');
    expect(waiting?.text).not.toContain('Puedes apelar');
  });
});

/** The letters of steps that are not taken, and how many questions they took. */
const ask = (steps: readonly (Pick<ToldStep, 'action'> & { of: Created; more?: Partial<ToldStep> })[]) =>
  server.db.transaction().execute(async tx => {
    const told: ToldStep[] = [];
    for (const { of, action, more } of steps) {
      const found = await readForClock(tx, of.id);
      if (!found) throw new Error('no such project');
      const { lineId, amountAsked, amountAwarded, amountMoved } = found;
      const money = { lineId, amountAsked, amountAwarded, amountMoved };
      told.push({ ...{ project: found, action, reason: null, comment: null, money }, ...more });
    }
    let questions = 0;
    const counted = tx.withPlugin({
      transformQuery: ({ node }) => {
        questions += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    }) as Transaction;
    const run = { tx: counted, actor: null, now: new Date(), record: () => {}, recordRows: async () => {} };
    const letters = await resultLetters(run, told);
    return { questions, textOf: ({ id }: Created) => letters.get(id)?.text ?? '', size: letters.size };
  });

describe('later results', () => {
  const storeAct = (number: number, facts: object) =>
    sql`insert into call_acts (call_id, number, at, actor_id, facts)
      values (${call}, ${number}, now(), null, ${JSON.stringify(facts)}::jsonb)`.execute(server.db);
  const forget = () => sql`delete from call_acts where call_id = ${call} and number > 90`.execute(server.db);
  const row = (n: number, more: object = {}) => ({
    ...{ code: project(n).code, rank: 1, score: 60, line: 'Línea única', result: 'award', reason: 'Subió.' },
    ...more,
  });

  it('say score and cut-off of the latest act that names them, and their place in the first', async () => {
    await storeAct(91, {
      rows: [row(0), row(2, { score: 66 })],
      lines: [{ name: 'Línea única', cutoff: 59.5 }],
      appealsUntil: '2026-11-26',
    });
    await sql`update calls set state = 'provisional' where id = ${call}`.execute(server.db);
    const { textOf } = await ask([
      { of: project(0), action: 'award' },
      { of: project(2), action: 'award' },
    ]);
    await forget();
    expect(textOf(project(0))).toContain('Puntaje final: 60\nLugar: 2 de 3\nCorte de su línea: 59,5\n');
    expect(textOf(project(0))).toContain('se pueden apelar hasta el jueves 26-11-2026');
    // With another score it would have another place.
    expect(textOf(project(2))).toContain('Puntaje final: 66\nCorte de su línea: 59,5\n');
  });

  it('without a cut-off in the act say none, and a final one is not called provisional', async () => {
    await storeAct(91, { rows: [row(0)], lines: [{ name: 'Línea única' }], appealsUntil: '2026-11-26' });
    await sql`update calls set state = 'resolved' where id = ${call}`.execute(server.db);
    const { textOf } = await ask([{ of: project(0), action: 'award' }]);
    await forget();
    expect(textOf(project(0))).toContain('Lugar: 2 de 3\nPuntaje mínimo');
    expect(textOf(project(0))).not.toMatch(/Corte|provisional/);
  });

  it('of a waitlist that ends cannot be appealed', async () => {
    const { textOf } = await ask([{ of: project(0), action: 'not_award' }]);
    expect(textOf(project(0))).toContain('no fue adjudicada');
    expect(textOf(project(0))).toContain('Motivo: Terminó');
    expect(textOf(project(0))).not.toContain('Puedes apelar');
  });

  it('take as many questions for one as for many, and none for other steps', async () => {
    const one = await ask([{ of: project(0), action: 'award' }]);
    const all = await ask(projects.map(of => ({ of, action: 'not_award' as const })));
    expect([one.size, all.size]).toEqual([1, 3]);
    expect(one.questions).toBeGreaterThan(2);
    expect(all.questions).toBe(one.questions);
    expect(await ask([{ of: project(0), action: 'withdraw' }])).toMatchObject({ questions: 0, size: 0 });
  });
});

describe('dismissed', () => {
  const dismiss = async (p: Created, reason: string) => {
    await sql`update projects set status = 'admissibility' where id = ${p.id}`.execute(server.db);
    done(await act(admin, p, 'dismiss', { reason }));
  };

  it('an author reads why and how to appeal, without scores; taken back, the letter goes', async () => {
    const before = await read(project(2));
    await dismiss(project(2), 'Falta la carta <del socio>.');
    const [letter, ...rest] = await read(project(2));
    expect(rest).toEqual(before);
    expect(letter).toMatchObject({ outcome: 'dismiss' });
    expect(letter?.text).toContain('Motivo: Falta la carta <del socio>.');
    expect(letter?.html).toContain('Falta la carta &lt;del socio&gt;.');
    expect(letter?.text).toContain('Puedes apelar este resultado una sola vez');
    expect(letter?.text).not.toMatch(/Puntaje|Lugar|Comentario para/);
    expect((await mailsOf(project(2)))[0]?.subject).toBe(letter?.subject);
    await sql`update project_history set undone_at = now() where project_id = ${project(2).id}
      and id = (select max(history_id) from result_letters)`.execute(server.db);
    expect(await read(project(2))).toEqual(before);
  });

  it('after an appeal, or in a call that gives no days, there is no way to appeal', async () => {
    const days = (n: number) =>
      sql`update calls set appeal_days = ${n} where id = ${call}`.execute(server.db);
    await days(0);
    await dismiss(project(2), 'Falta la carta.');
    expect((await read(project(2)))[0]?.text).not.toContain('apelar');
    await days(5);
    await sql`insert into appeals (project_id, author_id, history_id, text, at, due_at)
      select ${project(2).id}, ${userIdOf(PEOPLE.academic)}, max(id), 'La carta estaba en los anexos.', now(), now()
      from project_history where project_id = ${project(2).id}`.execute(server.db);
    await dismiss(project(2), 'Sigue faltando la carta.');
    expect((await read(project(2)))[0]?.text).toContain('Sigue faltando la carta.');
    expect((await read(project(2)))[0]?.text).not.toContain('apelar');
  });

  it('outside of a call they get the usual mail', async () => {
    await sql`update projects set call_id = null, line_id = null where id = ${project(1).id}`.execute(
      server.db,
    );
    const before = await read(project(1));
    await dismiss(project(1), 'No corresponde a este programa.');
    expect(await read(project(1))).toEqual(before);
    expect((await mailsOf(project(1)))[0]?.subject).not.toContain('inadmisible,');
  });
});
