import { sql } from 'kysely';
import type { Database } from '../../db/pool.ts';
import { parseSetting } from '../../db/settings.ts';
import { lit } from '../../db/states.ts';
import { UNASSIGNED_FACULTY } from '../../domain/catalogues/unassigned.ts';
import { PROVIDER_NAMES } from '../../domain/settings/providers.ts';
import { type OpenEnds, type SetupFacts, setupStates } from '../../domain/settings/setup.ts';
import type { Env } from '../../server/env.ts';
import { HEADLESS_FACULTY } from '../faculties/queries.ts';
import { HEADLESS_SCHOOL } from '../schools/queries.ts';
import { providersOf } from '../system/queries.ts';
import { ROLELESS } from '../users/queries.ts';
import type { Setup } from './contract.ts';

const unassigned = sql`(select id from faculties where code = ${UNASSIGNED_FACULTY.code})`;

type Stored = Omit<SetupFacts, 'hasMailServer' | 'providers'>;

const ENDS = sql`json_build_object(
  'unassignedSchools', (select count(*) from schools s where s.active and s.faculty_id = ${unassigned}),
  'headlessSchools', (select count(*) from schools s where ${HEADLESS_SCHOOL}),
  'headlessFaculties', (select count(*) from faculties f where ${HEADLESS_FACULTY}),
  'rolelessPeople', (select count(*) from users u where ${ROLELESS}))`;

const FACTS = sql`json_build_object(
  'schools', (select count(*) from schools where active),
  'academics', (select count(*) from users
    where state = ${lit.user('active')} and merged_into is null and 'Academic' = any(roles)),
  'ownKinds', (select count(distinct slug) from kind_versions where published_by is not null),
  'hasOwnSettings', exists (select from settings where updated_by is not null and key <> 'setup'),
  'calls', (select count(*) from calls where state <> ${lit.call('preparation')}),
  'callsInPreparation', (select count(*) from calls where state = ${lit.call('preparation')}),
  'hasSentMail', exists (select from mails where state = ${lit.mail('sent')}),
  'lastBackup', (select to_char(max(at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') from backups))`;

/** What is open, and every step of the guide with its state, in one statement. */
export async function readSetup(db: Database, env: Env): Promise<Setup> {
  const { rows } = await sql<{
    ends: OpenEnds;
    facts: Stored;
    unassigned: string | null;
    value: unknown;
    updated: string;
  }>`
    select ${ENDS} as ends, ${FACTS} as facts, ${unassigned} as unassigned, value, updated_at as updated
    from settings where key = 'setup'`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('setting setup has no first value');
  const { ends, unassigned: unassignedFaculty, value, updated: updatedAt } = row;
  const progress = parseSetting('setup', value);
  const facts: SetupFacts = {
    ...row.facts,
    hasMailServer: env.mail !== undefined,
    providers: providersOf(env).map(provider => PROVIDER_NAMES[provider]),
  };
  const steps = progress.closed ? [] : setupStates(facts, ends, progress, new Date());
  return { ends, unassignedFaculty, steps, progress: { ...progress, updatedAt } };
}
