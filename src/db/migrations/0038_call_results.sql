-- A result is provisional until its appeals are over; who decided it sits as a committee; each author gets a letter.

alter table calls drop constraint calls_state_check;
alter table calls
  add constraint calls_state_check check (state in (
    'preparation', 'open', 'evaluation', 'provisional', 'resolved', 'execution', 'closed')),
  -- Working days the office has to answer an appeal.
  add column answer_days integer not null default 10 check (answer_days between 1 and 250),
  -- Working days a reviewer has to answer an invitation.
  add column invitation_days integer not null default 3 check (invitation_days between 1 and 60),
  -- Last day of the waitlist; without one it ends where the execution starts.
  add column waitlist_until date,
  -- {members: [{id, userId, name, email, role}], quorum}: who decides; without a quorum any number may sit.
  add column committee jsonb not null default '{"members": [], "quorum": null}';

-- Calls that have opened keep the waitlist they were opened with: until the end of the execution.
update calls set waitlist_until = execution_to where state <> 'preparation';

-- What the waitlist changes by itself is nobody's act.
alter table call_acts alter column actor_id drop not null;

-- Until when the office answers.
alter table appeals add column due_at timestamptz;
update appeals set due_at = coalesce((
  select (d::date + 1)::timestamp at time zone 'America/Santiago' - interval '1 millisecond'
  from generate_series((appeals.at at time zone 'America/Santiago')::date + 1,
    (appeals.at at time zone 'America/Santiago')::date + 60, interval '1 day') d
  where extract(isodow from d) < 6 and d::date not in (select day from holidays)
  order by d offset 9 limit 1), at + interval '14 days');
-- A still running copy of the version before knows nothing of it.
alter table appeals alter column due_at set not null, alter column due_at set default now() + interval '14 days';
create index appeals_open on appeals (due_at) where upheld is null;

-- What a call says to its authors, by outcome; without a row, the product's own words.
create table call_letters (
  call_id uuid not null references calls (id) on delete cascade,
  outcome text not null check (outcome in ('award', 'waitlist', 'not_award', 'dismiss')),
  subject text not null check (length(subject) between 1 and 200),
  body text not null check (length(body) between 1 and 20000),
  updated_at timestamptz not null default now(),
  updated_by uuid references users (id),
  primary key (call_id, outcome)
);
create index call_letters_updated_by on call_letters (updated_by) where updated_by is not null;

-- The letter that told an author of an outcome, as it was sent.
create table result_letters (
  history_id bigint primary key references project_history (id) on delete cascade,
  project_id uuid not null references projects (id) on delete cascade,
  outcome text not null check (outcome in ('award', 'waitlist', 'not_award', 'dismiss')),
  subject text not null,
  html text not null,
  text text not null,
  at timestamptz not null
);
create index result_letters_project on result_letters (project_id, history_id desc);

-- Until when an invitation is answered.
alter table reviews add column answer_by timestamptz;
