-- Spreadsheets: their rows wait here, are judged here, and remember what was before, so that an import can be undone.
alter table faculties add column source jsonb not null default '{}';
alter table schools add column source jsonb not null default '{}';
alter table courses add column source jsonb not null default '{}';

create table imports (
  id uuid primary key default new_id(),
  noun text not null,
  file_name text not null check (length(file_name) between 1 and 255),
  state text not null default 'ready' check (state in ('ready', 'applying', 'done', 'undone', 'failed')),
  titles jsonb not null,
  samples jsonb not null,
  -- Column of each field, from 0.
  mapping jsonb not null,
  -- School of rows that name none; faculty of schools to be created.
  school_id uuid references schools (id) on delete set null,
  faculty_id uuid references faculties (id) on delete set null,
  good_only boolean not null default false,
  -- Counts every judgement of the rows: what is imported is what was seen.
  version integer not null default 1,
  total integer not null,
  progress integer not null default 0,
  counts jsonb not null default '{}',
  new_schools jsonb not null default '[]',
  -- What was created besides the rows: {schools: [id], faculties: [id]}.
  created_units jsonb not null default '{}',
  problem text,
  -- Whoever works on it now, and until when others keep away.
  claim uuid,
  claimed_until timestamptz,
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  created_by uuid not null references users (id),
  applied_at timestamptz,
  applied_by uuid references users (id),
  undone_at timestamptz,
  undone_by uuid references users (id)
);
create index imports_noun on imports (noun, created_at desc);
create index imports_waiting on imports (created_at) where state = 'applying';
create index imports_school on imports (school_id);
create index imports_faculty on imports (faculty_id);
create index imports_created_by on imports (created_by);
create index imports_applied_by on imports (applied_by);
create index imports_undone_by on imports (undone_by);

create table import_rows (
  import_id uuid not null references imports (id) on delete cascade,
  line integer not null,
  cells jsonb not null,
  -- Typed in the preview in place of the file's name.
  name text,
  key text not null default '',
  result text check (result in ('new', 'changed', 'unchanged', 'wrong')),
  object_id uuid,
  seen_at timestamptz,
  "values" jsonb not null default '{}',
  changes jsonb not null default '{}',
  errors jsonb not null default '[]',
  target jsonb not null default '{}',
  links jsonb not null default '{}',
  new_school text,
  -- Stands for all that was judged: another one later means that the data has changed.
  print text,
  source jsonb not null default '{}',
  -- Columns and links before the import, for its undo.
  before jsonb,
  primary key (import_id, line)
);
create index import_rows_key on import_rows (import_id, key);
create index import_rows_result on import_rows (import_id, result, line);

-- Which column is which, as a person mapped a header by hand.
create table import_mappings (
  user_id uuid not null references users (id) on delete cascade,
  noun text not null,
  header text not null,
  mapping jsonb not null,
  primary key (user_id, noun, header)
);
