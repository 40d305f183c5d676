-- What a project does once it is approved: activities, meetings and what is agreed in them, deliverables, who came.

create table activities (
  -- Made by the browser once per form: sending the form twice records once.
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  -- The activity of the plan that it was part of, an entry of a section; null outside of the plan.
  plan_item_id text check (length(plan_item_id) between 1 and 40),
  name text not null check (length(name) between 3 and 200),
  day date not null,
  -- Clock of Chile, HH:MM, or empty.
  starts_at text not null default '' check (starts_at ~ '^(|([01]\d|2[0-3]):[0-5]\d)$'),
  ends_at text not null default '' check (ends_at ~ '^(|([01]\d|2[0-3]):[0-5]\d)$'),
  place text not null default '' check (length(place) <= 200),
  link text not null default '' check (length(link) <= 500),
  comuna_code text references comunas (code),
  description text not null default '' check (length(description) <= 3000),
  -- People by group, as they were counted there: {"students": 12}. A group that is not named was not counted.
  counts jsonb not null default '{}' check (jsonb_typeof(counts) = 'object'),
  -- With it the plan's activity is done.
  completes boolean not null default false check (not completes or plan_item_id is not null),
  -- Of the list of who came, once it has been deleted: {"students": {"attendances": 30, "people": 12, "unidentified": 3}}.
  kept_counts jsonb check (jsonb_typeof(kept_counts) = 'object'),
  author_id uuid not null references users (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid not null references users (id),
  version integer not null default 1 check (version >= 1),
  check (ends_at = '' or (starts_at <> '' and ends_at >= starts_at))
);
create index activities_project on activities (project_id, day desc, id);
create index activities_comuna on activities (comuna_code);
create index activities_author on activities (author_id);
create index activities_updated_by on activities (updated_by);

-- Photos and files of an activity; `file_id` is the file's, whatever version of it counts.
create table activity_files (
  activity_id uuid not null references activities (id) on delete cascade,
  file_id uuid not null references files (id) on delete cascade,
  primary key (activity_id, file_id)
);
create index activity_files_file on activity_files (file_id);

create table meetings (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  organisation_id uuid references organisations (id),
  day date not null,
  starts_at text not null default '' check (starts_at ~ '^(|([01]\d|2[0-3]):[0-5]\d)$'),
  place text not null default '' check (length(place) <= 200),
  link text not null default '' check (length(link) <= 500),
  attendees text not null default '' check (length(attendees) <= 1000),
  summary text not null default '' check (length(summary) <= 5000),
  author_id uuid not null references users (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid not null references users (id),
  version integer not null default 1 check (version >= 1)
);
create index meetings_project on meetings (project_id, day desc, id);
create index meetings_organisation on meetings (organisation_id);
create index meetings_author on meetings (author_id);
create index meetings_updated_by on meetings (updated_by);

-- What was agreed in a meeting, and who does it until when.
create table action_items (
  id uuid primary key,
  meeting_id uuid not null references meetings (id) on delete cascade,
  project_id uuid not null references projects (id) on delete cascade,
  position integer not null,
  text text not null check (length(text) between 3 and 500),
  -- Somebody with an account, or a name.
  responsible_id uuid references users (id),
  responsible_name text not null default '' check (length(responsible_name) <= 120),
  due_day date not null,
  done_at timestamptz,
  done_by uuid references users (id),
  check ((done_at is null) = (done_by is null))
);
create index action_items_meeting on action_items (meeting_id, position);
create index action_items_project on action_items (project_id);
create index action_items_responsible on action_items (responsible_id);
create index action_items_done_by on action_items (done_by);
create index action_items_open on action_items (due_day) where done_at is null;
-- It is reminded of as changes, appeals and questions are.
alter table turn_reminders drop constraint turn_reminders_turn_check,
  add constraint turn_reminders_turn_check check (turn in ('change', 'appeal', 'question', 'action_item'));

-- How far a deliverable of a contract is; without a row nothing has happened to it.
create table deliverables (
  project_id uuid not null references projects (id) on delete cascade,
  -- Entry of the section «Contrato».
  item_id text not null check (length(item_id) between 1 and 40),
  delivered_on date,
  accepted_on date check (accepted_on is null or delivered_on is not null),
  paid_on date,
  payment_reference text not null default '' check (length(payment_reference) <= 120),
  note text not null default '' check (length(note) <= 1000),
  file_id uuid references files (id) on delete set null,
  updated_at timestamptz not null default now(),
  updated_by uuid not null references users (id),
  version integer not null default 1 check (version >= 1),
  primary key (project_id, item_id)
);
create index deliverables_file on deliverables (file_id);
create index deliverables_updated_by on deliverables (updated_by);

-- What people are told when their data are taken; a published version never changes.
create table privacy_notices (
  version integer primary key check (version >= 1),
  body text not null check (length(body) between 50 and 10000),
  published_at timestamptz not null default now(),
  published_by uuid references users (id)
);
create index privacy_notices_published_by on privacy_notices (published_by);
insert into privacy_notices (version, body) values (1,
'Quién trata tus datos: la oficina de Vinculación con el Medio de esta institución.

Qué datos pedimos: tu nombre, un documento o correo que te identifique y el grupo al que perteneces. No pedimos datos sensibles.

Para qué: para registrar que participaste en la actividad, informar cuántas personas participaron y, si corresponde, emitir tu constancia. No los usamos para otra cosa ni los entregamos a terceros.

Cuánto tiempo: la lista con nombres se elimina cuando se cumple el plazo que fija la institución después del término del proyecto. Después solo quedan cantidades, sin nombres.

Tus derechos: puedes pedir que te mostremos, corrijamos, entreguemos o eliminemos tus datos, u oponerte a su uso, escribiendo a la oficina.');

-- People who came to an activity. Sensitive groups are never here: they are counted in `activities.counts` alone.
create table attendances (
  id uuid primary key default new_id(),
  project_id uuid not null references projects (id) on delete cascade,
  activity_id uuid not null references activities (id) on delete cascade,
  name text not null check (length(name) between 2 and 150),
  identifier_kind text not null check (identifier_kind in ('rut', 'foreign', 'email', 'none')),
  -- RUT as 12345678-5, a foreign document in capitals, an e-mail in small letters.
  identifier text not null default '' check (length(identifier) <= 254),
  people_group text not null check (people_group in ('students', 'academics', 'staff', 'alumni', 'external')),
  -- Who allowed it for somebody under age.
  guardian text not null default '' check (length(guardian) <= 150),
  source text not null check (source in ('list', 'code')),
  notice_version integer not null references privacy_notices (version),
  consented_at timestamptz not null,
  -- Keyed hash of the identifier: the same person over the activities, without showing who.
  person_key bytea check (length(person_key) = 32),
  created_at timestamptz not null default now(),
  created_by uuid references users (id),
  check ((identifier_kind = 'none') = (identifier = '')),
  check ((identifier_kind = 'none') = (person_key is null))
);
create unique index attendances_person on attendances (activity_id, person_key) where person_key is not null;
create index attendances_activity on attendances (activity_id, people_group);
create index attendances_project on attendances (project_id, people_group, person_key);
create index attendances_notice on attendances (notice_version);
create index attendances_created_by on attendances (created_by);

-- A code shown in the room, which lets people write themselves down while it is open.
create table attendance_codes (
  id uuid primary key default new_id(),
  activity_id uuid not null references activities (id) on delete cascade,
  -- 128 random bits; whoever is in the room sees it.
  code text not null unique check (length(code) = 26),
  opens_at timestamptz not null,
  closes_at timestamptz not null check (closes_at > opens_at),
  -- Ended before its time.
  closed_at timestamptz,
  answers integer not null default 0,
  created_at timestamptz not null default now(),
  created_by uuid not null references users (id)
);
create unique index attendance_codes_open on attendance_codes (activity_id) where closed_at is null;
create index attendance_codes_created_by on attendance_codes (created_by);

-- The lists of a project were deleted; what had been counted over all its activities stays.
create table attendance_purges (
  project_id uuid primary key references projects (id) on delete cascade,
  purged_at timestamptz not null default now(),
  counts jsonb not null check (jsonb_typeof(counts) = 'object')
);

-- Secret address of a person's calendar; a new one ends the one before.
create table calendar_feeds (
  user_id uuid primary key references users (id) on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  read_at timestamptz
);

-- How long lists of who came are kept, counted from the end of the project.
update settings set value = value || '{"attendanceMonths": 24}'
  where key = 'retention' and not value ? 'attendanceMonths';
