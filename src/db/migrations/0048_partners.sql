-- The directory of partners: where they are, which are one and the same, and what is agreed with them.

-- A name without what two spellings of it differ in: articles, legal forms, «Ilustre». "Ilustre Municipalidad de Tomé"
-- and "I. Municipalidad Tomé" are both "municipalidad tome".
create function core_name(name text) returns text language sql immutable parallel safe strict as $$
  select coalesce(nullif(btrim(regexp_replace(regexp_replace(public.plain(name), '[^a-z0-9]+', ' ', 'g'),
    '\m(de|del|la|las|el|los|y|e|i|ilustre|sa|s a|spa|ltda|limitada|eirl|e i r l|n|no|nro|numero)\M *', '', 'g')), ''),
    public.plain(name))
$$;

alter table organisations
  add column latitude double precision check (latitude between -90 and 90),
  add column longitude double precision check (longitude between -180 and 180),
  add check ((latitude is null) = (longitude is null)),
  -- The one it was merged into, and the one that is kept in the end, once that one was merged, too. What referred to it
  -- still does: undoing a merge is forgetting it.
  add column merged_into uuid references organisations (id),
  add column kept_id uuid references organisations (id),
  add check ((merged_into is null) = (kept_id is null)),
  add check (merged_into <> id and kept_id <> id),
  add column canonical_id uuid not null generated always as (coalesce(kept_id, id)) stored,
  -- Names of those that were merged into it, one a line.
  add column aliases text not null default '' check (length(aliases) <= 20000),
  add column core text not null generated always as (core_name(name)) stored,
  -- Name and RUT with which it was compared to the others; something else since, or nothing, and it is compared again.
  add column compared text,
  drop column search;
-- Words of a name end with a space: what comes after the last one only administrators find.
alter table organisations
  add column search text not null
    generated always as (plain(name || ' ' || case aliases when '' then '' else aliases || ' ' end || coalesce(rut, ''))) stored;
-- What waits to be put into the index every search would read from end to end: comparing all rows writes each of them.
create index organisations_search on organisations using gin (search gin_trgm_ops) with (fastupdate = off);
create index organisations_core on organisations using gin (core gin_trgm_ops) with (fastupdate = off);
create index organisations_canonical on organisations (canonical_id);
create index organisations_merged on organisations (merged_into) where merged_into is not null;
create index organisations_kept on organisations (kept_id) where kept_id is not null;
create index organisations_updated on organisations (updated_at, id);
create index organisations_type on organisations (type);
create index organisations_uncompared on organisations (id)
  where merged_into is null and compared is distinct from (core || ' ' || coalesce(rut, ''));

-- Which was merged into which, what the kept one took over of it, and whether that was undone.
create table organisation_merges (
  id uuid primary key default new_id(),
  merged_id uuid not null references organisations (id) on delete cascade,
  into_id uuid not null references organisations (id) on delete cascade,
  -- Columns that the kept one lacked, with the value it took over.
  taken jsonb not null default '{}' check (jsonb_typeof(taken) = 'object'),
  merged_at timestamptz not null default now(),
  merged_by uuid not null references users (id),
  undone_at timestamptz,
  undone_by uuid references users (id),
  check (merged_id <> into_id),
  check ((undone_at is null) = (undone_by is null))
);
create unique index organisation_merges_open on organisation_merges (merged_id) where undone_at is null;
create index organisation_merges_into on organisation_merges (into_id);
create index organisation_merges_by on organisation_merges (merged_by);
create index organisation_merges_undone_by on organisation_merges (undone_by);

-- Two that may be one, found by their names; the office says when they are not.
create table organisation_pairs (
  a_id uuid not null references organisations (id) on delete cascade,
  b_id uuid not null references organisations (id) on delete cascade,
  -- How much their names are alike, 0 to 1.
  likeness double precision not null check (likeness between 0 and 1),
  distinct_at timestamptz,
  distinct_by uuid references users (id),
  primary key (a_id, b_id),
  check (a_id < b_id),
  check ((distinct_at is null) = (distinct_by is null))
);
create index organisation_pairs_b on organisation_pairs (b_id);
create index organisation_pairs_by on organisation_pairs (distinct_by);
create index organisation_pairs_open on organisation_pairs (likeness desc, a_id, b_id) where distinct_at is null;

-- Agreements (convenios) with organisations.
create table agreements (
  id uuid primary key default new_id(),
  organisation_id uuid not null references organisations (id),
  number text not null check (length(number) between 1 and 60),
  kind text not null check (kind in ('framework', 'specific', 'internship', 'cooperation', 'other')),
  subject text not null default '' check (length(subject) <= 500),
  school_id uuid references schools (id),
  signed_on date,
  starts_on date,
  -- None: it holds until somebody ends it.
  ends_on date,
  -- Clauses that it has.
  clauses text[] not null default '{}',
  note text not null default '' check (length(note) <= 2000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid references users (id),
  check (ends_on is null or starts_on is null or ends_on >= starts_on)
);
create unique index agreements_number on agreements (plain(number));
create index agreements_organisation on agreements (organisation_id);
create index agreements_ends on agreements (ends_on, id);
create index agreements_school on agreements (school_id);
create index agreements_updated_by on agreements (updated_by);

create table agreement_files (
  id uuid primary key default new_id(),
  agreement_id uuid not null references agreements (id) on delete cascade,
  name text not null check (length(name) between 1 and 255),
  size bigint not null check (size > 0),
  content_type text not null,
  sha256 bytea not null,
  storage_key text not null,
  uploaded_by uuid not null references users (id),
  uploaded_at timestamptz not null default now(),
  unique (agreement_id, sha256)
);
create index agreement_files_uploaded_by on agreement_files (uploaded_by);
create index agreement_files_storage_key on agreement_files (storage_key);

-- That the office was told that it ends; with another end it is told again.
create table agreement_alerts (
  agreement_id uuid not null references agreements (id) on delete cascade,
  ends_on date not null,
  at timestamptz not null default now(),
  primary key (agreement_id, ends_on)
);

-- A notice of no project leads to a page, by its name in the domain.
alter table notifications add column page text;

/*
 * How many different people took part directly in a project, as far as it was told: as its accepted final report says,
 * else as its activities were recorded, else as was typed before there were activities. The domain's `recordedPeople`,
 * group `direct`, says the same of what was recorded.
 */
create function people_reached(project uuid) returns bigint language sql stable parallel safe as $$
  with mine as (
    select a.id, (a.counts ->> 'direct')::bigint as counted,
      coalesce((a.kept_counts #>> '{all,attendances}')::bigint, 0) + (
        select count(*) from attendances t where t.activity_id = a.id) as listed
    from activities a where a.project_id = project),
  lists as (
    select count(*) as attendances,
      count(distinct person_key) + count(*) filter (where person_key is null) as people
    from attendances where project_id = project),
  purged as (
    select (counts #>> '{all,attendances}')::bigint as attendances,
      (counts #>> '{all,people}')::bigint + (counts #>> '{all,unidentified}')::bigint as people
    from attendance_purges where project_id = project)
  select coalesce(
    (select (r.people ->> 'direct')::bigint from reports r join projects p on p.id = r.project_id
      where r.project_id = project and r.number is null and p.status = 'closed'),
    case when exists (select from mine where counted is not null)
        or (select attendances from lists) > 0 or coalesce((select attendances from purged), 0) > 0
      then coalesce((select sum(greatest(0, counted - listed)) from mine where counted is not null), 0)
        + (select people from lists) + coalesce((select people from purged), 0) end,
    (select (data #>> '{reach,direct,actual}')::bigint from project_sections
      where project_id = project and section = 'participants'))
$$;
