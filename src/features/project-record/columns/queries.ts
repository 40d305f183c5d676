import { sql } from 'kysely';
import { precompile } from '../../../db/precompile.ts';
import { among, lit } from '../../../db/states.ts';
import { COUNTING_MEASUREMENTS as COUNTING } from '../../../domain/execution/measurement-states.ts';
import { AWARDED, WRITING } from '../../../domain/kinds/statuses.ts';
import { partIds } from '../../../server/part-taking/queries.ts';
import { callColumn } from '../../calls/queries.ts';
import { iso } from '../rows/queries.ts';
import { reviewing } from '../visibility/queries.ts';

// What a project `p` is read by, each set once.

const lastTransition = sql`(
  select json_build_object('id', h.id, 'actorId', h.actor_id, 'actorName', u.name, 'at', ${iso(sql`h.at`)},
    'action', h.action, 'from', h.from_status, 'dueBefore', h.before ->> 'dueAt', 'answered', exists (
      select from observations o join observation_answers a on a.observation_id = o.id where o.history_id = h.id))
  from project_history h left join users u on u.id = h.actor_id
  where h.project_id = p.id order by h.id desc limit 1)`;

export const sectionsColumn =
  precompile(sql`coalesce(json_object_agg(c.section, json_build_object('version', c.version, 'data', c.data,
    'updatedAt', ${iso(sql`c.updated_at`)}, 'updatedBy', case when u.id is null then null
      else json_build_object('id', u.id, 'name', u.name) end)), '{}')
  from project_sections c left join users u on u.id = c.updated_by where c.project_id = p.id`);

/** All sections of `p` as they are read: what is asked of the fund stands in its column, what indicators
 * came to in their view. */
export const sectionsAsRead = precompile(sql`coalesce((
  select jsonb_object_agg(c.section, case c.section
    when 'fund' then jsonb_set(c.data, '{amountRequested}', coalesce(to_jsonb(p.amount_requested), 'null'))
    when 'indicators' then jsonb_set(c.data, '{indicators}', coalesce((
      select jsonb_agg(i || jsonb_build_object('actual', (select v.value from indicator_values v
        where v.project_id = p.id and v.indicator_id = i ->> 'id')) order by n)
      from jsonb_array_elements(c.data -> 'indicators') with ordinality x (i, n)), '[]'))
    else c.data end)
  from project_sections c where c.project_id = p.id), '{}')`);

/** What indicators of `p` came to; null before there is anything to measure. */
export const measuredValues = precompile(sql`case when p.status in ${among(AWARDED)} then (
  select json_object_agg(v.indicator_id, json_build_object('value', v.value))
  from indicator_values v where v.project_id = p.id) end`);

/** Who endorsed `p` as director, heads whose deputies did included. */
export const actedAsDirectors = sql`array(
  select x from project_history, unnest(array[actor_id, deputy_of]) x where project_id = p.id
    and action = ${lit.action('endorse')} and from_status = ${lit.status('director_review')}
    and undone_at is null and x is not null)`;

/** Whom `p` names and who decides on it. */
const peopleColumns = sql`
  array(select user_id from project_members where project_id = p.id) as "memberIds",
  array(select user_id from project_holders where project_id = p.id) as "holderIds"`;
export const partColumn = sql`${partIds} as "partIds"`;
/** What conflicts of interest are judged by. */
export const decidersColumns = sql`${peopleColumns}, ${partColumn}, ${actedAsDirectors} as "actedAsDirectorIds"`;

const leadFacts = sql`case when p.call_id is not null and p.submitted_at is null then json_build_object(
  'proposals', (select count(*) from projects o where o.call_id = p.call_id and o.lead_id = p.lead_id and o.id <> p.id
    and o.submitted_at is not null and o.status <> ${lit.status('withdrawn')}),
  'overdue', array(select o.code from projects o where o.lead_id = p.lead_id and o.status = ${lit.status('running')}
    and o.due_at < now() order by o.code)) end`;
const reviewsInCall = sql`(p.call_id is not null and p.status in ${among(WRITING)} and exists (
  select from project_people t join reviews r on r.user_id = t.user_id and r.${reviewing}
    join projects q on q.id = r.project_id
  where t.project_id = p.id and q.call_id = p.call_id))`;
/** A draft without a call that may still join one. */
export const mayChooseCall = sql`(p.kind = 'incs' and p.status = ${lit.status('draft')} and p.call_id is null and exists (
  select from calls c where c.kind = p.kind and c.state = ${lit.call('open')} and c.closes_at > now()))`;
/** Whom a project reached while it runs, which its report need not tell again. */
const attended = sql`case when p.status = ${lit.status('running')} then
  exists (select from activities v where v.project_id = p.id and v.counts @? '$.* ? (@ > 0)')
  or exists (select from attendances v where v.project_id = p.id) else false end`;
/** What was measured of each indicator, and whether anything shows it; null before there is anything to measure. */
const measured = sql`case when p.status in ${among(AWARDED)} then (
  select json_object_agg(m.indicator_id, json_build_object('value', v.value, 'isSent', m.sent, 'isProven', m.proven))
  from (select m.indicator_id, bool_or(m.state in ${among(COUNTING)}) as sent,
      bool_or(m.state in ${among(COUNTING)} and (m.origin = 'earlier' or exists (
        select from measurement_evidence e where e.measurement_id = m.id))) as proven
    from measurements m where m.project_id = p.id group by 1) m
  left join indicator_values v on v.project_id = p.id and v.indicator_id = m.indicator_id) end`;
/** Reports that were begun, as the rules of the project need them. */
const reports = sql`coalesce((select json_agg(json_build_object('number', r.number, 'state', r.state,
    'dueAt', ${iso(sql`r.due_at`)}, 'written', array(select key from jsonb_each_text(r.texts) where value <> ''),
    'people', r.people, 'peopleReason', r.people_reason) order by r.number)
  from reports r where r.project_id = p.id), '[]') as reports`;
const correctedOnce = sql`exists (
  select from project_history where project_id = p.id and action = ${lit.action('return')}
  and from_status = ${lit.status('admissibility')} and undone_at is null)`;

/** Made when the project came back, whatever became of it since, or left from before: what a correction answers. */
const observed = sql`observations o where o.project_id = p.id
  and (o.created_at >= p.status_since or o.state <> ${lit.observation('resolved')})`;
/** Sections that a correction may change; what was put back without an observation is open whole. */
const openedSections = sql`(case when p.status = ${lit.status('returned')} then (
  select json_agg(distinct x.section) from (
    select o.section from ${observed} union all select unnest(p.opened_sections)) x
  where exists (select from ${observed})) end) as "openedSections"`;
const moneyColumns = sql`p.amount_typed as "amountTyped", p.amount_awarded as "amountAwarded"`;
const ownColumns = sql`
  p.id, p.code, p.kind, p.kind_version as "kindVersion", p.status, p.sub_step as "subStep",
  p.returned_from as "returnedFrom", p.status_since as "statusSince", p.due_at as "dueAt",
  p.office_turn as "officeTurn", p.version, p.title, p.lead_id as "leadId", p.alternate_id as "alternateId",
  p.school_id as "schoolId", p.start_date as "startDate", p.end_date as "endDate",
  p.submitted_at as "submittedAt", p.historic, ${moneyColumns}, p.amount_requested as "amountAsked",
  p.amount_moved as "amountMoved", p.line_id as "lineId", ${attended} as attended, ${measured} as measured, ${reports},
  (select q.status from projects q where q.id = (select (c.data ->> 'previousProjectId')::uuid
     from project_sections c where c.project_id = p.id and c.section = 'identification')) as "previousStatus",
  (select ${sectionsColumn}) as sections, ${callColumn} as call, ${leadFacts} as lead, ${mayChooseCall} as "mayChooseCall",
  ${reviewsInCall} as "reviewsInCall", ${openedSections}`;
/** Who reviews `p` or has, and who of them may not know whose it is. */
const reviewerColumns = sql`
  array(select user_id from reviews where project_id = p.id and ${reviewing}) as "reviewerIds",
  array(select user_id from reviews where project_id = p.id and state = ${lit.review('invited')}) as "invitedIds",
  array(select user_id from reviews where project_id = p.id and ${reviewing} and blind) as "blindIds"`;
const followedAt = sql`${iso(sql`greatest(
    (select max(greatest(invited_at, answered_at, saved_at, confirmed_at, returned_at)) from reviews
      where project_id = p.id),
    (select max(x.issued_at) from certificates x where x.project_id = p.id))`)} as "followedAt"`;
const attached = sql`coalesce((select json_agg(json_build_object('id', coalesce(x.original_id, x.id),
  'documentType', x.document_type, 'state', x.state))
  from files x where x.project_id = p.id and x.current), '[]') as files`;
const deputies = sql`
  coalesce((select json_agg(json_build_object('userId', user_id, 'principalId', principal_id))
            from project_holders where project_id = p.id and principal_id is not null), '[]') as deputies`;

const deskColumns = sql`coalesce((select items from admissibility_checks where project_id = p.id), '{}') as checks,
  ${correctedOnce} as "correctedOnce"`;
const settledAt = sql`(select ${iso(sql`max(x.at)`)} from (
    select a.at from appeals a where a.project_id = p.id
    union all select a.at from call_acts a where a.call_id = p.call_id) x) as "settledAt",
  p.early_report as "earlyReport"`;

export const storedColumns =
  precompile(sql`${ownColumns}, ${attached}, ${decidersColumns}, ${reviewerColumns}, ${lastTransition} as last,
  ${deputies}, (select count(*) from observations
    where project_id = p.id and state = ${lit.observation('open')}) as "openObservations",
  ${deskColumns}, ${followedAt}, ${settledAt}`);

export const leanColumns = precompile(
  sql`${ownColumns}, ${peopleColumns}, ${partColumn}, ${reviewerColumns}, ${deputies}, ${deskColumns}, ${followedAt}, ${settledAt}`,
);

export const editedColumns = precompile(sql`
  p.id, p.code, p.kind, p.kind_version as "kindVersion", p.status, p.version, p.lead_id as "leadId",
  p.alternate_id as "alternateId", p.school_id as "schoolId", p.submitted_at as "submittedAt", p.historic, ${moneyColumns},
  ${callColumn} as call, ${mayChooseCall} as "mayChooseCall", ${peopleColumns}, ${reviewerColumns},
  ${openedSections}`);
