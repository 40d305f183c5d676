import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../src/db/pool.ts';
import type { KindSlug } from '../src/domain/kinds/slugs.ts';
import type { Status } from '../src/domain/kinds/statuses.ts';
import { PEOPLE, schoolIdOf, userIdOf } from './demo.ts';

export interface PublishedRow {
  readonly id: string;
  readonly code: string;
}

interface Given {
  readonly code: string;
  readonly kind: KindSlug;
  readonly status: Status;
  readonly title: string;
  readonly summary: string;
  readonly school: string | null;
  readonly lead: string;
  readonly consent: boolean;
  readonly from: string | null;
  readonly to: string | null;
  readonly call: string | null;
  readonly comunas: readonly string[];
  readonly goals: readonly number[];
}

let made = 0;

/** A project as its lead's saves left it, by itself one that anybody may see. */
export async function insertPublished(db: Database, given: Partial<Given> = {}): Promise<PublishedRow> {
  const id = randomUUID();
  const code = given.code ?? `PAC-2026-${String(50_000 + ++made)}`;
  const { kind = 'pacs', status = 'running', title = `Proyecto ${code}`, summary = '' } = given;
  const { school = 'ENF', lead = PEOPLE.academic, consent = true, call = null } = given;
  const { from = '2026-03-02', to = '2026-12-18', comunas = [], goals = [] } = given;
  const leadId = userIdOf(lead);
  await sql`insert into projects (id, code, kind, kind_version, status, title, summary, lead_id, school_id, start_date,
      end_date, consent_to_publish, call_id, created_by, search_text)
    values (${id}, ${code}, ${kind}, 1, ${status}, ${title}, ${summary}, ${leadId}, ${school && schoolIdOf(school)},
      ${from}, ${to}, ${consent}, ${call}, ${leadId},
      ${title} || E'\n' || ${summary} || E'\n' || (select name from users where id = ${leadId}))`.execute(db);
  await sql`insert into project_comunas (project_id, comuna_code) select ${id}, unnest(${[...comunas]}::text[])`.execute(
    db,
  );
  await sql`insert into project_goals (project_id, goal) select ${id}, unnest(${[...goals]}::int[])`.execute(
    db,
  );
  return { id, code };
}
