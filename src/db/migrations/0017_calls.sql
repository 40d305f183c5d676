-- Calls (convocatorias): a fund with a form, dates and a rubric that proposals answer to.

create table calls (
  id uuid primary key default new_id(),
  name text not null check (length(name) between 3 and 120),
  year integer not null check (year between 2000 and 2100),
  kind text not null references kinds (slug),
  state text not null default 'preparation' check (state in (
    'preparation', 'open', 'evaluation', 'resolved', 'execution', 'closed')),
  opens_at timestamptz,
  closes_at timestamptz,
  -- Deans endorse until then.
  endorse_until timestamptz,
  -- Working days to answer what the admissibility desk sent back.
  correction_days integer not null default 5 check (correction_days between 1 and 250),
  evaluation_until timestamptz,
  resolution_at timestamptz,
  -- Working days after the result.
  appeal_days integer not null default 5 check (appeal_days between 0 and 250),
  execution_from date,
  execution_to date,
  blind boolean not null default false,
  reviews integer not null default 2 check (reviews between 1 and 5),
  minimum integer not null default 60 check (minimum between 0 and 100),
  gap integer not null default 20 check (gap between 1 and 100),
  proposals_per_lead integer not null default 1 check (proposals_per_lead between 1 and 20),
  -- Leads whose final report is overdue cannot apply.
  blocks_overdue boolean not null default true,
  -- {criteria: [...]}, questions and documents as a kind's definition writes them.
  rubric jsonb not null default '{"criteria": []}',
  questions jsonb not null default '[]',
  documents jsonb not null default '[]',
  -- HTML of the bases, cleaned by the server.
  public_text text not null default '',
  copied_from uuid references calls (id),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid references users (id),
  updated_at timestamptz not null default now(),
  updated_by uuid references users (id),
  search text not null generated always as (plain(name || ' ' || year::text)) stored,
  check (closes_at > opens_at),
  check (execution_to >= execution_from),
  check (state = 'preparation' or (opens_at is not null and closes_at is not null))
);
create index calls_state on calls (state, closes_at);
create index calls_kind on calls (kind);
create index calls_copied_from on calls (copied_from);
create index calls_created_by on calls (created_by);
create index calls_updated_by on calls (updated_by);

create table call_lines (
  id uuid primary key default new_id(),
  call_id uuid not null references calls (id) on delete cascade,
  position integer not null,
  name text not null check (length(name) between 1 and 120),
  -- The most one project may ask for, and what there is for all of the line; CLP.
  cap bigint not null check (cap > 0),
  budget bigint not null check (budget > 0),
  unique (call_id, id)
);

-- The most proposals of a faculty that are awarded; a faculty without a row has no limit.
create table call_quotas (
  call_id uuid not null references calls (id) on delete cascade,
  faculty_id uuid not null references faculties (id),
  quota integer not null check (quota >= 0),
  primary key (call_id, faculty_id)
);
create index call_quotas_faculty on call_quotas (faculty_id);

create table call_files (
  id uuid primary key default new_id(),
  call_id uuid not null references calls (id) on delete cascade,
  name text not null check (length(name) between 1 and 255),
  size bigint not null check (size > 0),
  content_type text not null,
  sha256 bytea not null,
  storage_key text not null,
  uploaded_by uuid not null references users (id),
  uploaded_at timestamptz not null default now(),
  unique (call_id, sha256)
);
create index call_files_uploaded_by on call_files (uploaded_by);

-- Each time the closing was put off, and why.
create table call_extensions (
  id bigint generated always as identity primary key,
  call_id uuid not null references calls (id) on delete cascade,
  closed_at timestamptz not null,
  closes_at timestamptz not null check (closes_at > closed_at),
  reason text not null check (length(reason) between 10 and 2000),
  at timestamptz not null default now(),
  actor_id uuid not null references users (id)
);
create index call_extensions_call on call_extensions (call_id, id desc);
create index call_extensions_actor on call_extensions (actor_id);

-- Repeated from the section Fondo, for lists and the rules of the call.
alter table projects
  add column call_id uuid references calls (id),
  add column line_id uuid,
  add column amount_requested bigint check (amount_requested > 0),
  add foreign key (call_id, line_id) references call_lines (call_id, id),
  add check (line_id is null or call_id is not null);
create index projects_call on projects (call_id, status) where call_id is not null;
create index projects_line on projects (call_id, line_id) where line_id is not null;

-- Proof of what was received when. Once drawn, the PDF is kept and answered as it is.
create table project_receipts (
  id uuid primary key default new_id(),
  project_id uuid not null references projects (id) on delete cascade,
  history_id bigint not null references project_history (id) on delete cascade,
  call_id uuid references calls (id),
  received_at timestamptz not null,
  -- SHA-256 of what was sent: see the snapshot of the same step.
  content_hash bytea not null,
  facts jsonb not null,
  pdf bytea,
  unique (history_id)
);
create index project_receipts_project on project_receipts (project_id, received_at desc);
create index project_receipts_call on project_receipts (call_id);

-- What the admissibility desk has looked at: {item: {ok, note}}.
create table admissibility_checks (
  project_id uuid primary key references projects (id) on delete cascade,
  items jsonb not null default '{}',
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by uuid not null references users (id)
);
create index admissibility_checks_updated_by on admissibility_checks (updated_by);
