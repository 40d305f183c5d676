-- Ground: people, sessions, university structure, kinds, audit.
-- Floor is PostgreSQL 15: no uuidv7(), STORED spelled out, no exclusion constraints.

create extension if not exists unaccent;
create extension if not exists pg_trgm;

-- The wrapper is what lets generated columns and indexes use unaccent, which is only "stable" by itself.
create function plain(t text) returns text
  language sql immutable parallel safe strict
  as $$ select lower(public.unaccent('public.unaccent'::regdictionary, t)) $$;

create text search configuration es_unaccent (copy = spanish);
alter text search configuration es_unaccent
  alter mapping for hword, hword_part, word with unaccent, spanish_stem;

-- Both configurations: Snowball needs the accent of "-ción" to find its plural, readers forget accents.
create function search_vector(t text) returns tsvector
  language sql immutable parallel safe strict
  as $$ select to_tsvector('public.es_unaccent'::regconfig, t)
            || to_tsvector('pg_catalog.spanish'::regconfig, t)
            || to_tsvector('pg_catalog.simple'::regconfig, public.plain(t)) $$;

-- UUID version 7 (RFC 9562): 48 bits of Unix milliseconds, then random bits.
create function new_id() returns uuid
  language sql volatile parallel safe
  as $$ select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
        from 1 for 6),
      52, 1), 53, 1), 'hex')::uuid $$;

-- People ---------------------------------------------------------------------------------------

create table users (
  id uuid primary key default new_id(),
  email text not null check (length(email) between 3 and 254),
  name text not null check (length(name) between 1 and 200),
  roles text[] not null default '{}'
    check (roles <@ array['Academic', 'Admin', 'Dean', 'Director', 'Reviewer']::text[]),
  state text not null default 'pending' check (state in ('pending', 'active', 'blocked')),
  home_school_id uuid,
  expertise text[] not null default '{}' check (cardinality(expertise) <= 10),
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid references users (id),
  search text not null generated always as (plain(name || ' ' || email)) stored
);
create unique index users_email_key on users (lower(email));
create index users_search on users using gin (search gin_trgm_ops);
create index users_name on users (plain(name), id);
create index users_state on users (state) where state <> 'active';
create index users_updated_by on users (updated_by);
create index users_home_school on users (home_school_id);

-- A sign-in account at a provider. Microsoft: tenant = tid, subject = oid. Google: tenant = '', subject = sub.
create table user_accounts (
  id uuid primary key default new_id(),
  user_id uuid not null references users (id) on delete cascade,
  provider text not null check (provider in ('microsoft', 'google')),
  tenant text not null default '',
  subject text not null,
  email text,
  linked_at timestamptz not null default now(),
  unique (provider, tenant, subject)
);
create index user_accounts_user on user_accounts (user_id);

create table sessions (
  token_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  account_id uuid not null references user_accounts (id) on delete cascade,
  signed_in_at timestamptz not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);
create index sessions_account on sessions (account_id);
create index sessions_expiry on sessions (expires_at);

-- University -----------------------------------------------------------------------------------

create table faculties (
  id uuid primary key default new_id(),
  code text not null unique check (length(code) between 1 and 30),
  name text not null check (length(name) between 2 and 200),
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid references users (id),
  search text not null generated always as (plain(code || ' ' || name)) stored
);
create index faculties_search on faculties using gin (search gin_trgm_ops);
create index faculties_name on faculties (plain(name), id);
create index faculties_updated_by on faculties (updated_by);

create table schools (
  id uuid primary key default new_id(),
  code text not null unique check (length(code) between 1 and 30),
  name text not null check (length(name) between 2 and 200),
  faculty_id uuid not null references faculties (id),
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid references users (id),
  search text not null generated always as (plain(code || ' ' || name)) stored
);
create index schools_search on schools using gin (search gin_trgm_ops);
create index schools_name on schools (plain(name), id);
create index schools_faculty on schools (faculty_id);
create index schools_updated_by on schools (updated_by);

alter table users add foreign key (home_school_id) references schools (id);

-- Heads: directors of a school, deans of a faculty.
create table school_heads (
  school_id uuid not null references schools (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  primary key (school_id, user_id)
);
create index school_heads_user on school_heads (user_id);
create table faculty_heads (
  faculty_id uuid not null references faculties (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  primary key (faculty_id, user_id)
);
create index faculty_heads_user on faculty_heads (user_id);

create table careers (
  id uuid primary key default new_id(),
  name text not null check (length(name) between 2 and 200),
  code text check (length(code) between 1 and 30),
  official_code text unique check (length(official_code) between 1 and 30),
  school_id uuid not null references schools (id),
  level text not null default 'pregrado' check (level in ('tecnico', 'pregrado', 'postgrado')),
  campus text check (length(campus) <= 120),
  shift text check (shift in ('diurna', 'vespertina', 'otra')),
  active boolean not null default true,
  -- Last values read from an import file, by field: a re-import touches only what changed at the source.
  source jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid references users (id),
  search text not null generated always as
    (plain(name || ' ' || coalesce(code, '') || ' ' || coalesce(official_code, '') || ' ' || coalesce(campus, ''))) stored
);
create index careers_search on careers using gin (search gin_trgm_ops);
create index careers_name on careers (plain(name), id);
create index careers_school on careers (school_id);
create index careers_updated_by on careers (updated_by);

create table courses (
  id uuid primary key default new_id(),
  code text not null unique check (length(code) between 1 and 30),
  name text not null check (length(name) between 2 and 200),
  school_id uuid not null references schools (id),
  credits numeric(5, 1) check (credits >= 0),
  service_learning boolean not null default false,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid references users (id),
  search text not null generated always as (plain(code || ' ' || name)) stored
);
create index courses_search on courses using gin (search gin_trgm_ops);
create index courses_name on courses (plain(name), id);
create index courses_school on courses (school_id);
create index courses_updated_by on courses (updated_by);

create table course_careers (
  course_id uuid not null references courses (id) on delete cascade,
  career_id uuid not null references careers (id),
  primary key (course_id, career_id)
);
create index course_careers_career on course_careers (career_id);

create table course_offerings (
  id uuid primary key default new_id(),
  course_id uuid not null references courses (id),
  period text not null check (period ~ '^\d{4}-[12]$'),
  section text not null check (length(section) between 1 and 20),
  teacher_id uuid references users (id),
  enrolled integer not null default 0 check (enrolled between 0 and 100000),
  active boolean not null default true,
  updated_at timestamptz not null default now(),
  updated_by uuid references users (id),
  unique (course_id, period, section)
);
create index course_offerings_teacher on course_offerings (teacher_id);
create index course_offerings_updated_by on course_offerings (updated_by);

-- Shared catalogues ----------------------------------------------------------------------------

create table regions (
  code text primary key,
  name text not null,
  short_name text not null
);
create table comunas (
  code text primary key,
  name text not null,
  region_code text not null references regions (code),
  latitude double precision not null,
  longitude double precision not null
);
create index comunas_region on comunas (region_code);

create table themes (
  id uuid primary key default new_id(),
  name text not null unique check (length(name) between 2 and 120),
  active boolean not null default true
);

create table organisations (
  id uuid primary key default new_id(),
  name text not null check (length(name) between 2 and 200),
  rut text unique,
  type text not null check (type in
    ('sector_publico', 'empresa', 'organizacion_social', 'educacional', 'salud', 'cultura', 'ong', 'persona')),
  comuna_code text references comunas (code),
  contact_name text,
  contact_email text,
  contact_phone text,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  created_by uuid references users (id),
  updated_at timestamptz not null default now(),
  updated_by uuid references users (id),
  search text not null generated always as (plain(name || ' ' || coalesce(rut, ''))) stored
);
create index organisations_search on organisations using gin (search gin_trgm_ops);
create index organisations_name on organisations (plain(name), id);
create index organisations_comuna on organisations (comuna_code);
create index organisations_created_by on organisations (created_by);
create index organisations_updated_by on organisations (updated_by);

create table holidays (
  day date primary key,
  name text not null
);

-- What an office changes without a restart; the environment gives only the first value.
create table settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  updated_by uuid references users (id)
);
create index settings_updated_by on settings (updated_by);

create table kinds (
  slug text primary key check (slug in ('pacs', 'exts', 'fexs', 'cons', 'incs')),
  current_version integer not null
);
create table kind_versions (
  slug text not null references kinds (slug),
  version integer not null,
  definition jsonb not null,
  note text not null default '',
  published_at timestamptz not null default now(),
  published_by uuid references users (id),
  primary key (slug, version)
);
create index kind_versions_published_by on kind_versions (published_by);

-- Every write ----------------------------------------------------------------------------------

create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id uuid references users (id),
  action text not null,
  object_type text not null,
  object_id text not null,
  -- {field: [before, after]}
  changes jsonb not null default '{}',
  request_id text
);
create index audit_object on audit (object_type, object_id, id desc);
create index audit_actor on audit (actor_id, id desc);

create function audit_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'audit entries cannot be changed or deleted';
end $$;
create trigger audit_append_only before update or delete or truncate on audit
  for each statement execute function audit_is_append_only();

create table backups (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  bytes bigint not null,
  sha256 text not null,
  rows bigint not null,
  files bigint not null
);
