-- The project record: columns for lists, sections for text, holders for whose turn it is.

create table project_correlatives (
  kind text not null references kinds (slug),
  year integer not null,
  last integer not null,
  primary key (kind, year)
);

-- Columns repeat what lists filter, sort and show; the sections below are where the text lives.
create table projects (
  id uuid primary key default new_id(),
  code text not null unique,
  kind text not null,
  kind_version integer not null,
  status text not null default 'draft' check (status in (
    'draft', 'director_review', 'dean_review', 'admissibility', 'evaluation', 'resolution', 'returned',
    'waitlisted', 'approved', 'running', 'suspended', 'final_report', 'closed', 'rejected', 'not_awarded',
    'withdrawn', 'cancelled')),
  -- While in final_report: who reviews now.
  sub_step text check (sub_step in ('director', 'office')),
  -- While returned: the status to come back to.
  returned_from text,
  status_since timestamptz not null default now(),
  due_at timestamptz,
  -- True while the outreach office (any Admin) holds it; otherwise project_holders says who does.
  office_turn boolean not null default false,
  title text not null check (length(title) <= 200),
  summary text not null default '',
  lead_id uuid not null references users (id),
  alternate_id uuid references users (id),
  school_id uuid references schools (id),
  period text check (period ~ '^\d{4}-[12]$'),
  start_date date,
  end_date date,
  consent_to_publish boolean not null default false,
  submitted_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid not null references users (id),
  updated_at timestamptz not null default now(),
  updated_by uuid references users (id),
  -- Title, keywords, summary and lead's name, written by the application on each save.
  search_text text not null default '',
  search tsvector not null generated always as (search_vector(search_text)) stored,
  foreign key (kind, kind_version) references kind_versions (slug, version),
  check (end_date >= start_date),
  check (alternate_id <> lead_id)
);
create index projects_search on projects using gin (search);
create index projects_code on projects (code text_pattern_ops);
create index projects_updated on projects (updated_at desc, id);
create index projects_status_updated on projects (status, updated_at desc, id);
create index projects_kind_status on projects (kind, status, updated_at desc, id);
create index projects_title on projects (plain(title), id);
create index projects_due on projects (due_at, id) where due_at is not null;
create index projects_lead on projects (lead_id);
create index projects_alternate on projects (alternate_id) where alternate_id is not null;
create index projects_school on projects (school_id, status);
create index projects_period on projects (period);
create index projects_office_turn on projects (due_at) where office_turn;
create index projects_kind_version on projects (kind, kind_version);
create index projects_created_by on projects (created_by);
create index projects_updated_by on projects (updated_by);

-- One row a section; the version is what a stale save is refused by.
create table project_sections (
  project_id uuid not null references projects (id) on delete cascade,
  section text not null,
  data jsonb not null,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by uuid references users (id),
  primary key (project_id, section)
);
create index project_sections_updated_by on project_sections (updated_by);

-- References held inside sections, kept as rows for permissions, filters and foreign keys.
create table project_members (
  project_id uuid not null references projects (id) on delete cascade,
  user_id uuid not null references users (id),
  primary key (project_id, user_id)
);
create index project_members_user on project_members (user_id);
create table project_careers (
  project_id uuid not null references projects (id) on delete cascade,
  career_id uuid not null references careers (id),
  primary key (project_id, career_id)
);
create index project_careers_career on project_careers (career_id);
create table project_offerings (
  project_id uuid not null references projects (id) on delete cascade,
  offering_id uuid not null references course_offerings (id),
  primary key (project_id, offering_id)
);
create index project_offerings_offering on project_offerings (offering_id);
create table project_partners (
  project_id uuid not null references projects (id) on delete cascade,
  organisation_id uuid not null references organisations (id),
  primary key (project_id, organisation_id)
);
create index project_partners_organisation on project_partners (organisation_id);
create table project_comunas (
  project_id uuid not null references projects (id) on delete cascade,
  comuna_code text not null references comunas (code),
  primary key (project_id, comuna_code)
);
create index project_comunas_comuna on project_comunas (comuna_code);
create table project_goals (
  project_id uuid not null references projects (id) on delete cascade,
  goal smallint not null check (goal between 1 and 17),
  primary key (project_id, goal)
);
create index project_goals_goal on project_goals (goal);

-- Whose turn it is. `via` says why this person: lead, head, dean, deputy, assigned.
create table project_holders (
  project_id uuid not null references projects (id) on delete cascade,
  user_id uuid not null references users (id),
  via text not null,
  primary key (project_id, user_id)
);
create index project_holders_user on project_holders (user_id);

create table project_history (
  id bigint generated always as identity primary key,
  project_id uuid not null references projects (id) on delete cascade,
  at timestamptz not null default now(),
  actor_id uuid references users (id),
  on_behalf_of uuid references users (id),
  action text not null,
  from_status text,
  to_status text not null,
  reason text,
  comment text,
  -- What undo puts back: status, sub_step, returned_from, status_since, due_at, office_turn, submitted_at, holders.
  before jsonb not null default '{}',
  undone_at timestamptz
);
create index project_history_project on project_history (project_id, id desc);
create index project_history_actor on project_history (actor_id);
create index project_history_behalf on project_history (on_behalf_of);

-- All sections as they were at a submit: what an endorser saw, and what a resubmission is compared with.
create table project_snapshots (
  history_id bigint primary key references project_history (id) on delete cascade,
  project_id uuid not null references projects (id) on delete cascade,
  sections jsonb not null
);
create index project_snapshots_project on project_snapshots (project_id);

create table observations (
  id uuid primary key default new_id(),
  project_id uuid not null references projects (id) on delete cascade,
  history_id bigint not null references project_history (id) on delete cascade,
  section text not null,
  text text not null check (length(text) between 1 and 4000),
  author_id uuid not null references users (id),
  state text not null default 'open' check (state in ('open', 'answered', 'resolved')),
  created_at timestamptz not null default now()
);
create index observations_project on observations (project_id, created_at);
create index observations_history on observations (history_id);
create index observations_author on observations (author_id);
create table observation_answers (
  id uuid primary key default new_id(),
  observation_id uuid not null references observations (id) on delete cascade,
  author_id uuid not null references users (id),
  text text not null check (length(text) between 1 and 4000),
  created_at timestamptz not null default now()
);
create index observation_answers_observation on observation_answers (observation_id, created_at);
create index observation_answers_author on observation_answers (author_id);

create table files (
  id uuid primary key default new_id(),
  project_id uuid not null references projects (id) on delete cascade,
  document_type text not null,
  name text not null check (length(name) between 1 and 255),
  size bigint not null check (size > 0),
  content_type text not null,
  sha256 bytea not null,
  storage_key text not null,
  uploaded_by uuid not null references users (id),
  uploaded_at timestamptz not null default now(),
  unique (project_id, document_type, sha256)
);
create index files_uploaded_by on files (uploaded_by);
create index files_storage_key on files (storage_key);

create table uploads (
  id uuid primary key default new_id(),
  project_id uuid not null references projects (id) on delete cascade,
  user_id uuid not null references users (id),
  document_type text not null,
  name text not null,
  size bigint not null check (size > 0),
  fingerprint text not null,
  received bigint not null default 0,
  created_at timestamptz not null default now(),
  unique (project_id, user_id, document_type, fingerprint)
);
create index uploads_user on uploads (user_id);
create index uploads_created on uploads (created_at);
