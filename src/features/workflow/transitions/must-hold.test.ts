import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { checkAll } from '../../../../test/calls.ts';
import { type Client, clientAs } from '../../../../test/client.ts';
import { schoolIdOf, userIdOf } from '../../../../test/demo.ts';
import { act, type Created, detailOf, done, fillSections, startDraft } from '../../../../test/factories.ts';
import {
  contradicts,
  existsAt,
  HELD_BY_UNIT,
  mayDo,
  maySee,
  PLACES,
  type Place,
  type Relation,
} from '../../../../test/must-hold.ts';
import { demoLine } from '../../../demo/seed/call.ts';
import { KIND_SLUGS, type KindSlug } from '../../../domain/kinds/slugs.ts';
import type { Role } from '../../../domain/kit/actor.ts';
import { addDays, localDay } from '../../../domain/kit/calendar.ts';
import { SECTIONS } from '../../../domain/sections/index.ts';
import { TRANSITION_ACTIONS, type TransitionAction } from '../../../domain/workflow/transitions.ts';
import { DEMO_DOMAIN } from '../../../server/sign-in/demo-identity.ts';

interface Who {
  readonly email: string;
  readonly role: Role;
  readonly relation: Relation;
  /** Their relation in the dean's step, where it is another one. */
  readonly atDean?: Relation;
}

/** Real people of the demo university; `officer` sets everything up and takes no part in the walk. */
const WHO = {
  lead: { email: 'camila.rojas', role: 'Academic', relation: 'lead' },
  alternate: { email: 'matias.sepulveda', role: 'Academic', relation: 'alternate' },
  team: { email: 'diego.huenchulaf', role: 'Academic', relation: 'team' },
  director: { email: 'patricia.contreras', role: 'Director', relation: 'holder', atDean: 'unit' },
  dean: { email: 'marcela.figueroa', role: 'Dean', relation: 'faculty', atDean: 'holder' },
  coHead: { email: 'francisca.munoz', role: 'Director', relation: 'unit' },
  deputy: { email: 'valentina.oyarzun', role: 'Academic', relation: 'deputy' },
  otherDirector: { email: 'hernan.bustos', role: 'Director', relation: 'other_unit' },
  otherDean: { email: 'jorge.alarcon', role: 'Dean', relation: 'other_unit' },
  stranger: { email: 'antonia.quezada', role: 'Academic', relation: 'none' },
  reviewer: { email: 'soledad.cifuentes', role: 'Reviewer', relation: 'none' },
  office: { email: 'tomas.espinoza', role: 'Admin', relation: 'none' },
  officeInside: { email: 'nicolas.vergara', role: 'Admin', relation: 'team' },
} as const satisfies Record<string, Who>;
type Name = keyof typeof WHO;
const NAMES = Object.keys(WHO) as Name[];
const idOf = (email: string) => userIdOf(`${email}@${DEMO_DOMAIN}`);
const whoAt = (name: Name, place: Place): Who => {
  const who: Who = WHO[name];
  return { ...who, relation: (place === 'dean_review' && who.atDean) || who.relation };
};

let server: TestApp;
let officer: Client;
let clients: Record<Name, Client>;

/** A second and a third head of school and faculty; the third is away and has a deputy. */
async function prepareUniversity(): Promise<void> {
  const { db } = server;
  const setRoles = (email: string, roles: Role[]) =>
    db.updateTable('users').set({ roles }).where('id', '=', idOf(email)).execute();
  await setRoles(WHO.stranger.email, ['Academic']);
  await setRoles(WHO.officeInside.email, ['Admin']);
  const school_id = schoolIdOf('ENF');
  const { faculty_id } = await db
    .selectFrom('schools')
    .select('faculty_id')
    .where('id', '=', school_id)
    .executeTakeFirstOrThrow();
  for (const user_id of [idOf(WHO.coHead.email), idOf('ignacio.pavez')]) {
    await db.insertInto('school_heads').values({ school_id, user_id }).execute();
    await db.insertInto('faculty_heads').values({ faculty_id, user_id }).execute();
  }
  const today = localDay(new Date());
  await db
    .insertInto('deputations')
    .values({
      principal_id: idOf('ignacio.pavez'),
      deputy_id: idOf(WHO.deputy.email),
      first_day: today,
      last_day: addDays(today, 9),
      created_by: idOf('ignacio.pavez'),
    })
    .execute();
}

beforeAll(async () => {
  server = await startApp({ rateLimit: 0 });
  await prepareUniversity();
  officer = await clientAs(server, `beatriz.navarrete@${DEMO_DOMAIN}`);
  const signedIn = NAMES.map(async n => [n, await clientAs(server, `${WHO[n].email}@${DEMO_DOMAIN}`)]);
  clients = Object.fromEntries(await Promise.all(signedIn));
});
afterAll(() => server.close());

const REASON = 'Una razón de más de veinte letras.';
/** From the call that the demo's funds apply to. */
const AWARD = { lineId: demoLine(0), amount: 1000 };
const GIVEN = {
  reason: REASON,
  ...AWARD,
  observations: [{ section: 'identification', text: 'Falta algo.' }],
  checklist: true,
  confirmed: true,
};

/** A draft as good as empty, with its people; the office moves it to its place. */
async function projectAt(kind: KindSlug, place: Place): Promise<Created> {
  const project = await startDraft(clients.lead, kind, {
    title: `${kind} ${place}`,
    schoolId: schoolIdOf('ENF'),
  });
  const { sections } = await detailOf(clients.lead, project);
  const identification = sections.find(s => s.slug === 'identification')?.data;
  const member = {
    ...SECTIONS.team.empty.members[0],
    name: '',
    email: '',
    organisation: '',
    role: 'academic' as const,
  };
  const members = [WHO.team.email, WHO.officeInside.email].map((email, n) => ({
    ...{ ...member, id: `m${n}`, userId: idOf(email), hoursPerWeek: 2, from: null, to: null },
  }));
  await fillSections(clients.lead, project, {
    identification: {
      ...SECTIONS.identification.empty,
      ...identification,
      alternateId: idOf(WHO.alternate.email),
    },
    team: { members },
  });
  if (place !== 'draft_unsent') await moveTo(project, place);
  if (JUDGED.includes(place)) await judge(project);
  if (place === 'admissibility') await checkAll(officer, project);
  if (HELD_BY_UNIT.includes(place))
    await server.db
      .deleteFrom('project_holders')
      .where('project_id', '=', project.id)
      .where('user_id', '=', idOf(WHO.coHead.email))
      .execute();
  return project;
}

/** Here it may be awarded, for which it needs a line, an amount and its reviews. */
const JUDGED: readonly Place[] = ['resolution', 'resolution_call', 'waitlisted'];

async function judge({ id }: Created): Promise<void> {
  const { lineId, amount } = AWARD;
  await sql`update projects set line_id = ${lineId}, amount_requested = ${amount}
    where id = ${id} and call_id is not null`.execute(server.db);
  const people = ['rodrigo.ibanez', 'claudia.sandoval'].map(idOf);
  await sql`insert into reviews (project_id, user_id, state, blind, score, confirmed_at)
    select ${id}, u, 'confirmed', false, 80, now() from unnest(${people}::uuid[]) u`.execute(server.db);
}

const STATUS_OF: Partial<Record<Place, string>> = {
  final_report_office: 'final_report',
  resolution_call: 'resolution',
};

async function moveTo(project: Created, place: Place): Promise<void> {
  const go = async (to: string) =>
    done(await act(officer, project, 'override', { to, reason: REASON, ...AWARD }));
  if (place === 'draft') await go('director_review');
  await go(STATUS_OF[place] ?? place);
  if (place === 'final_report_office') done(await act(clients.director, project, 'accept_final_report'));
}

const LAST_ACTOR: Partial<Record<Place, Name>> = { draft_unsent: 'lead', final_report_office: 'director' };

/** Complete, ready or reported it is not: whoever may do these learns what is missing. */
const unfinished = (kind: KindSlug, action: TransitionAction) =>
  action === 'submit' ||
  action === 'submit_final_report' ||
  // Without its contract, or a budget that comes to its award.
  (action === 'start' && (kind === 'cons' || kind === 'fexs'));

function expectedStatus(kind: KindSlug, place: Place, name: Name, action: TransitionAction): number {
  const { relation, role } = whoAt(name, place);
  if (!maySee(place, relation, role)) return 404;
  if (mayDo(place, relation, role).includes(action)) return unfinished(kind, action) ? 422 : 200;
  if (contradicts(place, action, relation, role)) return 422;
  // Theirs to take back, were it a step that can be: the draft begun, the report accepted.
  if (action === 'undo' && name === LAST_ACTOR[place]) return 422;
  return existsAt(place, action) ? 403 : 422;
}

const everything = async ({ id }: Created) =>
  (
    await sql<{ row: unknown }>`select json_build_object('p', p, 'h', (
        select json_agg(h order by user_id) from project_holders h where h.project_id = p.id), 's', (
        select json_agg(s order by section) from project_sections s where s.project_id = p.id), 'n', (
        select count(*) from project_history h where h.project_id = p.id)) as row
      from projects p where id = ${id}`.execute(server.db)
  ).rows[0]?.row as { p: Record<string, unknown>; h: object[] | null };

/** As it was before a step: what the next person is measured by. */
async function putBack({ id }: Created, before: Awaited<ReturnType<typeof everything>>, lastId: number) {
  await server.db
    .deleteFrom('project_history')
    .where('project_id', '=', id)
    .where('id', '>', lastId)
    .execute();
  await sql`update projects p set status = r.status, sub_step = r.sub_step, returned_from = r.returned_from,
      status_since = r.status_since, due_at = r.due_at, office_turn = r.office_turn, submitted_at = r.submitted_at,
      line_id = r.line_id, amount_requested = r.amount_requested, amount_awarded = r.amount_awarded
    from json_populate_record(null::projects, ${JSON.stringify({ ...before.p, search: null })}) r
    where p.id = ${id}`.execute(server.db);
  await server.db.deleteFrom('project_holders').where('project_id', '=', id).execute();
  await sql`insert into project_holders
    select * from json_populate_recordset(null::project_holders, ${JSON.stringify(before.h ?? [])})`.execute(
    server.db,
  );
}

const path = ({ kind, id }: Created) => `/projects/${kind}/${id}`;
const WRONG: string[] = [];

async function walkButtons(project: Created, place: Place): Promise<void> {
  for (const name of NAMES) {
    const { relation, role } = whoAt(name, place);
    const sees = maySee(place, relation, role);
    const answer = await clients[name].get<Awaited<ReturnType<typeof detailOf>>>(path(project));
    if (answer.status !== (sees ? 200 : 404))
      WRONG.push(`${project.kind} ${place} ${name} reads ${answer.status}`);
    if (answer.status !== 200 || !sees) continue;
    const shown = answer.body.actions.filter(a => a.allowed).map(a => a.action);
    const expected = mayDo(place, relation, role).filter(
      a => a !== 'override' && !unfinished(project.kind, a),
    );
    if (shown.toSorted().join() !== expected.toSorted().join())
      WRONG.push(`${project.kind} ${place} ${name} is offered ${shown}`);
  }
}

/**
 * What is refused does not depend on the kind, which the rules' own test shows: each person tries all of it at each
 * place, but in one of the kinds that have it.
 */
const triesIn = (kind: KindSlug, place: Place, n: number): boolean => {
  const kinds = KIND_SLUGS.filter(k => PLACES[k].includes(place));
  return kinds[n % kinds.length] === kind;
};

async function walkRefused(project: Created, place: Place): Promise<void> {
  const before = await everything(project);
  const body = { ...GIVEN, to: place === 'closed' ? 'cancelled' : 'closed', version: before.p.version };
  for (const name of NAMES.filter((_, n) => triesIn(project.kind, place, n)))
    for (const action of TRANSITION_ACTIONS) {
      const expected = expectedStatus(project.kind, place, name, action);
      if (expected === 200) continue;
      const { status } = await clients[name].post(`${path(project)}/actions/${action}`, body);
      if (status !== expected)
        WRONG.push(`${project.kind} ${place} ${name} ${action}: ${status}, not ${expected}`);
    }
  expect(await everything(project)).toEqual(before);
}

async function walkAllowed(project: Created, place: Place): Promise<void> {
  const before = await everything(project);
  const { history } = await detailOf(officer, project);
  const last = history[0]?.id ?? 0;
  const to = place === 'closed' ? 'cancelled' : 'closed';
  const pairs = NAMES.flatMap(name =>
    TRANSITION_ACTIONS.filter(a => expectedStatus(project.kind, place, name, a) === 200).map(a => ({
      name,
      a,
    })),
  );
  // A deleted draft cannot be put back.
  for (const { name, a } of [
    ...pairs.filter(p => p.a !== 'delete'),
    ...pairs.filter(p => p.a === 'delete').slice(0, 1),
  ]) {
    const { p } = await everything(project);
    const { status } = await clients[name].post(`${path(project)}/actions/${a}`, {
      ...GIVEN,
      to,
      version: p.version,
    });
    if (status !== 200) WRONG.push(`${project.kind} ${place} ${name} ${a}: ${status}, not 200`);
    if (a !== 'delete') await putBack(project, before, last);
  }
}

/** Enough to keep both the server and the database busy. */
const AT_ONCE = 6;

describe.each(KIND_SLUGS)('%s on real rows', kind => {
  it('every action at every place by everybody: what is allowed, what is refused and changes nothing', async () => {
    WRONG.length = 0;
    const places = [...PLACES[kind]];
    const walk = async () => {
      for (let place = places.shift(); place; place = places.shift()) {
        const project = await projectAt(kind, place);
        await walkButtons(project, place);
        await walkRefused(project, place);
        await walkAllowed(project, place);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, walk));
    expect(WRONG).toEqual([]);
  }, 120_000);
});
