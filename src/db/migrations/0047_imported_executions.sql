-- What past projects did comes from spreadsheets, too: a row knows that it was imported, as what, and its cells.

alter table activities
  -- Cells of its last import.
  add column source jsonb not null default '{}',
  -- What the file knows it by: project, name and day. Null where somebody recorded it here.
  add column import_key text check (length(import_key) between 1 and 400),
  -- When an import wrote it last: with another `updated_at` somebody has changed it since.
  add column imported_at timestamptz,
  add constraint activities_imported check ((import_key is null) = (imported_at is null));
create unique index activities_import_key on activities (import_key);

alter table measurements
  add column source jsonb not null default '{}',
  -- Project, indicator and day.
  add column import_key text check (length(import_key) between 1 and 400),
  add column imported_at timestamptz,
  add constraint measurements_imported check ((import_key is null) = (imported_at is null)),
  -- What is imported counts without a decision, and says that it is of before.
  add constraint measurements_imported_earlier check (imported_at is null or origin = 'earlier');
create unique index measurements_import_key on measurements (import_key);
