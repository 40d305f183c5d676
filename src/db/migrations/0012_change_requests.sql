-- After approval team, dates and budget change by a request with a reason. Only what is asked to change is kept.
create table change_requests (
  -- Made by the browser once per form: sending the form twice asks once.
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  section text not null check (section in ('identification', 'team', 'budget')),
  -- The section's version the author started from.
  version integer not null,
  before jsonb not null,
  after jsonb not null,
  reason text not null check (length(reason) between 1 and 2000),
  state text not null default 'open' check (state in ('open', 'accepted', 'refused', 'withdrawn')),
  author_id uuid not null references users (id),
  on_behalf_of uuid references users (id),
  created_at timestamptz not null default now(),
  due_at timestamptz not null,
  decided_by uuid references users (id),
  decided_at timestamptz,
  answer text check (length(answer) <= 2000),
  check ((state = 'open') = (decided_at is null))
);
create unique index change_requests_open on change_requests (project_id, section) where state = 'open';
create index change_requests_waiting on change_requests (due_at) where state = 'open';
create index change_requests_project on change_requests (project_id, created_at desc);
create index change_requests_author on change_requests (author_id);
create index change_requests_behalf on change_requests (on_behalf_of);
create index change_requests_decided_by on change_requests (decided_by);
