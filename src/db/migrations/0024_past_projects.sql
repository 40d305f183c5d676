-- Projects from before the application, brought in from spreadsheets: nothing of them is ever due.
alter table projects
  add column historic boolean not null default false,
  -- What the file said last, so that corrections by hand survive the next import. Nothing about people.
  add column source jsonb not null default '{}';
create index projects_historic on projects (updated_at desc, id) where historic;
