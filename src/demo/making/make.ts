import { sql } from 'kysely';
import { EFFECTS } from '../../app.ts';
import { publishFirstKinds } from '../../db/first-rows.ts';
import { migrate } from '../../db/migrate.ts';
import { type Database, openDatabase } from '../../db/pool.ts';
import { addDays, localDay, momentOf } from '../../domain/kit/calendar.ts';
import { kindLookup } from '../../features/kinds/queries.ts';
import { firstRun } from '../../first-run.ts';
import { parseEnv } from '../../server/env.ts';
import { createFileStore } from '../../server/files/store.ts';
import { writeArchive } from '../archive/archive.ts';
import { dump } from '../archive/dump.ts';
import type { Writing } from '../life.ts';
import { readActors, startDemoProjects } from '../projects.ts';
import { publishProject } from '../publications.ts';
import { loadDemo } from '../seed/load.ts';
import { writeClosingQuestions } from '../surveys.ts';
import { callPlansOf } from './call-plans.ts';
import { awardedOf, callStoryOf } from './call-stories.ts';
import { insertCatalogues } from './catalogues.ts';
import { pickNumber } from './chance.ts';
import { type MoveTo, prepareClock, startClock } from './clock.ts';
import { EDITIONS, type Edition } from './editions.ts';
import { lifeOf } from './lives.ts';
import { ownSpending } from './spending.ts';
import {
  begin,
  execution,
  fichaOf,
  type Happening,
  OFFICE,
  storyOf,
  type Told,
  untilToday,
} from './stories.ts';

/** Days before today on which the university began to use it. */
const FIRST_DAY = 730;

/** A moment of an office's day, so many days before today. */
function momentAt(today: string, ago: number, words: string): Date {
  const minutes = 9 * 60 + pickNumber(words, 8 * 60);
  const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  return momentOf(addDays(today, -ago), time);
}

async function openMoved(url: string): Promise<{ db: Database; moveTo: MoveTo }> {
  const before = openDatabase(url, { max: 1 });
  await prepareClock(before);
  await before.destroy();
  const db = openDatabase(url, { max: 4, statementTimeout: 120_000 });
  await migrate(db);
  return { db, moveTo: await startClock(db) };
}

/** Who has worked with it for two years has read what they were told. */
const readOldNotices = (db: Database) =>
  sql`update notifications set read_at = created_at + interval '1 day'
    where read_at is null and created_at < now() - interval '12 days'`.execute(db);

/** Writes two years of the university of the demonstration by way of an empty database. Answers the archive's bytes. */
export async function makeDemo(url: string, filesFolder: string): Promise<number> {
  const now = new Date();
  const today = localDay(now);
  const { db, moveTo } = await openMoved(url);
  const env = parseEnv({ LOG_LEVEL: 'silent' });
  const files = await createFileStore({ driver: 'local', location: filesFolder });
  await moveTo(momentAt(today, FIRST_DAY, 'first'));
  await publishFirstKinds(db);
  await loadDemo(db, now);
  await firstRun(db, env);
  await db.transaction().execute(tx => insertCatalogues(tx, Number(today.slice(0, 4))));
  const actors = await readActors(db);
  const writing: Writing = {
    ...{ db, files, workflow: { kinds: await kindLookup(db), effects: EFFECTS } },
    actorOf: name => {
      const actor = actors.get(name);
      if (!actor) throw new Error(`the demo university has no ${name}`);
      return actor;
    },
  };
  await writeClosingQuestions(db, writing.actorOf(OFFICE));
  const told: { edition: Edition; of: Told }[] = [];
  for (const edition of EDITIONS.filter(e => e.begun > 0)) {
    await moveTo(momentAt(today, edition.begun, `${edition.key}:draft`));
    const project = await begin(writing, edition);
    const of = { writing, edition, project, life: lifeOf(edition), spending: ownSpending(edition) };
    told.push({ edition, of });
  }
  for (const { edition, of } of told) await tell(storyOf(edition), of, today, moveTo);
  const paid = await tellCalls(writing, today, moveTo);
  await moveTo(now);
  for (const [n, of] of [...told.map(t => t.of), ...paid].entries())
    await publishProject(writing, fichaOf(of.edition, of.life), of.project, n);
  await startDemoProjects({
    db,
    effects: EFFECTS,
    env: { ...env, files: { driver: 'local', location: filesFolder } },
  });
  await readOldNotices(db);
  const archive = await dump(db, { day: today, folder: filesFolder });
  await db.destroy();
  return writeArchive(archive);
}

async function tellCalls(writing: Writing, today: string, moveTo: MoveTo): Promise<Told[]> {
  const paid: Told[] = [];
  for (const [n, plan] of callPlansOf(Number(today.slice(0, 4))).entries()) {
    const all = new Map<Edition, Told>();
    for (const [k, { ago, happen }] of untilToday(callStoryOf(plan, { today, from: n * 3, all })).entries()) {
      await moveTo(momentAt(today, ago, `${plan.name}:${k}`));
      await happen(writing);
    }
    for (const of of await awardedOf(writing, all)) {
      await tell(untilToday(execution(of.edition, of.spending)), of, today, moveTo);
      paid.push(of);
    }
  }
  return paid;
}

async function tell(story: readonly Happening[], told: Told, today: string, moveTo: MoveTo): Promise<void> {
  const { key } = told.edition;
  for (const [n, { ago, happen }] of story.entries()) {
    await moveTo(momentAt(today, ago, `${key}:${n}`));
    await happen(told).catch((cause: unknown) => {
      throw new Error(`${key}, ${ago} days before today`, { cause });
    });
  }
}
