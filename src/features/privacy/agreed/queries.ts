import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../../../db/pool.ts';
import { lit } from '../../../db/states.ts';
import type { Actor } from '../../../domain/kit/actor.ts';
import { AGREED_KINDS, type AgreedKind } from '../../../domain/privacy/agreed.ts';
import { iso } from '../../project-record/rows/queries.ts';
import { readable } from '../../project-record/visibility/queries.ts';
import { isAnswered } from '../../surveys/queries.ts';
import type { Agreed, AgreedRow } from './contract.ts';

type Sql = RawBuilder<unknown>;
type Row = Omit<AgreedRow, 'withdrawal' | 'note'>;

/** Addresses of a person: of their record, and of those that were merged into it. */
const mailsOf = ({ id }: Actor) =>
  sql`array(select lower(u.email) from users u where u.id = ${id} or u.merged_into = ${id})`;

/** Whether the attendance `a` is of this person. */
export const ownAttendance = (actor: Actor): Sql =>
  sql`a.identifier_kind = 'email' and a.identifier = any(${mailsOf(actor)})`;

/** Whether the invitation `v` to the wave `w` waits for this person. */
export const ownInvitation = (actor: Actor): Sql =>
  sql`v.email = any(${mailsOf(actor)}) and v.state = ${lit.invitation('waiting')} and ${isAnswered}`;

/** The project `p` as this person may see it: the address only of one they may open. */
const whereOf = (actor: Actor) => sql`case when p.id is not null then json_build_object('title', p.title,
  'project', case when ${readable(actor)} then json_build_object('id', p.id, 'kind', p.kind, 'code', p.code) end) end`;

const SOURCES: Record<AgreedKind, (actor: Actor) => Sql> = {
  // Since it was said, as far back as the audit goes.
  public_name: actor => sql`
    select p.id, 'Tu nombre como responsable' as what, ${whereOf(actor)} as where, ${iso(sql`coalesce((
      select max(e.at) from audit e where e.object_type = 'project' and e.object_id = p.id::text
        and e.action = 'project.publication' and e.changes ? 'namedId'), n.updated_at)`)} as since,
      null as "noticeVersion"
    from publications n join projects p on p.id = n.project_id
    where n.named_id = ${actor.id} and p.lead_id = ${actor.id}`,
  attendance: actor => sql`
    select a.id, c.name || ' (' || to_char(c.day, 'DD-MM-YYYY') || ')' as what, ${whereOf(actor)} as where,
      ${iso(sql`a.consented_at`)} as since, a.notice_version as "noticeVersion"
    from attendances a join activities c on c.id = a.activity_id join projects p on p.id = a.project_id
    where ${ownAttendance(actor)}`,
  survey: actor => sql`
    select v.id, w.title as what, ${whereOf(actor)} as where, ${iso(sql`w.opened_at`)} as since,
      null as "noticeVersion"
    from waves w join wave_invitations v on v.wave_id = w.id left join projects p on p.id = w.project_id
    where ${ownInvitation(actor)}`,
  calendar: actor => sql`
    select f.user_id as id, 'Tus plazos y actividades, para quien tenga la dirección' as what, null as where,
      ${iso(sql`f.created_at`)} as since, null as "noticeVersion"
    from calendar_feeds f where f.user_id = ${actor.id}`,
};

/** What this person agreed to and has not withdrawn. */
export async function agreedOf(db: Database | Transaction, actor: Actor): Promise<Agreed> {
  const groups: Agreed['groups'] = [];
  for (const { value: kind, isWithdrawn, note } of AGREED_KINDS) {
    const { rows } = await sql<Row>`
      select * from (${SOURCES[kind](actor)}) x order by x.since desc, x.id`.execute(db);
    const withdrawal = isWithdrawn ? 'now' : null;
    if (rows.length > 0) groups.push({ kind, rows: rows.map(row => ({ ...row, withdrawal, note })) });
  }
  return { groups };
}
