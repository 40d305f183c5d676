-- Themes are kept by the office like every other catalogue, and projects are looked for by theme.
alter table themes
  add column updated_at timestamptz not null default now(),
  add column updated_by uuid references users (id),
  add column search text not null generated always as (plain(name)) stored;
create index themes_updated_by on themes (updated_by);

alter table projects add column theme_id uuid references themes (id);
update projects p set theme_id = t.id
from project_sections c join themes t on t.id::text = c.data ->> 'themeId'
where c.project_id = p.id and c.section = 'identification';
create index projects_theme on projects (theme_id) where theme_id is not null;
