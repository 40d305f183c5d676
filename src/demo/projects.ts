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
import type { WorkflowDeps } from '../features/workflow/effects.ts';
import { takeAction } from '../features/workflow/transitions/commands.ts';
import { createFileStore } from '../server/files/store.ts';
import { DEMO_DOMAIN, demoId } from '../server/sign-in/demo-identity.ts';
import { writeAgreements } from './agreements.ts';
import { writeAwarded } from './awarded.ts';
import { writeCertificates } from './certificates.ts';
import { reviseKinds } from './kinds.ts';
import { type Writing, writeLife } from './life.ts';
import { writeDataRequests } from './privacy.ts';
import { publishProject } from './publications.ts';
import { AWARDED_PROJECTS } from './seed/awarded.ts';
import { HALF_YEAR_PROJECTS } from './seed/half-year.ts';
import { DEMO_PROJECTS, type DemoProject, type DemoStep } from './seed/projects.ts';
import { demoSections } from './seed/sections.ts';
import { writeSurveys } from './surveys.ts';

/** Everybody of the demo university, as a session would know them. */
export async function readActors(db: Database): Promise<Map<string, Actor>> {
  const { rows } = await sql<Actor>`
    select u.id, u.name, u.email, u.roles, u.state, u.home_school_id as "homeSchoolId",
      array(select school_id from school_heads where user_id = u.id) as directs,
      array(select faculty_id from faculty_heads where user_id = u.id) as heads,
      array(select s.id from schools s join faculty_heads h on h.faculty_id = s.faculty_id
            where h.user_id = u.id) as "headsSchools", false as "fillsIn"
    from users u where u.state = ${lit.user('active')}`.execute(db);
  return new Map(rows.map(row => [row.email.replace(`@${DEMO_DOMAIN}`, ''), row]));
}

async function write(writing: Writing, p: DemoProject, number: number): Promise<KnownProject> {
  const { db, actorOf, workflow } = writing;
  const lead = actorOf(p.lead);
  const address = { kind: p.kind, id: demoId(`project:${number}`) };
  const project = { ...address, kinds: workflow.kinds };
  const draft = { ...address, title: p.title, ...(p.award && { callId: p.award.call.id }) };
  await createProject({ db, actor: lead }, { draft, kind: await currentKind(db, p.kind) });
  for (const [section, data] of Object.entries(demoSections(p, new Date()))) {
    // Both began with the draft.
    const version = section === 'identification' || section === 'fund' ? 1 : 0;
    await saveSection({ db, actor: lead }, { ...address, section, version, data, kinds: workflow.kinds });
  }
  for (const [taken, { by, action, ...given }] of p.steps.entries()) {
    if (action === 'admit') await checkAll(db, actorOf(by), address);
    await takeAction(
      { db, actor: actorOf(by) },
      {
        ...address,
        action,
        given: { version: taken + 1, checklist: true, ...given } as Parameters<typeof takeAction>[1]['given'],
        workflow,
      },
    );
    if (isStart(action, given.to)) await writeLife(writing, p, project);
  }
  return project;
}

/** A step with which a project runs: from then on it records what it does. */
const isStart = (action: DemoStep['action'], to: string | undefined) =>
  action === 'start' || to === ('running' satisfies Status);

/** It ended before there was a platform: its kind did not yet ask for what it asks for now. */
const isOfBefore = ({ steps }: DemoProject) => steps.some(s => s.to === ('closed' satisfies Status));

/** The office finds everything in order. */
export async function checkAll(db: Database, actor: Actor, address: ProjectAddress) {
  const { items } = await checksOf(db, actor, await readChecked(db, actor, address));
  const all = Object.fromEntries(items.map(({ id, note }) => [id, { ok: true, note }]));
  await saveChecks({ db, actor }, { ...address, version: 0, items: all });
}

/**
 * Projects of the demo university, once in the life of a database, by the commands that people use: what the rules
 * forbid cannot be in the demo either.
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
  const actors = await readActors(db);
  const actorOf = (name: string) => {
    const actor = actors.get(name);
    if (!actor) throw new Error(`the demo university has no ${name}`);
    return actor;
  };
  const office = actorOf('beatriz.navarrete');
  const files = await createFileStore(env.files);
  const begin = async (): Promise<Writing> => ({
    ...{ db, files, actorOf, workflow: { kinds: await kindLookup(db), effects } },
  });
  // Ids follow from these places: what is added later stands at the end.
  const numbered = [...DEMO_PROJECTS, ...AWARDED_PROJECTS, ...HALF_YEAR_PROJECTS];
  const numberOf = (p: DemoProject) => numbered.indexOf(p) + 1;
  const before = await begin();
  for (const p of DEMO_PROJECTS.filter(isOfBefore)) await write(before, p, numberOf(p));
  await reviseKinds(db, office);
  const now = await begin();
  for (const p of DEMO_PROJECTS.filter(p => !isOfBefore(p))) await write(now, p, numberOf(p));
  await writeAwarded(now, p => write(now, p, numberOf(p)));
  for (const p of HALF_YEAR_PROJECTS) await write(now, p, numberOf(p));
  await writeAgreements(db, office);
  await writeSurveys(db, office, actorOf('camila.rojas'));
  await writeCertificates(db, office);
  for (const p of numbered)
    await publishProject(now, p, { kind: p.kind, id: demoId(`project:${numberOf(p)}`) }, numberOf(p));
  await writeDataRequests(db, office, actorOf('camila.rojas'));
  return true;
}
