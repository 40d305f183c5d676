-- Imports take what offices have: columns are joined, every cell is mended in place, texts stand for others, and what
-- rows name and nobody has is made with them.

-- Columns of each field, from 0; several are joined in this order.
create function pg_temp.with_lists(mapping jsonb) returns jsonb language sql as $$
  select coalesce(jsonb_object_agg(key, case jsonb_typeof(value) when 'array' then value else jsonb_build_array(value) end), '{}')
  from jsonb_each(mapping)
$$;
update imports set mapping = pg_temp.with_lists(mapping);
update import_mappings set mapping = pg_temp.with_lists(mapping);

-- Texts of fields that a row or the whole file leaves out, by field; among them the school of rows that name none.
alter table imports
  add column defaults jsonb not null default '{}',
  -- What is made first, because rows name it: [{kind, name, faculty}].
  add column new_units jsonb not null default '[]',
  -- E-mails of those of whom was said by name that they shall administer.
  add column administrators text[] not null default '{}',
  -- What people should know of the file, in sentences; the sheet that was read, and the others.
  add column notes jsonb not null default '[]',
  add column sheet text,
  add column other_sheets jsonb not null default '[]';
update imports i set defaults = jsonb_build_object('school', s.code) from schools s where s.id = i.school_id;
update imports set new_units = (
  select coalesce(jsonb_agg(jsonb_build_object('kind', 'school', 'name', name)), '[]') from jsonb_array_elements_text(new_schools) name);
-- The columns `school_id`, `new_schools`, `name` and `new_school` stay for processes of the version before, unread.
alter table import_mappings add column defaults jsonb not null default '{}';

-- Cells typed in the preview, by field.
alter table import_rows
  add column edits jsonb not null default '{}',
  add column new_units jsonb not null default '[]';
update import_rows set edits = jsonb_build_object('name', name), name = null where name is not null;
update import_rows set new_units = jsonb_build_array(jsonb_build_object('kind', 'school', 'name', new_school))
  where new_school is not null;
-- After each cell that is mended all rows are asked what they make and who would administer; few do either.
create index import_rows_units on import_rows (import_id) where new_units <> '[]';
create index import_rows_administrators on import_rows (import_id, line) where target -> 'roles' ? 'Admin';
-- Names that nobody has are compared with all people and the directory, thousands of them in a file.
create index users_alike on users using gin (plain(name) gin_trgm_ops);
create index organisations_alike on organisations using gin (plain(name) gin_trgm_ops) where merged_into is null;

-- What a text of a field stands for. What names a school does so in all imports, other words in those of one noun; of
-- people they are kept with one import alone.
create table import_words (
  id uuid primary key default new_id(),
  noun text,
  field text not null,
  -- As it is compared: without accents, capitals and signs.
  text text not null,
  import_id uuid references imports (id) on delete cascade,
  -- As the file has it.
  said text not null,
  value text not null,
  updated_at timestamptz not null default now(),
  updated_by uuid references users (id) on delete set null,
  unique nulls not distinct (noun, field, text, import_id)
);
create index import_words_import on import_words (import_id);
create index import_words_author on import_words (updated_by);
