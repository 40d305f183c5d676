-- Progress reports (informes de avance) and final reports.

create table reports (
  id uuid primary key default new_id(),
  project_id uuid not null references projects (id) on delete cascade,
  -- 1, 2, … of the progress reports; none of the final one, which stands where its project stands.
  number integer check (number between 1 and 20),
  state text check (state in ('draft', 'submitted', 'returned', 'accepted')),
  -- Who reviews it; of one that came back, where it re-enters.
  sub_step text check (sub_step in ('director', 'office')),
  -- By part: what its author writes.
  texts jsonb not null default '{}' check (jsonb_typeof(texts) = 'object'),
  -- Of the final one: people by group where they are not what was recorded, and why.
  people jsonb not null default '{}' check (jsonb_typeof(people) = 'object'),
  people_reason text not null default '' check (length(people_reason) <= 2000),
  -- What was recorded, as it was when it was sent last.
  facts jsonb check (jsonb_typeof(facts) = 'object'),
  -- [{id, part, text, answer}]: what was observed last.
  observations jsonb not null default '[]' check (jsonb_typeof(observations) = 'array'),
  comment text not null default '' check (length(comment) <= 2000),
  author_id uuid not null references users (id),
  updated_by uuid not null references users (id),
  updated_at timestamptz not null default now(),
  -- Everybody who wrote any of it: none of them decides it.
  maker_ids uuid[] not null default '{}',
  submitted_by uuid references users (id),
  submitted_at timestamptz,
  -- Until when it is to be decided, or sent again once it came back.
  due_at timestamptz,
  decided_by uuid references users (id),
  decided_at timestamptz,
  version integer not null default 1 check (version >= 1),
  unique nulls not distinct (project_id, number),
  check ((number is null) = (state is null)),
  check (number is not null or sub_step is null),
  check ((state in ('submitted', 'returned')) = (sub_step is not null)),
  check (state not in ('submitted', 'returned') or due_at is not null),
  check (number is null or people = '{}')
);
create index reports_waiting on reports (due_at, project_id) where state in ('submitted', 'returned');
create index reports_author on reports (author_id);
create index reports_updated_by on reports (updated_by);
create index reports_submitted_by on reports (submitted_by);
create index reports_decided_by on reports (decided_by);

create trigger reports_makers before insert or update of updated_by on reports
  for each row execute function keep_makers('updated_by');

-- Photos that a report shows, in their order.
create table report_photos (
  report_id uuid not null references reports (id) on delete cascade,
  position integer not null check (position between 0 and 59),
  -- Asked at the end of a transaction: with its project go files before reports.
  version_id uuid not null references files (id) deferrable initially deferred,
  caption text not null default '' check (length(caption) <= 300),
  primary key (report_id, position)
);
create index report_photos_version on report_photos (version_id);

-- Days on which the progress reports of a call are due; calls in flight ask for none.
alter table calls
  add column report_dates jsonb not null default '[]' check (jsonb_typeof(report_dates) = 'array');

alter table turn_reminders drop constraint turn_reminders_turn_check,
  add constraint turn_reminders_turn_check check (
    turn in ('change', 'appeal', 'question', 'action_item', 'measurement', 'statement', 'refund', 'report'));
