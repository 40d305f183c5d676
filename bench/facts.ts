// `node bench/facts.ts`: what the triggers of facts, steps and entries of the search cost who writes, among 100 000
// projects: saves of four sections, an attendance and a change of status over HTTP, with them and without them in turn.
// Fails where the middle of any is more than a tenth above.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../src/db/pool.ts';
import { SECTIONS } from '../src/domain/sections/index.ts';
import { runProgram } from '../test/program.ts';
import { withInstallation } from './installation.ts';
import { seed, tokenOf } from './seed.ts';

const TURNS = 8;
/** Requests of one kind in a turn, and those before them that are not measured. */
const [EACH, WARM] = [30, 10];
const MOST = 1.1;
const LEAD = 'camila.rojas@biosur.example';
const OFFICE = 'beatriz.navarrete@biosur.example';

interface Place {
  readonly id: string;
  readonly activity: string;
}

/** A running project and a draft of its own, with an activity that a hundred people came to. */
async function project(db: Database): Promise<{ running: Place; draft: string; leadId: string }> {
  const code = `PAC-2026-${String(Date.now()).slice(-8)}`;
  const { rows } = await sql<{ id: string; lead_id: string }>`
    insert into projects (code, kind, kind_version, status, title, lead_id, school_id, submitted_at, start_date, end_date,
      created_by)
    select ${code} || s, 'pacs', 1, s, 'Proyecto que se escribe', u.id, u.home_school_id,
      case s when 'running' then now() end, current_date - 200, current_date + 200, u.id
    from users u, unnest('{running,draft}'::text[]) s where u.email = ${LEAD} order by s desc returning id, lead_id`.execute(
    db,
  );
  const [running = '', draft = ''] = rows.map(row => row.id);
  const activity = randomUUID();
  await sql`insert into activities (id, project_id, name, day, counts, author_id, updated_by)
    select ${activity}, id, 'Taller', current_date - 1, '{"direct": 250}', lead_id, lead_id
    from projects where id = ${running}`.execute(db);
  await sql`insert into attendances (project_id, activity_id, name, identifier_kind, identifier, people_group, source,
      notice_version, consented_at, person_key)
    select ${running}, ${activity}, 'Persona ' || n, 'email', 'p' || n || '@bench.example', 'external', 'list', 1, now(),
      sha256(convert_to(n::text, 'UTF8')) from generate_series(1, 100) n`.execute(db);
  return { running: { id: running, activity }, draft, leadId: rows[0]?.lead_id ?? '' };
}

async function setTriggers(db: Database, on: boolean): Promise<void> {
  const { rows } = await sql<{ table: string; name: string }>`
    select tgrelid::regclass::text as table, tgname as name from pg_trigger
    where tgfoid in ('renew_facts'::regproc, 'follow_steps'::regproc, 'enter_project'::regproc)`.execute(db);
  for (const { table, name } of rows)
    await sql`alter table ${sql.table(table)} ${sql.raw(on ? 'enable' : 'disable')} trigger ${sql.ref(name)}`.execute(
      db,
    );
}

type Send = (method: string, path: string, body: object) => Promise<{ version: number }>;
const sender =
  (url: string, token: string): Send =>
  async (method, path, body) => {
    const response = await fetch(`${url}/api/projects/pacs/${path}`, {
      ...{ method, body: JSON.stringify(body) },
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    });
    const answer = (await response.json()) as { version: number };
    if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer;
  };

let told = 0;
const line = (n: number) => ({
  ...{
    id: `b${n}`,
    category: 'operation',
    description: `Ítem ${n}`,
    quantity: 1.5,
    unitCost: 25_000,
    source: 'unit',
  },
});
const indicator = (n: number) => ({
  ...{ id: `i${n}`, objectiveId: 'o1', name: `Indicador ${n}`, unit: 'talleres', baseline: 0, target: 8 },
});
const ten = <T>(make: (n: number) => T): T[] => Array.from({ length: 10 }, (_, n) => make(n));

const SUMMARY =
  'Reúne a estudiantes y vecinos para diagnosticar y responder en conjunto a un problema del territorio. ';

/** What is saved of a section by its lead: something else each time. */
const dataOf = (leadId: string) => ({
  identification: () => ({
    ...SECTIONS.identification.empty,
    ...{ leadId, title: `Taller de salud comunitaria en liceos ${told++}`, summary: SUMMARY.repeat(4) },
  }),
  participants: () => ({
    ...SECTIONS.participants.empty,
    reach: { ...SECTIONS.participants.empty.reach, direct: { expected: told++, actual: null } },
  }),
  budget: () => ({ lines: [{ ...line(10), unitCost: told++ }, ...ten(line)] }),
  indicators: () => ({ indicators: [{ ...indicator(10), target: 1 + told++ }, ...ten(indicator)] }),
});

interface Case {
  readonly name: string;
  readonly run: () => Promise<unknown>;
}

function cases(
  lead: Send,
  office: Send,
  { running, draft, leadId }: Awaited<ReturnType<typeof project>>,
): Case[] {
  const sections = Object.entries(dataOf(leadId)).map(([section, data]): Case => {
    let version = 0;
    const save = async () => {
      version = (await lead('PUT', `${draft}/sections/${section}`, { version, data: data() })).version;
    };
    return { name: `save of ${section}`, run: save };
  });
  const attend = () =>
    lead('POST', `${running.id}/activities/${running.activity}/attendance`, {
      noticeVersion: 1,
      rows: [{ name: 'Ana Soto', identifierKind: 'foreign', identifier: `DOC-${told++}`, group: 'students' }],
    });
  let [version, isRunning] = [1, true];
  const step = async () => {
    const action = isRunning ? 'suspend' : 'resume';
    const given = { version, reason: 'Acuerdo del comité.' };
    version = (await office('POST', `${running.id}/actions/${action}`, given)).version;
    isRunning = !isRunning;
  };
  // Nobody records while a project is suspended: steps come in pairs.
  return [...sections, { name: 'attendance', run: attend }, { name: 'change of status', run: step }];
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function measureAll(db: Database, settings: Record<string, string>): Promise<boolean> {
  const took = await seed(db);
  if (took > 0) console.log(`seeded in ${took.toFixed(0)} s`);
  const places = await project(db);
  const program = await runProgram(settings);
  try {
    const [lead, office] = [await tokenOf(db, LEAD), await tokenOf(db, OFFICE)];
    const all = cases(sender(program.url, lead), sender(program.url, office), places);
    const times = new Map(all.map(({ name }) => [name, { with: [] as number[], without: [] as number[] }]));
    for (let turn = 0; turn < 2 * TURNS; turn += 1) {
      const on = turn % 2 === 0;
      await setTriggers(db, on);
      // Each turn finds the list as long as the others.
      await sql`delete from attendances where project_id = ${places.running.id} and name = 'Ana Soto'`.execute(
        db,
      );
      for (const { name, run } of all)
        for (let n = 0; n < WARM + EACH; n += 1) {
          const began = performance.now();
          await run();
          // The first ones make their plans anew.
          if (n >= WARM) times.get(name)?.[on ? 'with' : 'without'].push(performance.now() - began);
        }
    }
    const met = [...times].map(([name, t]) => {
      const [mine, bare] = [median(t.with), median(t.without)];
      const isMet = mine <= bare * MOST;
      console.log(
        `${name.padEnd(22)} with ${mine.toFixed(2)} ms  without ${bare.toFixed(2)} ms  ratio ${(mine / bare).toFixed(2)}  budget ${MOST}  ${isMet ? 'met' : 'MISSED'}`,
      );
      return isMet;
    });
    return met.every(Boolean);
  } finally {
    await setTriggers(db, true);
    program.child.kill('SIGTERM');
    await program.ended;
  }
}

process.exitCode = (await withInstallation('bench-facts', measureAll)) ? 0 : 1;
