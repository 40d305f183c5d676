-- A head's steps are held by a deputy from the first to the last day, both included, unless ended before.
create table deputations (
  id uuid primary key default new_id(),
  principal_id uuid not null references users (id),
  deputy_id uuid not null references users (id),
  first_day date not null,
  last_day date not null,
  reason text not null default '' check (length(reason) <= 2000),
  ended_at timestamptz,
  ended_by uuid references users (id),
  created_at timestamptz not null default now(),
  created_by uuid not null references users (id),
  check (last_day >= first_day),
  check (deputy_id <> principal_id)
);
create index deputations_principal on deputations (principal_id, last_day) where ended_at is null;
create index deputations_deputy on deputations (deputy_id, last_day) where ended_at is null;
create index deputations_ended_by on deputations (ended_by);
create index deputations_created_by on deputations (created_by);

-- Who stands in for whom on a day; one deputy a principal at most. A deputy who cannot act stands in for nobody.
create function deputies_on(on_day date) returns table (principal_id uuid, deputy_id uuid)
  language sql stable parallel safe
  as $$ select d.principal_id, d.deputy_id from public.deputations d
        where d.ended_at is null and on_day between d.first_day and d.last_day
          and exists (select from public.users u where u.id = d.deputy_id and u.state = 'active') $$;
create function day_in_chile(at timestamptz) returns date
  language sql immutable parallel safe strict
  as $$ select (at at time zone 'America/Santiago')::date $$;

-- The head whose step a deputy holds, and in whose place a step was taken.
alter table project_holders add column principal_id uuid references users (id);
create index project_holders_principal on project_holders (principal_id) where principal_id is not null;
alter table project_history add column deputy_of uuid references users (id);
create index project_history_deputy on project_history (deputy_of) where deputy_of is not null;

-- Each reminder goes out once: one before, on and every week after the day something is due in a status.
create table project_reminders (
  project_id uuid not null references projects (id) on delete cascade,
  status text not null,
  due_at timestamptz not null,
  -- -1 the working day before, 0 on the day, n after n weeks.
  slot smallint not null check (slot >= -1),
  sent_at timestamptz not null default now(),
  primary key (project_id, status, due_at, slot)
);

-- What the clock moves on by itself, and the steps that units hold.
create index projects_by_the_clock on projects (status, due_at) where status in ('returned', 'waitlisted');
create index projects_to_start on projects (start_date) where status = 'approved';
create index projects_unit_steps on projects (school_id) where status in ('director_review', 'dean_review', 'final_report');
