-- Facts of projects: what is dear to compute and is asked of many at once, kept by triggers in the transaction that
-- changes it. What a project is (kind, status, unit, period) stays in its own row.

-- One row a project, from its insert on. A column that knows nothing of a group is null.
create table project_facts (
  project_id uuid primary key references projects (id) on delete cascade,
  -- People by group: as the form expects them, and as they came.
  expected_students bigint,
  actual_students bigint,
  expected_academics bigint,
  actual_academics bigint,
  expected_staff bigint,
  actual_staff bigint,
  expected_alumni bigint,
  actual_alumni bigint,
  expected_age0to14 bigint,
  actual_age0to14 bigint,
  expected_age15to29 bigint,
  actual_age15to29 bigint,
  expected_age30to59 bigint,
  actual_age30to59 bigint,
  expected_age60plus bigint,
  actual_age60plus bigint,
  expected_women bigint,
  actual_women bigint,
  expected_men bigint,
  actual_men bigint,
  expected_other bigint,
  actual_other bigint,
  expected_indigenous bigint,
  actual_indigenous bigint,
  expected_disability bigint,
  actual_disability bigint,
  expected_migrants bigint,
  actual_migrants bigint,
  expected_rural bigint,
  actual_rural bigint,
  expected_imprisoned bigint,
  actual_imprisoned bigint,
  expected_direct bigint,
  actual_direct bigint,
  expected_indirect bigint,
  actual_indirect bigint,
  -- Pesos: the lines of the budget, what was spent of them, what the university handed over and got back.
  planned_fund bigint not null default 0,
  planned_unit bigint not null default 0,
  planned_partner_cash bigint not null default 0,
  planned_partner_in_kind bigint not null default 0,
  spent_fund bigint not null default 0,
  spent_unit bigint not null default 0,
  spent_partner_cash bigint not null default 0,
  spent_partner_in_kind bigint not null default 0,
  paid bigint not null default 0,
  returned bigint not null default 0,
  -- Indicators with a target, those of them with an accepted value, and those that have reached it.
  indicators integer not null default 0,
  indicators_measured integer not null default 0,
  indicators_reached integer not null default 0,
  activities integer not null default 0,
  -- Transaction and message in which each part was renewed last.
  people_in text,
  money_in text,
  indicators_in text
) with (fillfactor = 80);

-- Sections are drafts, and those of before may hold what no form takes today. A fact is the last thing that a transaction
-- writes: none of these may fail.
create function number_in(value jsonb) returns numeric language sql immutable parallel safe as $$
  select case jsonb_typeof(value) when 'number' then
    case when value::numeric between -999999999999 and 999999999999 then value::numeric end end
$$;
create function count_in(value jsonb) returns bigint language sql immutable parallel safe as $$
  select substring(value::text, '^\d{1,12}$')::bigint
$$;
create function items_in(value jsonb) returns jsonb language sql immutable parallel safe as $$
  select case jsonb_typeof(value) when 'array' then value else '[]' end
$$;
-- As JavaScript reads it: comparisons have to come out as they do in the domain.
create function figure_in(value jsonb) returns double precision language sql immutable parallel safe as $$
  select case when number_in(value) = 0 then 0 when abs(number_in(value)) > 1e-100 then number_in(value)::float8 end
$$;

/*
 * People by group as they were recorded, as the domain's `recordedPeople` counts them: everybody on the lists once, and
 * of what was counted in an activity only what is beyond its list. Lists tell of the university's own groups, and of all
 * who took part directly. Not in SQL alone: its plan would not be kept.
 */
create function recorded_people(project uuid) returns jsonb language plpgsql stable parallel safe as $$
begin return (
  with lists as materialized (
    select t.activity_id, t.people_group, t.person_key from attendances t where t.project_id = project),
  by_activity as (
    select l.activity_id, coalesce(l.people_group, 'all') as listed, count(*) as attendances
    from lists l group by grouping sets ((l.activity_id, l.people_group), (l.activity_id))),
  counted as (
    select c.name, sum(greatest(0, count_in(c.value) - coalesce(l.attendances, 0)
      - coalesce(count_in(a.kept_counts #> array[g.listed, 'attendances']), 0))) as people
    from activities a cross join lateral jsonb_each(a.counts) c (name, value)
      cross join lateral (select case c.name when 'direct' then 'all' else c.name end as listed) g
      left join by_activity l on l.activity_id = a.id and l.listed = g.listed
    where a.project_id = project and count_in(c.value) is not null group by 1),
  once as (
    select coalesce(l.people_group, 'all') as listed,
      count(distinct l.person_key) + count(*) filter (where l.person_key is null) as people
    from lists l group by grouping sets ((l.people_group), ()) having count(*) > 0
    union all
    select e.key, coalesce(count_in(e.value -> 'people'), 0) + coalesce(count_in(e.value -> 'unidentified'), 0)
    from attendance_purges u cross join lateral jsonb_each(u.counts) e where u.project_id = project)
  select jsonb_object_agg(x.name, x.people)
  from (
    select p.name, sum(p.people) as people
    from (
      select c.name, c.people from counted c
      union all
      select case o.listed when 'all' then 'direct' else o.listed end, o.people from once o) p
    group by 1) x);
end $$;

-- Each of these holds the row of facts before it looks: whoever waits for it sees what the other one has written.
-- Expected people as `expectedPeople` reads them; those who came as `correctedPeople`, else as they were typed before
-- there were activities.
create function renew_people(project uuid, stamp text default null) returns void language plpgsql as $$
declare
  planned jsonb;
  came jsonb;
  corrected jsonb;
  held bigint;
begin
  if exists (select from project_facts f where f.project_id = project and f.people_in = stamp) then
    return;
  end if;
  perform from project_facts f where f.project_id = project for no key update;
  select
    (select s.data from project_sections s where s.project_id = project and s.section = 'participants'),
    (select r.people from reports r join projects p on p.id = r.project_id and p.status = 'closed'
      where r.project_id = project and r.number is null),
    (select count(*) from activities a where a.project_id = project),
    (select u.counts from attendance_purges u where u.project_id = project)
  into planned, corrected, held, came;
  if held > 0 or came is not null then
    came := recorded_people(project);
  end if;
  came := coalesce(came, '{}') || coalesce(corrected, '{}');
  update project_facts set people_in = stamp,
    activities = held,
    expected_students = count_in(planned #> '{internal,students,expected}'),
    actual_students = coalesce(count_in(came -> 'students'), count_in(planned #> '{internal,students,actual}')),
    expected_academics = count_in(planned #> '{internal,academics,expected}'),
    actual_academics = coalesce(count_in(came -> 'academics'), count_in(planned #> '{internal,academics,actual}')),
    expected_staff = count_in(planned #> '{internal,staff,expected}'),
    actual_staff = coalesce(count_in(came -> 'staff'), count_in(planned #> '{internal,staff,actual}')),
    expected_alumni = count_in(planned #> '{internal,alumni,expected}'),
    actual_alumni = coalesce(count_in(came -> 'alumni'), count_in(planned #> '{internal,alumni,actual}')),
    expected_age0to14 = count_in(planned #> '{byAge,age0to14,expected}'),
    actual_age0to14 = coalesce(count_in(came -> 'age0to14'), count_in(planned #> '{byAge,age0to14,actual}')),
    expected_age15to29 = count_in(planned #> '{byAge,age15to29,expected}'),
    actual_age15to29 = coalesce(count_in(came -> 'age15to29'), count_in(planned #> '{byAge,age15to29,actual}')),
    expected_age30to59 = count_in(planned #> '{byAge,age30to59,expected}'),
    actual_age30to59 = coalesce(count_in(came -> 'age30to59'), count_in(planned #> '{byAge,age30to59,actual}')),
    expected_age60plus = count_in(planned #> '{byAge,age60plus,expected}'),
    actual_age60plus = coalesce(count_in(came -> 'age60plus'), count_in(planned #> '{byAge,age60plus,actual}')),
    expected_women = count_in(planned #> '{bySex,women,expected}'),
    actual_women = coalesce(count_in(came -> 'women'), count_in(planned #> '{bySex,women,actual}')),
    expected_men = count_in(planned #> '{bySex,men,expected}'),
    actual_men = coalesce(count_in(came -> 'men'), count_in(planned #> '{bySex,men,actual}')),
    expected_other = count_in(planned #> '{bySex,other,expected}'),
    actual_other = coalesce(count_in(came -> 'other'), count_in(planned #> '{bySex,other,actual}')),
    expected_indigenous = count_in(planned #> '{priority,indigenous,expected}'),
    actual_indigenous = coalesce(count_in(came -> 'indigenous'), count_in(planned #> '{priority,indigenous,actual}')),
    expected_disability = count_in(planned #> '{priority,disability,expected}'),
    actual_disability = coalesce(count_in(came -> 'disability'), count_in(planned #> '{priority,disability,actual}')),
    expected_migrants = count_in(planned #> '{priority,migrants,expected}'),
    actual_migrants = coalesce(count_in(came -> 'migrants'), count_in(planned #> '{priority,migrants,actual}')),
    expected_rural = count_in(planned #> '{priority,rural,expected}'),
    actual_rural = coalesce(count_in(came -> 'rural'), count_in(planned #> '{priority,rural,actual}')),
    expected_imprisoned = count_in(planned #> '{priority,imprisoned,expected}'),
    actual_imprisoned = coalesce(count_in(came -> 'imprisoned'), count_in(planned #> '{priority,imprisoned,actual}')),
    expected_direct = count_in(planned #> '{reach,direct,expected}'),
    actual_direct = coalesce(count_in(came -> 'direct'), count_in(planned #> '{reach,direct,actual}')),
    expected_indirect = count_in(planned #> '{reach,indirect,expected}'),
    actual_indirect = coalesce(count_in(came -> 'indirect'), count_in(planned #> '{reach,indirect,actual}'))
  where project_id = project;
end $$;

-- Lines as `amountOf` rounds them; what the office refused is not spent.
create function renew_money(project uuid, stamp text default null) returns void language plpgsql as $$
begin
  if exists (select from project_facts f where f.project_id = project and f.money_in = stamp) then
    return;
  end if;
  perform from project_facts f where f.project_id = project for no key update;
  with planned as (
    select l.line ->> 'source' as source, sum(least(999999999999, greatest(0,
      round(round(number_in(l.line -> 'quantity'), 2) * number_in(l.line -> 'unitCost')))))::bigint as pesos
    from project_sections s cross join lateral jsonb_array_elements(items_in(s.data -> 'lines')) l (line)
    where s.project_id = project and s.section = 'budget' group by 1),
  spent as (
    select e.source, sum(e.cost)::bigint as pesos from expenses e
    where e.project_id = project and e.state <> 'refused' group by 1),
  m as (
    select
      coalesce((select pesos from planned where source = 'fund'), 0) as planned_fund,
      coalesce((select pesos from planned where source = 'unit'), 0) as planned_unit,
      coalesce((select pesos from planned where source = 'partner_cash'), 0) as planned_partner_cash,
      coalesce((select pesos from planned where source = 'partner_in_kind'), 0) as planned_partner_in_kind,
      coalesce((select pesos from spent where source = 'fund'), 0) as spent_fund,
      coalesce((select pesos from spent where source = 'unit'), 0) as spent_unit,
      coalesce((select pesos from spent where source = 'partner_cash'), 0) as spent_partner_cash,
      coalesce((select pesos from spent where source = 'partner_in_kind'), 0) as spent_partner_in_kind,
      (select coalesce(sum(a.amount), 0)::bigint from payments a where a.project_id = project) as paid,
      (select coalesce(sum(r.amount), 0)::bigint from refunds r
        where r.project_id = project and r.state = 'accepted') as returned)
  update project_facts f set (planned_fund, planned_unit, planned_partner_cash, planned_partner_in_kind,
      spent_fund, spent_unit, spent_partner_cash, spent_partner_in_kind, paid, returned) = row (m.*), money_in = stamp
  from m where f.project_id = project;
end $$;

-- Whether a figure has come to its target: `shareReached` of the domain is 1 or more.
create function reaches(actual double precision, target double precision, baseline double precision, direction text)
  returns boolean language sql immutable parallel safe as $$
  select case
    when actual is null or target is null then false
    when actual = target then true
    when direction = 'keep' then
      case when target = 0 then false else abs(actual - target) / abs(target) <= 0.05::float8 + 1e-9::float8 end
    when direction = 'down' and baseline is null then actual < target
    when target > coalesce(baseline, 0) then actual - coalesce(baseline, 0) >= target - coalesce(baseline, 0)
    when target < coalesce(baseline, 0) then actual - coalesce(baseline, 0) <= target - coalesce(baseline, 0)
    else false end
$$;

create function renew_indicators(project uuid, stamp text default null) returns void language plpgsql as $$
declare
  entries jsonb;
  measured jsonb;
begin
  if exists (select from project_facts f where f.project_id = project and f.indicators_in = stamp) then
    return;
  end if;
  perform from project_facts f where f.project_id = project for no key update;
  entries := items_in((select s.data -> 'indicators' from project_sections s
    where s.project_id = project and s.section = 'indicators'));
  -- The view takes the section for what it should be.
  if entries <> '[]' and exists (select from measurements m where m.project_id = project and m.state = 'accepted') then
    measured := (select jsonb_object_agg(v.indicator_id, v.value) from indicator_values v where v.project_id = project);
  end if;
  with told as materialized (
    select case e.kind when 'milestone' then 1 when 'qualitative' then null else figure_in(e.entry -> 'target') end as target,
      case e.kind when 'milestone' then null else figure_in(e.entry -> 'baseline') end as baseline,
      case e.kind when 'milestone' then 'up' else e.entry ->> 'direction' end as direction,
      figure_in(measured -> (e.entry ->> 'id')) as actual
    from (
      select x.entry, coalesce(x.entry ->> 'kind', 'number') as kind from jsonb_array_elements(entries) x (entry)) e),
  n as (
    select count(*)::int as indicators, count(t.actual)::int as measured,
      count(*) filter (where reaches(t.actual, t.target, t.baseline, t.direction))::int as reached
    from told t where t.target is not null)
  update project_facts f set (indicators, indicators_measured, indicators_reached) =
    row (n.indicators, n.measured, n.reached), indicators_in = stamp
  from n where f.project_id = project;
end $$;

/*
 * Renews what the argument names, else what the section tells of. At the end of a transaction, so that facts are the last
 * rows it waits for; there each project once, however many rows tell of it. A stamp goes with a savepoint, as what it
 * stamps does, and once constraints are immediate each message has its own.
 */
create function renew_facts() returns trigger language plpgsql as $$
declare
  project uuid;
  part text := tg_argv[0];
  stamp text := pg_current_xact_id() || ' ' || statement_timestamp();
begin
  if tg_table_name = 'projects' then
    project := new.id;
  elsif tg_op = 'DELETE' then
    project := old.project_id;
  else
    project := new.project_id;
  end if;
  if part is null then
    if tg_op = 'DELETE' then
      part := old.section;
    else
      part := new.section;
    end if;
  end if;
  case part
    when 'participants' then perform renew_people(project, stamp);
    when 'budget' then perform renew_money(project, stamp);
    when 'indicators' then perform renew_indicators(project, stamp);
  end case;
  return null;
end $$;

create constraint trigger project_sections_begin_facts after insert on project_sections deferrable initially deferred
  for each row when (new.section in ('participants', 'budget', 'indicators')) execute function renew_facts();
create constraint trigger project_sections_renew_facts after update on project_sections deferrable initially deferred
  for each row when (new.section in ('participants', 'budget', 'indicators') and old.data <> new.data)
  execute function renew_facts();
create constraint trigger project_sections_end_facts after delete on project_sections deferrable initially deferred
  for each row when (old.section in ('participants', 'budget', 'indicators')) execute function renew_facts();

create constraint trigger projects_renew_facts after update on projects deferrable initially deferred
  for each row when ((old.status = 'closed') <> (new.status = 'closed')) execute function renew_facts('participants');
create constraint trigger reports_begin_facts after insert on reports deferrable initially deferred
  for each row when (new.people <> '{}') execute function renew_facts('participants');
create constraint trigger reports_renew_facts after update on reports deferrable initially deferred
  for each row when (old.people <> new.people) execute function renew_facts('participants');
create constraint trigger reports_end_facts after delete on reports deferrable initially deferred
  for each row when (old.people <> '{}') execute function renew_facts('participants');
create constraint trigger activities_begin_facts after insert or delete on activities deferrable initially deferred
  for each row execute function renew_facts('participants');
create constraint trigger activities_renew_facts after update on activities deferrable initially deferred
  for each row when ((old.counts, old.kept_counts) is distinct from (new.counts, new.kept_counts))
  execute function renew_facts('participants');
create constraint trigger attendances_begin_facts after insert or delete on attendances deferrable initially deferred
  for each row execute function renew_facts('participants');
create constraint trigger attendances_renew_facts after update on attendances deferrable initially deferred
  for each row when ((old.activity_id, old.people_group, old.person_key)
    is distinct from (new.activity_id, new.people_group, new.person_key)) execute function renew_facts('participants');
create constraint trigger attendance_purges_begin_facts after insert or delete on attendance_purges
  deferrable initially deferred for each row execute function renew_facts('participants');
create constraint trigger attendance_purges_renew_facts after update on attendance_purges deferrable initially deferred
  for each row when (old.counts <> new.counts) execute function renew_facts('participants');

create constraint trigger expenses_begin_facts after insert or delete on expenses deferrable initially deferred
  for each row execute function renew_facts('budget');
create constraint trigger expenses_renew_facts after update on expenses deferrable initially deferred
  for each row when ((old.cost, old.source, old.state = 'refused') is distinct from
    (new.cost, new.source, new.state = 'refused')) execute function renew_facts('budget');
create constraint trigger payments_begin_facts after insert or delete on payments deferrable initially deferred
  for each row execute function renew_facts('budget');
create constraint trigger payments_renew_facts after update on payments deferrable initially deferred
  for each row when (old.amount <> new.amount) execute function renew_facts('budget');
create constraint trigger refunds_begin_facts after insert on refunds deferrable initially deferred
  for each row when (new.state = 'accepted') execute function renew_facts('budget');
create constraint trigger refunds_renew_facts after update on refunds deferrable initially deferred
  for each row when ((old.state = 'accepted' or new.state = 'accepted')
    and (old.amount, old.state) is distinct from (new.amount, new.state)) execute function renew_facts('budget');
create constraint trigger refunds_end_facts after delete on refunds deferrable initially deferred
  for each row when (old.state = 'accepted') execute function renew_facts('budget');

create constraint trigger measurements_begin_facts after insert on measurements deferrable initially deferred
  for each row when (new.state = 'accepted') execute function renew_facts('indicators');
create constraint trigger measurements_renew_facts after update on measurements deferrable initially deferred
  for each row when ((old.state = 'accepted' or new.state = 'accepted')
    and (old.state, old.indicator_id, old.day, old.recorded_at, old.value, old.numerator, old.denominator) is distinct from
    (new.state, new.indicator_id, new.day, new.recorded_at, new.value, new.numerator, new.denominator))
  execute function renew_facts('indicators');
create constraint trigger measurements_end_facts after delete on measurements deferrable initially deferred
  for each row when (old.state = 'accepted') execute function renew_facts('indicators');

create function begin_facts() returns trigger language plpgsql as $$
begin
  insert into project_facts (project_id) values (new.id);
  return null;
end $$;
create trigger projects_begin_facts after insert on projects for each row execute function begin_facts();

insert into project_facts (project_id) select id from projects;
select renew_people(project_id) from project_facts order by project_id;
select renew_money(project_id) from project_facts order by project_id;
select renew_indicators(project_id) from project_facts order by project_id;
analyze project_facts;

-- Asked by the version before, while it still runs.
create or replace function people_reached(project uuid) returns bigint language sql stable parallel safe as $$
  select actual_direct from project_facts where project_id = project
$$;

-- Where a project has stood, a row for each time it came there: without gaps, and without what was taken back.
create table project_steps (
  project_id uuid not null references projects (id) on delete cascade,
  entered_at timestamptz not null,
  -- None: it still stands there.
  left_at timestamptz check (left_at > entered_at),
  status text not null,
  sub_step text,
  -- As it was last while the step ran.
  due_at timestamptz,
  primary key (project_id, entered_at)
);
create unique index project_steps_open on project_steps (project_id) where left_at is null;
create index project_steps_status on project_steps (status, entered_at);
create index project_steps_left on project_steps (left_at, status);
create index project_steps_due on project_steps (due_at) where left_at is null and due_at is not null;

/*
 * A new place is a new step, from `status_since` on; whatever began later was taken back, or never was: of one place at
 * two times the beginning was told otherwise. Steps at one instant are one.
 */
create function follow_steps() returns trigger language plpgsql as $$
declare
  since timestamptz := new.status_since;
begin
  if tg_op = 'UPDATE' then
    if (old.status, old.sub_step, old.status_since) is not distinct from (new.status, new.sub_step, new.status_since) then
      update project_steps set due_at = new.due_at where project_id = new.id and left_at is null;
      return null;
    end if;
    if (old.status, old.sub_step) is not distinct from (new.status, new.sub_step) then
      since := least(since, old.status_since);
    end if;
    delete from project_steps where project_id = new.id and entered_at >= since;
    update project_steps s set left_at = new.status_since where s.project_id = new.id
      and s.entered_at = (select max(entered_at) from project_steps where project_id = new.id)
      and s.left_at is distinct from new.status_since;
  end if;
  insert into project_steps (project_id, entered_at, status, sub_step, due_at)
  values (new.id, new.status_since, new.status, new.sub_step, new.due_at);
  return null;
end $$;
create trigger projects_begin_steps after insert on projects for each row execute function follow_steps();
create trigger projects_follow_steps after update on projects for each row
  when ((old.status, old.sub_step, old.status_since, old.due_at)
    is distinct from (new.status, new.sub_step, new.status_since, new.due_at)) execute function follow_steps();

-- Of before: what each row of the history that counts found, and where each project stands.
insert into project_steps (project_id, entered_at, left_at, status, sub_step, due_at)
select s.project_id, s.entered_at,
  lead(s.entered_at) over (partition by s.project_id order by s.entered_at), s.status, s.sub_step, s.due_at
from (
  select t.*, min(t.entered_at) over (partition by t.project_id order by t.n
    rows between 1 following and unbounded following) as later
  from (
    select h.project_id, h.id as n, (h.before ->> 'statusSince')::timestamptz as entered_at,
      h.before ->> 'status' as status, h.before ->> 'subStep' as sub_step, (h.before ->> 'dueAt')::timestamptz as due_at
    from project_history h
    where h.undone_at is null and h.action <> 'undo' and h.before ?& '{status,statusSince}'
    union all
    select p.id, 9223372036854775807, p.status_since, p.status, p.sub_step, p.due_at from projects p) t) s
where s.later is null or s.entered_at < s.later;
analyze project_steps;
