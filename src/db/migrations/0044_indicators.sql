-- Indicators have a kind, and their values are measured: each is sent with its evidence and accepted before it counts.

-- What the institution counts over all its projects; a project's indicator that names one rolls up into it.
create table institutional_indicators (
  id uuid primary key default new_id(),
  name text not null check (length(name) between 3 and 200),
  description text not null default '' check (length(description) <= 1000),
  kind text not null check (kind in ('number', 'percentage', 'ratio', 'scale', 'milestone')),
  unit text not null default '' check (length(unit) <= 60),
  direction text not null check (direction in ('up', 'down', 'keep')),
  accumulates text not null check (accumulates in ('sum', 'last', 'max', 'average')),
  scope text not null check (scope in ('internal', 'external')),
  level text not null check (level in ('output', 'outcome', 'contribution', 'impact')),
  -- How the values of projects come to one.
  roll_up text not null check (roll_up in ('sum', 'average', 'max')),
  active boolean not null default true,
  updated_at timestamptz not null default now(),
  updated_by uuid references users (id),
  search text not null generated always as (plain(name || ' ' || description)) stored
);
create unique index institutional_indicators_name on institutional_indicators (plain(name));
create index institutional_indicators_updated_by on institutional_indicators (updated_by);

-- Repeats what the section «Indicadores» refers to.
create table project_indicators (
  project_id uuid not null references projects (id) on delete cascade,
  indicator_id uuid not null references institutional_indicators (id),
  primary key (project_id, indicator_id)
);
create index project_indicators_indicator on project_indicators (indicator_id);

create table measurements (
  -- Made by the browser once per form: sending the form twice records once.
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  -- Entry of the section «Indicadores».
  indicator_id text not null check (length(indicator_id) between 1 and 40),
  day date not null,
  -- Null where the indicator is told in words; of shares what numerator and denominator come to.
  value numeric(18, 4) check (abs(value) <= 1000000000),
  numerator numeric(18, 4) check (numerator between 0 and 1000000000),
  denominator numeric(18, 4) check (denominator > 0 and denominator <= 1000000000),
  note text not null default '' check (length(note) <= 2000),
  state text not null check (state in ('submitted', 'accepted', 'returned', 'superseded')),
  -- `earlier`: typed before measurements were kept.
  origin text not null default 'recorded' check (origin in ('recorded', 'earlier')),
  -- The accepted one that this corrects: once accepted, it takes its place.
  replaces_id uuid references measurements (id) on delete cascade,
  -- Why it was returned last; stays when it is sent again.
  reason text check (length(reason) between 1 and 2000),
  decided_by uuid references users (id),
  decided_at timestamptz,
  author_id uuid not null references users (id),
  -- When it was first measured, which its corrections take over: of two of one day the later one is the last.
  recorded_at timestamptz not null default now(),
  -- When it was sent last, and until when it is to be decided.
  submitted_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid not null references users (id),
  version integer not null default 1 check (version >= 1),
  check ((numerator is null) = (denominator is null)),
  check (numerator is null or value is not null),
  check (state <> 'returned' or reason is not null),
  check (origin = 'earlier' or state = 'submitted' or decided_at is not null),
  check (replaces_id <> id)
);
create index measurements_project on measurements (project_id, indicator_id, day desc);
create index measurements_waiting on measurements (due_at, project_id) where state = 'submitted';
-- An accepted one is corrected by one person at a time.
create unique index measurements_correction on measurements (replaces_id) where state in ('submitted', 'returned');
create index measurements_replaces on measurements (replaces_id);
create index measurements_author on measurements (author_id);
create index measurements_decided_by on measurements (decided_by);
create index measurements_updated_by on measurements (updated_by);
alter table turn_reminders drop constraint turn_reminders_turn_check,
  add constraint turn_reminders_turn_check
    check (turn in ('change', 'appeal', 'question', 'action_item', 'measurement'));

-- What shows that a measurement is true: one version of a file, or an address on the day it was looked at.
create table measurement_evidence (
  measurement_id uuid not null references measurements (id) on delete cascade,
  position integer not null check (position between 0 and 99),
  -- Asked at the end of a transaction: with its project go files before measurements.
  version_id uuid references files (id) deferrable initially deferred,
  url text check (length(url) between 8 and 500),
  seen_on date,
  primary key (measurement_id, position),
  check ((version_id is null) = (url is not null)),
  check ((url is null) = (seen_on is null))
);
create index measurement_evidence_version on measurement_evidence (version_id);

-- To four decimals, half away from zero, in one step: a quotient that is rounded after it was cut may go wrong. Whole
-- numbers of ten-thousandths; the divisor is above zero.
create function divide(dividend numeric, divisor numeric) returns numeric language sql immutable strict parallel safe
  return sign(dividend) * div(20000 * abs(dividend) + divisor, 2 * divisor) * 0.0001;

-- What the accepted measurements of an indicator come to: one rule for screen, report, file and roll-up. Shares that
-- add up are all that was counted of all there was; a milestone stands where it stands last.
create view indicator_values as
select x.project_id, x.indicator_id, x.kind, x.measurements, x.day,
  case
    when x.kind = 'qualitative' then null
    when x.accumulates = 'sum' and x.kind in ('percentage', 'ratio')
      then divide(case x.kind when 'percentage' then 100 else 1 end * x.numerators, x.denominators)
    when x.accumulates = 'sum' then x.total
    when x.accumulates = 'max' then x.greatest
    when x.accumulates = 'average' then divide(x.total, x.valued)
    else x.latest_value
  end as value,
  case x.kind when 'qualitative' then x.latest_note else '' end as words,
  case x.accumulates when 'sum' then x.numerators when 'last' then x.latest_numerator end as numerator,
  case x.accumulates when 'sum' then x.denominators when 'last' then x.latest_denominator end as denominator
from (
  select m.project_id, m.indicator_id, i.kind, i.accumulates, count(*)::int as measurements, max(m.day) as day,
    sum(m.value) as total, max(m.value) as greatest, count(m.value) as valued,
    sum(m.numerator) as numerators, sum(m.denominator) as denominators,
    (array_agg(m.value order by m.day desc, m.recorded_at desc, m.id desc))[1] as latest_value,
    (array_agg(m.note order by m.day desc, m.recorded_at desc, m.id desc))[1] as latest_note,
    (array_agg(m.numerator order by m.day desc, m.recorded_at desc, m.id desc))[1] as latest_numerator,
    (array_agg(m.denominator order by m.day desc, m.recorded_at desc, m.id desc))[1] as latest_denominator
  from measurements m
    join project_sections s on s.project_id = m.project_id and s.section = 'indicators'
    cross join lateral (
      select coalesce(e ->> 'kind', 'number') as kind,
        case when e ->> 'kind' in ('milestone', 'qualitative') then 'last'
          else coalesce(e ->> 'accumulates', 'last') end as accumulates
      from jsonb_array_elements(s.data -> 'indicators') e where e ->> 'id' = m.indicator_id limit 1) i
  where m.state = 'accepted'
  group by m.project_id, m.indicator_id, i.kind, i.accumulates) x;

-- A value typed before becomes one accepted measurement of the day it was saved.
insert into measurements (id, project_id, indicator_id, day, value, note, state, origin, author_id, recorded_at,
  submitted_at, due_at, updated_at, updated_by)
select new_id(), s.project_id, e ->> 'id', day_in_chile(s.updated_at), round((e ->> 'actual')::numeric, 4),
  left(coalesce(e ->> 'verification', ''), 500), 'accepted', 'earlier', coalesce(s.updated_by, p.lead_id),
  s.updated_at, s.updated_at, s.updated_at, s.updated_at, coalesce(s.updated_by, p.lead_id)
from project_sections s join projects p on p.id = s.project_id
  cross join lateral jsonb_array_elements(s.data -> 'indicators') e
where s.section = 'indicators' and jsonb_typeof(s.data -> 'indicators') = 'array'
  and jsonb_typeof(e -> 'actual') = 'number';

-- Indicators of before are numbers whose last value counts. Sections keep version and time: nobody wrote them.
update project_sections s set data = jsonb_set(s.data, '{indicators}', coalesce((
  select jsonb_agg(e || jsonb_build_object('kind', 'number', 'accumulates', 'last', 'direction', 'up', 'level', 'outcome',
    'actual', null,
    'noBaseline', case when jsonb_typeof(e -> 'baseline') = 'number' then '' else 'Sin línea base (registro anterior)' end)
    order by n)
  from jsonb_array_elements(s.data -> 'indicators') with ordinality x (e, n)), '[]'))
where s.section = 'indicators' and jsonb_typeof(s.data -> 'indicators') = 'array';
