import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ActFacts } from '../src/domain/calls/act.ts';
import { addDays, localDay } from '../src/domain/kit/calendar.ts';
import type { OutputOf } from '../src/domain/kit/endpoint.ts';
import type { Problem } from '../src/domain/kit/problem.ts';
import type { getProjectLetters, getRanking } from '../src/features/awards/contract.ts';
import { runCalls } from '../src/features/calls/jobs.ts';
import type { getMatrix, proposeReviewers } from '../src/features/evaluation/reviews/contract.ts';
import type { DeskReview } from '../src/features/review-desk/contract.ts';
import { runDue } from '../src/features/workflow/transitions/jobs.ts';
import { DEMO_DOMAIN, demoId } from '../src/server/sign-in/demo-identity.ts';
import { checkAll, fundBudget, openCall, proposal } from './calls.ts';
import { type Client, clientAs } from './client.ts';
import { schoolIdOf, userIdOf } from './demo.ts';
import { compare, confirmWith, passAppeals, reviewWith } from './evaluation.ts';
import { act, answerAll, type Created, detailOf, done, fillSections, standingOf } from './factories.ts';
import { clients, openUniversity, refs, server } from './university.ts';

// A whole call, told from its opening to its closing, each chapter on what the one before left: six proposals of two
// faculties, a correction, two reviewers far apart who compare, a quota that binds, money for some, the act, an appeal that is
// upheld, a place given up, the end of the waitlist.

openUniversity({ rateLimit: 0 });

const mail = (name: string) => `${name}@${DEMO_DOMAIN}`;
/** Who leads, of which school, in which line, for how much, and what the two reviewers will give of 5. */
const PROPOSALS = {
  barrio: { lead: mail('camila.rojas'), school: 'ENF', line: 'A', asks: 2_000_000, marks: [5, 4] },
  cuidadoras: { lead: mail('matias.sepulveda'), school: 'ENF', line: 'A', asks: 2_000_000, marks: [4, 4] },
  memoria: { lead: mail('francisca.munoz'), school: 'TSO', line: 'B', asks: 1_500_000, marks: [4, 3] },
  software: { lead: mail('valentina.oyarzun'), school: 'INF', line: 'B', asks: 2_000_000, marks: [5, 1] },
  plaza: { lead: mail('diego.huenchulaf'), school: 'ARQ', line: 'A', asks: 1_200_000, marks: [4, 3] },
  oficios: { lead: mail('diego.huenchulaf'), school: 'ARQ', line: 'A', asks: 1_100_000, marks: [2, 2] },
} as const;
type Name = keyof typeof PROPOSALS;
const NAMES = Object.keys(PROPOSALS) as Name[];
/** Of Salud y Ciencias Sociales, which has two places: three apply. */
const HEALTH = demoId('faculty:FSCS');
const LINES = {
  A: { id: randomUUID(), name: 'Territorio', cap: 2_000_000, budget: 4_500_000 },
  B: { id: randomUUID(), name: 'Innovación', cap: 2_000_000, budget: 4_000_000 },
};
const HEADS = {
  ENF: ['patricia.contreras', 'marcela.figueroa'],
  TSO: ['rodrigo.ibanez', 'marcela.figueroa'],
  INF: ['claudia.sandoval', 'jorge.alarcon'],
  ARQ: ['hernan.bustos', 'jorge.alarcon'],
} as const;
const REVIEWERS = ['soledad.cifuentes', 'nicolas.vergara', 'antonia.quezada'].map(mail);
const COMMITTEE = ['Pilar Soto', 'Rosa Elgueta'].map(name => ({
  ...{ id: randomUUID(), userId: null, name, role: 'Integrante' },
  email: `${name.toLowerCase().replace(' ', '.')}@fuera.example`,
}));
const REASON = 'Acuerdo de la comisión del fondo.';
const WAITLIST_DAYS = 90;

let call: { id: string; lineId: string };
const projects = {} as Record<Name, Created>;
const people = new Map<string, Client>();
beforeAll(async () => {
  const all = [...NAMES.map(n => PROPOSALS[n].lead), ...Object.values(HEADS).flat().map(mail), ...REVIEWERS];
  for (const email of new Set(all)) people.set(email, await clientAs(server, email));
});

const as = (email: string): Client => people.get(email) as Client;
const leadOf = (name: Name) => as(PROPOSALS[name].lead);
const nameOf = (code: string) => NAMES.find(name => projects[name].code === code);
const statusOf = async (name: Name) => (await detailOf(clients.admin, projects[name])).status;
const statuses = async () =>
  Object.fromEntries(await Promise.all(NAMES.map(async n => [n, await statusOf(n)])));
const ranking = async () =>
  done(await clients.admin.get<OutputOf<typeof getRanking>>(`/calls/${call.id}/ranking`));
const matrix = async () =>
  done(await clients.admin.get<OutputOf<typeof getMatrix>>(`/admin/reviews?call=${call.id}&size=50`)).rows;
const reviewersOf = async (name: Name) =>
  (await matrix()).find(row => row.code === projects[name].code)?.reviews ?? [];
const byId = (userId: string) => as(REVIEWERS.find(email => userIdOf(email) === userId) ?? '');

const handedIn = async (who: Client) =>
  done(await who.get<{ rows: { id: string }[] }>('/reviews?show=done&size=200')).rows.map(r => r.id);

/** Pesos that each line has given, which is never more than it has. */
async function money(): Promise<Record<string, number>> {
  const { lines } = await ranking();
  for (const { awarded, budget } of lines) expect(awarded).toBeLessThanOrEqual(budget);
  return Object.fromEntries(lines.map(l => [l.name, l.awarded]));
}

/** The acts as they were written, with the proposals in each. */
async function acts() {
  const { rows } = await sql<{ number: number; facts: ActFacts }>`
    select number, facts from call_acts where call_id = ${call.id} order by number`.execute(server.db);
  return rows.map(({ number, facts }) => ({
    ...{ number, facts, cause: facts.cause },
    rows: facts.rows.map(r => [nameOf(r.code), r.result]),
  }));
}

/** Titles and texts of what somebody was told of a proposal. */
async function told(who: Client, name: Name): Promise<string> {
  const { rows } = done(
    await who.get<{ rows: { title: string; text: string; project: { code: string } | null }[] }>(
      '/notifications?size=100',
    ),
  );
  const own = rows.filter(n => n.project?.code === projects[name].code);
  return own.map(n => `${n.title}: ${n.text}`).join('\n');
}

const letterOf = async (name: Name) => {
  const { kind, id } = projects[name];
  const all = done(
    await leadOf(name).get<OutputOf<typeof getProjectLetters>>(`/projects/${kind}/${id}/letters`),
  );
  return { outcome: all[0]?.outcome, text: all[0]?.text ?? '', count: all.length };
};

/** The act that the rules propose, decided in a session of these members. */
async function resolve(present: readonly string[] = COMMITTEE.map(m => m.id)) {
  const { rows } = await ranking();
  const decisions = rows.flatMap(({ id, version, proposed, proposedLineId }) =>
    proposed ? [{ id, version, result: proposed, ...(proposedLineId && { lineId: proposedLineId }) }] : [],
  );
  const session = { day: localDay(new Date()), place: 'Sala de consejo', present, notes: '' };
  return clients.admin.post<Problem>(`/calls/${call.id}/resolution`, { decisions, session });
}

describe('applying', () => {
  it('the office opens a call of two lines, with a quota, a committee and a waitlist', async () => {
    call = await openCall(clients.admin, {
      ...{ lines: Object.values(LINES), quotas: [{ facultyId: HEALTH, quota: 2 }], proposalsPerLead: 2 },
      ...{ committee: { members: COMMITTEE, quorum: 2 }, reviews: 2, minimum: 60, gap: 20, blind: true },
      waitlistUntil: addDays(localDay(new Date()), WAITLIST_DAYS),
    });
    expect((await ranking()).state).toBe('open');
  });

  it('six proposals of two faculties are sent, and their heads endorse them in turn', async () => {
    for (const name of NAMES) {
      const { lead, school, line, asks } = PROPOSALS[name];
      const own = { ...refs, leadId: userIdOf(lead), schoolId: schoolIdOf(school) };
      const { careerId: _, ...of } = own;
      const at = { id: call.id, lineId: LINES[line].id };
      projects[name] = await proposal(leadOf(name), of, at, asks, { title: `Proyecto ${name}` });
      done(await act(leadOf(name), projects[name], 'submit'));
      for (const head of HEADS[school]) done(await act(as(mail(head)), projects[name], 'endorse'));
      expect(await standingOf(clients.admin, projects[name])).toEqual({
        ...{ status: 'admissibility', holds: 'oficina' },
      });
    }
  });

  it('one goes back with an observation, asks for less and comes back to the office', async () => {
    const [own, lead] = [projects.cuidadoras, leadOf('cuidadoras')];
    const observations = [{ section: 'budget', text: 'El traslado no corresponde al fondo.' }];
    done(await act(clients.admin, own, 'return', { observations }));
    expect(await standingOf(lead, own)).toEqual({ status: 'returned', holds: 'Matías Sepúlveda Araya' });
    expect((await act<Problem>(lead, own, 'submit')).status).toBe(422);
    await answerAll(lead, own);
    await fillSections(lead, own, { budget: fundBudget(1_500_000) });
    done(await act(lead, own, 'submit'));
    expect(await standingOf(lead, own)).toEqual({ status: 'admissibility', holds: 'oficina' });
    expect((await detailOf(lead, own)).amountAsked).toBe(1_500_000);
  });

  it('all are admitted', async () => {
    for (const name of NAMES) {
      await checkAll(clients.admin, projects[name]);
      done(await act(clients.admin, projects[name], 'admit', { checklist: true }));
    }
    expect(new Set(Object.values(await statuses()))).toEqual(new Set(['evaluation']));
  });
});

describe('evaluating', () => {
  it('two reviewers for each are proposed, one who knows the subject before even loads, and invited', async () => {
    const proposed = done(
      await clients.admin.post<OutputOf<typeof proposeReviewers>>('/admin/reviews/proposal', {
        call: call.id,
      }),
    );
    expect([proposed.pairs.length, proposed.gaps]).toEqual([12, []]);
    const loads = Map.groupBy(proposed.pairs, p => p.userId);
    expect([...loads.values()].map(own => own.length).sort()).toEqual([3, 3, 6]);
    const pairs = proposed.pairs.map(({ projectId, userId }) => ({ projectId, userId }));
    done(await clients.admin.post('/admin/reviews', { pairs }));
    const { turn } = await detailOf(clients.admin, projects.barrio);
    expect(turn.people.map(p => p.id).sort()).toEqual(
      (await reviewersOf('barrio')).map(r => r.userId).sort(),
    );
  });

  it('each declares, accepts, scores and hands in; the last one ends the evaluation', async () => {
    for (const name of NAMES) {
      const reviewers = await reviewersOf(name);
      for (const [n, { id, userId }] of reviewers.entries()) {
        await reviewWith(byId(userId), projects[name], PROPOSALS[name].marks[n] ?? 0);
        // What was handed in is still there to be read.
        done(await byId(userId).get(`/reviews/${id}`));
        if (name !== 'software') expect(await handedIn(byId(userId))).toContain(id);
      }
    }
    const { software, ...others } = await statuses();
    expect(software).toBe('evaluation');
    expect(new Set(Object.values(others))).toEqual(new Set(['resolution']));
  });

  it('two far apart read each other without names: one revises, one keeps, and they stay apart', async () => {
    const [high, low] = (await reviewersOf('software')).sort((a, b) => Number(b.score) - Number(a.score));
    if (!high || !low) throw new Error('nobody reviewed it');
    expect([high.score, low.score]).toEqual([100, 20]);
    const { turn } = await detailOf(clients.admin, projects.software);
    expect(turn.people.map(p => p.id).sort()).toEqual([high.userId, low.userId].sort());
    const desk = done(await byId(high.userId).get<DeskReview>(`/reviews/${high.id}`));
    expect(desk.consensus).toMatchObject({ own: 'asked', others: [{ score: 20 }] });
    expect(JSON.stringify(desk)).not.toContain(low.name);
    done(await compare(byId(low.userId), projects.software, 'revise'));
    await confirmWith(byId(low.userId), low.id, 2);
    expect(await reviewersOf('software')).toHaveLength(2);
    done(await compare(byId(high.userId), projects.software, 'keep'));
    expect(await statusOf('software')).toBe('evaluation');
  });

  it('so a third is invited by itself, whose review ends it', async () => {
    const third = (await reviewersOf('software')).find(r => r.state === 'invited');
    if (!third) throw new Error('nobody was invited');
    expect(await standingOf(clients.admin, projects.software)).toEqual({
      ...{ status: 'evaluation', holds: third.name },
    });
    await reviewWith(byId(third.userId), projects.software, 4);
    expect(await standingOf(clients.admin, projects.software)).toEqual({
      ...{ status: 'resolution', holds: 'oficina' },
    });
    const row = (await ranking()).rows.find(r => r.id === projects.software.id);
    expect([row?.scores, row?.score]).toEqual([[100, 40, 80], 73.33]);
  });
});

describe('resolving', () => {
  it('waits for the closing; then the rules propose down the ranking', async () => {
    expect((await resolve()).body.detail).toBe('La convocatoria todavía recibe propuestas.');
    await sql`update calls set closes_at = now() - interval '1 minute' where id = ${call.id}`.execute(
      server.db,
    );
    expect(await runCalls(server.db)).toBe(1);
    const { rows, state } = await ranking();
    expect(state).toBe('evaluation');
    expect(rows.map(r => [nameOf(r.code), r.score, r.proposed, r.reason])).toEqual([
      ['barrio', 90, 'award', 'Por su lugar en la lista.'],
      ['cuidadoras', 80, 'award', 'Por su lugar en la lista.'],
      ['software', 73.33, 'award', 'Por su lugar en la lista.'],
      ['plaza', 70, 'waitlist', 'No alcanza el presupuesto de su línea.'],
      ['memoria', 70, 'waitlist', 'Su facultad ya tiene el máximo de proyectos adjudicados.'],
      ['oficios', 40, 'not_award', 'Está bajo el puntaje mínimo.'],
    ]);
  });

  it('the committee decides in quorum, in one act that is provisional', async () => {
    const below = await resolve(COMMITTEE.slice(1).map(m => m.id));
    expect([below.status, below.body.errors?.[0]?.message]).toEqual([
      422,
      'La comisión resuelve con al menos 2 integrantes presentes, y se marcó 1.',
    ]);
    done(await resolve());
    expect((await ranking()).state).toBe('provisional');
    expect(await statuses()).toEqual({
      ...{ barrio: 'approved', cuidadoras: 'approved', software: 'approved' },
      ...{ plaza: 'waitlisted', memoria: 'waitlisted', oficios: 'not_awarded' },
    });
    expect(await money()).toEqual({ Territorio: 3_500_000, Innovación: 2_000_000 });
  });

  it('the act says who sat, what the order was, how a tie was broken, and who is where', async () => {
    const [only, ...more] = await acts();
    expect([only?.number, only?.cause, more]).toEqual([1, 'resolution', []]);
    expect(only?.rows).toEqual([
      ['barrio', 'award'],
      ['cuidadoras', 'award'],
      ['software', 'award'],
      ['plaza', 'waitlist'],
      ['memoria', 'waitlist'],
      ['oficios', 'not_award'],
    ]);
    const { session, rows, lines } = only?.facts ?? {};
    expect(session).toMatchObject({ quorum: 2, present: [{ name: 'Pilar Soto' }, { name: 'Rosa Elgueta' }] });
    expect(rows?.[3]?.tie).toBe(`Empata con ${projects.memoria.code}: pide un monto menor.`);
    expect(lines).toMatchObject([
      { name: 'Territorio', awarded: 3_500_000, cutoff: 80 },
      { name: 'Innovación', awarded: 2_000_000, cutoff: 73.33 },
    ]);
  });

  it('each author gets a letter with what is theirs, and only they', async () => {
    expect((await letterOf('barrio')).text).toContain('Puntaje final: 90\nLugar: 1 de 6\n');
    expect(await letterOf('memoria')).toMatchObject({ outcome: 'waitlist', count: 1 });
    const { outcome, text } = await letterOf('oficios');
    expect(outcome).toBe('not_award');
    expect(text).toContain('Comentario para el autor, 2.');
    expect(text).toContain('Puedes apelar este resultado una sola vez');
    expect(text).not.toContain('Comentario reservado');
    expect(await told(leadOf('barrio'), 'barrio')).toContain('Adjudicado');
    expect(await told(leadOf('barrio'), 'oficios')).toBe('');
    expect(await letterOf('plaza')).toMatchObject({ outcome: 'waitlist' });
  });
});

describe('appealing', () => {
  const path = () => `/projects/fexs/${projects.oficios.id}/appeal`;

  it('who was not awarded appeals, and it is the turn of the office', async () => {
    done(await leadOf('oficios').post(path(), { text: 'La evaluación no leyó la carta del socio.' }));
    expect(await told(clients.admin, 'oficios')).toContain('Te toca responder una apelación');
    const twice = await leadOf('oficios').post<Problem>(path(), { text: 'La carta estaba en los anexos.' });
    expect(twice.status).toBe(422);
    await passAppeals(server);
    expect((await ranking()).state).toBe('provisional');
  });

  it('upheld, its evaluation is opened again and its reviewers look once more', async () => {
    const { version } = await detailOf(clients.admin, projects.oficios);
    done(await clients.admin.post(`${path()}/answer`, { version, upheld: true, answer: 'La carta estaba.' }));
    expect(await told(leadOf('oficios'), 'oficios')).toContain('acogió la apelación');
    done(await act(clients.admin, projects.oficios, 'reopen_evaluation', { reason: REASON }));
    for (const { id } of await reviewersOf('oficios'))
      done(await clients.admin.post(`/admin/reviews/${id}/return`, { reason: REASON }));
    for (const [n, { id, userId }] of (await reviewersOf('oficios')).entries()) {
      expect(await statusOf('oficios')).toBe('evaluation');
      await confirmWith(byId(userId), id, [4, 3][n] ?? 0);
    }
    expect(await standingOf(clients.admin, projects.oficios)).toEqual({
      ...{ status: 'resolution', holds: 'oficina' },
    });
  });

  it('a supplementary act awards it with money left in the other line', async () => {
    const waiting = (await ranking()).rows.filter(r => r.proposed);
    expect(waiting).toMatchObject([
      { score: 70, upheld: true, proposed: 'award', lineId: LINES.A.id, proposedLineId: LINES.B.id },
    ]);
    done(await resolve());
    expect(await statusOf('oficios')).toBe('approved');
    expect(await money()).toEqual({ Territorio: 3_500_000, Innovación: 3_100_000 });
    expect((await acts()).map(a => [a.number, a.cause, a.rows])).toMatchObject([
      [1, 'resolution', expect.anything()],
      [2, 'appeal', [['oficios', 'award']]],
    ]);
    expect(await letterOf('oficios')).toMatchObject({ outcome: 'award', count: 2 });
  });
});

describe('until the end', () => {
  it('who renounces gives place and money to the first of the waitlist that fits', async () => {
    done(await act(leadOf('barrio'), projects.barrio, 'renounce', { reason: 'El socio no puede este año.' }));
    expect(await statuses()).toMatchObject({ barrio: 'withdrawn', plaza: 'approved', memoria: 'waitlisted' });
    expect(await money()).toEqual({ Territorio: 2_700_000, Innovación: 3_100_000 });
    const last = (await acts()).at(-1);
    expect([last?.number, last?.cause, last?.facts.by, last?.rows]).toEqual([
      ...[3, 'waitlist', null],
      [['plaza', 'award']],
    ]);
    expect(await told(leadOf('plaza'), 'plaza')).toContain('Adjudicado');
    expect(await told(clients.admin, 'plaza')).toContain('Subió desde la lista de espera');
  });

  it('the days to appeal pass: the result is final, and projects start', async () => {
    const early = await act<Problem>(leadOf('cuidadoras'), projects.cuidadoras, 'start');
    expect(early.body.detail).toContain('el resultado de la convocatoria');
    await passAppeals(server);
    expect((await ranking()).state).toBe('resolved');
    done(await act(leadOf('cuidadoras'), projects.cuidadoras, 'start'));
    await passAppeals(server);
    expect((await ranking()).state).toBe('execution');
  });

  it('the waitlist ends by itself, in an act that cannot be appealed, and the money stays within its lines', async () => {
    await runDue(server, new Date(Date.now() + (WAITLIST_DAYS + 2) * 86_400_000));
    expect(await statusOf('memoria')).toBe('not_awarded');
    const last = (await acts()).at(-1);
    expect([last?.number, last?.rows]).toEqual([4, [['memoria', 'not_award']]]);
    expect((await letterOf('memoria')).text).not.toContain('Puedes apelar');
    const late = await leadOf('memoria').post<Problem>(`/projects/fexs/${projects.memoria.id}/appeal`, {
      text: 'Nos correspondía el cupo que se liberó.',
    });
    expect(late.status).toBe(422);
    expect(await money()).toEqual({ Territorio: 2_700_000, Innovación: 3_100_000 });
  });
});
