-- Surveys: instruments with versions, and waves that are sent to people, answered and counted.

create table instruments (
  id uuid primary key default new_id(),
  name text not null check (length(name) between 1 and 200),
  -- What it is for, for who chooses it.
  purpose text not null default '' check (length(purpose) <= 1000),
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid references users (id),
  search text not null generated always as (plain(name)) stored
);
create unique index instruments_name on instruments (plain(name));
create index instruments_updated on instruments (updated_at, id);
create index instruments_updated_by on instruments (updated_by);

-- The latest version is the one that is sent next: it may change until then, and never again.
create table instrument_versions (
  id uuid primary key default new_id(),
  instrument_id uuid not null references instruments (id) on delete cascade,
  number integer not null check (number > 0),
  questions jsonb not null default '[]' check (jsonb_typeof(questions) = 'array'),
  -- When it was first sent.
  frozen_at timestamptz,
  unique (instrument_id, number)
);
create unique index instrument_versions_open on instrument_versions (instrument_id) where frozen_at is null;

create function keep_frozen_version() returns trigger language plpgsql as $$
begin
  if old.frozen_at is not null then raise exception 'a version that was sent does not change'; end if;
  return new;
end $$;
create trigger instrument_versions_keep before update on instrument_versions for each row
  execute function keep_frozen_version();

-- One sending of an instrument to some people; without project it is the office's.
create table waves (
  id uuid primary key default new_id(),
  instrument_id uuid not null references instruments (id),
  -- The version that was sent; null before.
  version_id uuid references instrument_versions (id),
  project_id uuid references projects (id) on delete cascade,
  title text not null check (length(title) between 1 and 200),
  audience text not null check (audience in ('partners', 'students', 'attendees')),
  anonymous boolean not null,
  -- What stands above the questions, and in the invitation.
  message text not null default '' check (length(message) <= 2000),
  -- Last day on which it is answered.
  last_day date not null,
  -- So many days before the last one who has not answered is reminded.
  reminder_days integer[] not null default '{}',
  state text not null check (state in ('draft', 'open', 'closed', 'ready')),
  opened_at timestamptz,
  -- Until when it is answered: the end of its last day, or when somebody closed it.
  closes_at timestamptz,
  counted_at timestamptz,
  -- When the database was rid of former versions of what was deleted.
  swept_at timestamptz,
  -- Last reminder that was written.
  reminded_at timestamptz,
  -- What is left once it was counted: how many were asked by name, did not want to, and answered.
  invited integer not null default 0,
  declined integer not null default 0,
  answers integer not null default 0,
  -- A code that is shown in a room; null while there is none.
  room_code text unique check (room_code is null or (anonymous and length(room_code) = 26)),
  created_at timestamptz not null default now(),
  created_by uuid not null references users (id),
  updated_at timestamptz not null default now(),
  updated_by uuid references users (id),
  search text not null generated always as (plain(title)) stored,
  unique (id, anonymous),
  check ((state = 'draft') = (opened_at is null)),
  check ((state = 'draft') = (version_id is null)),
  check ((state = 'draft') = (closes_at is null)),
  check ((state = 'ready') = (counted_at is not null))
);
create index waves_instrument on waves (instrument_id, opened_at);
create index waves_version on waves (version_id);
create index waves_project on waves (project_id);
create index waves_updated on waves (updated_at, id);
create index waves_opened on waves (opened_at, id);
create index waves_due on waves (closes_at) where state in ('open', 'closed');
create index waves_created_by on waves (created_by);
create index waves_updated_by on waves (updated_by);
create index waves_search on waves using gin (search gin_trgm_ops);

-- Whether answers are anonymous was said to who was asked first: it holds.
create function keep_anonymous() returns trigger language plpgsql as $$
begin
  if old.opened_at is not null and new.anonymous <> old.anonymous then
    raise exception 'a wave that was sent stays as anonymous as it was';
  end if;
  return new;
end $$;
create trigger waves_anonymous before update of anonymous on waves for each row execute function keep_anonymous();

-- Who is asked by name. Of an anonymous wave all are forgotten once it is counted.
create table wave_invitations (
  id uuid primary key default new_id(),
  wave_id uuid not null references waves (id) on delete cascade,
  name text not null check (length(name) between 1 and 200),
  email text not null check (length(email) between 3 and 254),
  organisation_id uuid references organisations (id),
  state text not null check (state in ('waiting', 'answered', 'declined')),
  unique (wave_id, email)
);
create index wave_invitations_open on wave_invitations (wave_id, state);
create index wave_invitations_organisation on wave_invitations (organisation_id);

-- Organisations whose people were asked: stays when who they were is forgotten.
create table wave_organisations (
  wave_id uuid not null references waves (id) on delete cascade,
  organisation_id uuid not null references organisations (id),
  primary key (wave_id, organisation_id)
);
create index wave_organisations_organisation on wave_organisations (organisation_id);

-- Personal links, as SHA-256 of what is written in a mail: each mail has one of its own, an answer spends them all.
create table wave_links (
  hash bytea primary key check (length(hash) = 32),
  invitation_id uuid not null references wave_invitations (id) on delete cascade
);
create index wave_links_invitation on wave_links (invitation_id);

-- Answers. Of an anonymous wave nothing stands here but what was answered: no person, no time, a random key.
create table wave_answers (
  id uuid primary key default gen_random_uuid(),
  wave_id uuid not null,
  anonymous boolean not null,
  invitation_id uuid unique references wave_invitations (id) on delete cascade,
  answered_at timestamptz,
  data jsonb not null check (jsonb_typeof(data) = 'object'),
  foreign key (wave_id, anonymous) references waves (id, anonymous) on update cascade on delete cascade,
  check (not anonymous or (invitation_id is null and answered_at is null)),
  -- Who answers by the code of a room has no name: there is none in a wave of names.
  check (anonymous or (invitation_id is not null and answered_at is not null))
);
create index wave_answers_wave on wave_answers (wave_id, anonymous);

-- What a wave comes to once it is counted. All of it (part '') and, of five answers each at least, the parts into which
-- one of its questions divides it: no two of these differ by one to four answers.
create table wave_parts (
  wave_id uuid not null references waves (id) on delete cascade,
  part integer not null check (part >= 0),
  -- Values of the question that divides, taken together; of all of it none.
  choices text[] not null,
  answers integer not null check (answers >= 5),
  primary key (wave_id, part)
);
create table wave_tallies (
  wave_id uuid not null,
  part integer not null,
  question text not null,
  -- '' counts those who did not answer it.
  value text not null,
  count integer not null check (count > 0),
  primary key (wave_id, part, question, value),
  foreign key (wave_id, part) references wave_parts (wave_id, part) on delete cascade
);
-- What was written, in an order that tells nothing, and of no part.
create table wave_comments (
  id uuid primary key default gen_random_uuid(),
  wave_id uuid not null references waves (id) on delete cascade,
  question text not null,
  text text not null check (length(text) between 1 and 2000)
);
create index wave_comments_wave on wave_comments (wave_id, question, id);

-- The link of an invitation is made when its mail is sent, and written nowhere else.
alter table mails add column invitation_id uuid references wave_invitations (id) on delete set null;
create index mails_invitation on mails (invitation_id) where invitation_id is not null;
