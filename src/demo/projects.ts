import { sql } from 'kysely';
import type { Database } from '../db/pool.ts';
import { lit } from '../db/states.ts';
import type { Status } from '../domain/kinds/statuses.ts';
import type { Actor } from '../domain/kit/actor.ts';
import { saveChecks } from '../features/admissibility/commands.ts';
import { checksOf, readChecked } from '../features/admissibility/queries.ts';
import { saveSection } from '../features/ficha/commands.ts';
import { currentKind, kindLookup } from '../features/kinds/queries.ts';
import type { KnownProject } from '../features/project-record/held/queries.ts';
import type { ProjectAddress } from '../features/project-record/subject/queries.ts';
import { createProject } from '../features/projects/commands.ts';
import type { Workflow, WorkflowDeps } from '../features/workflow/effects.ts';
import { takeAction } from '../features/workflow/transitions/commands.ts';
import { createFileStore } from '../server/files/store.ts';
import { DEMO_DOMAIN, demoId } from '../server/sign-in/demo-identity.ts';
import { writeAwarded } from './awarded.ts';
import { writeExecution } from './execution.ts';
import { AWARD_CALL, AWARDED_PROJECTS } from './seed/awarded.ts';
import { demoUserId } from './seed/load.ts';
import { DEMO_PROJECTS, type DemoProject, type DemoStep } from './seed/projects.ts';
import { demoSections } from './seed/sections.ts';

/** Everybody of the demo university, as a session would know them. */
async function readActors(db: Database): Promise<Map<string, Actor>> {
  const { rows } = await sql<Actor>`
    select u.id, u.name, u.email, u.roles, u.state, u.home_school_id as "homeSchoolId",
      array(select school_id from school_heads where user_id = u.id) as directs,
      array(select faculty_id from faculty_heads where user_id = u.id) as heads,
      array(select s.id from schools s join faculty_heads h on h.faculty_id = s.faculty_id
            where h.user_id = u.id) as "headsSchools", false as "fillsIn"
    from users u where u.state = ${lit.user('active')}`.execute(db);
  return new Map(rows.map(row => [row.email.replace(`@${DEMO_DOMAIN}`, ''), row]));
}

interface Writing {
  readonly db: Database;
  readonly actorOf: (name: string) => Actor;
  readonly workflow: Workflow;
}

async function write(
  { db, actorOf, workflow }: Writing,
  p: DemoProject,
  number: number,
): Promise<KnownProject> {
  const lead = actorOf(p.lead);
  const address = { kind: p.kind, id: demoId(`project:${number}`) };
  const draft = { ...address, title: p.title, ...(p.award && { callId: AWARD_CALL }) };
  await createProject({ db, actor: lead }, { draft, kind: await currentKind(db, p.kind) });
  for (const [section, data] of Object.entries(demoSections(p, new Date()))) {
    // Both began with the draft.
    const version = section === 'identification' || section === 'fund' ? 1 : 0;
    await saveSection({ db, actor: lead }, { ...address, section, version, data, kinds: workflow.kinds });
  }
  for (const [taken, { by, action, ...given }] of p.steps.entries()) {
    if (action === 'admit') await check(db, actorOf(by), address);
    await takeAction(
      { db, actor: actorOf(by) },
      {
        ...address,
        action,
        given: { version: taken + 1, checklist: true, ...given } as Parameters<typeof takeAction>[1]['given'],
        workflow,
      },
    );
    if (p.execution && isStart(action, given.to))
      await writeExecution(p.execution, {
        ...{ db, actor: lead, actorOf, project: { ...address, kinds: workflow.kinds } },
        partnerId: demoId(`organisation:${p.partner[0]}`),
        userId: name => demoUserId(`${name}@${DEMO_DOMAIN}`),
      });
  }
  return { ...address, kinds: workflow.kinds };
}

/** A step with which a project runs: from then on it records what it does. */
const isStart = (action: DemoStep['action'], to: string | undefined) =>
  action === 'start' || to === ('running' satisfies Status);

/** The office finds everything in order. */
async function check(db: Database, actor: Actor, address: ProjectAddress) {
  const { items } = await checksOf(db, actor, await readChecked(db, actor, address));
  const all = Object.fromEntries(items.map(({ id, note }) => [id, { ok: true, note }]));
  await saveChecks({ db, actor }, { ...address, version: 0, items: all });
}

/**
 * Projects of the demo university, once in the life of a database, by the commands that people use: what the rules
 * forbid cannot be in the demo either. Of several copies of the server one writes them.
 */
export async function startDemoProjects({
  db,
  effects,
  env,
}: Pick<WorkflowDeps, 'db' | 'effects' | 'env'>): Promise<boolean> {
  const first = await db
    .insertInto('settings')
    .values({ key: 'demoProjects', value: JSON.stringify(new Date().toISOString()) })
    .onConflict(conflict => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst();
  if (!first) return false;
  const [actors, kinds] = await Promise.all([readActors(db), kindLookup(db)]);
  const actorOf = (name: string) => {
    const actor = actors.get(name);
    if (!actor) throw new Error(`the demo university has no ${name}`);
    return actor;
  };
  const writing = { db, actorOf, workflow: { kinds, effects } };
  for (const [n, project] of DEMO_PROJECTS.entries()) await write(writing, project, n + 1);
  const files = await createFileStore(env.files);
  await writeAwarded({
    ...{ ...writing, files },
    write: p => write(writing, p, DEMO_PROJECTS.length + 1 + AWARDED_PROJECTS.indexOf(p)),
  });
  return true;
}
