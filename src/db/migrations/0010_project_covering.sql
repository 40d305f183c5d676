-- Lists look through indexes alone: what they filter by travels along, and a filter that finds little reads no row.
create index projects_updated_covering on projects (updated_at desc, id)
  include (kind, status, school_id, period, lead_id, submitted_at);
drop index projects_updated;
drop index projects_school_updated;
create index projects_school_updated on projects (school_id, updated_at desc, id)
  include (kind, status) where submitted_at is not null;
-- Totals of searches depend on the words too.
drop trigger projects_change on projects;
create trigger projects_change after update on projects
  for each row when (
    (old.kind, old.status, old.school_id, old.period, old.lead_id, old.alternate_id, old.office_turn,
      old.submitted_at, old.search_text)
    is distinct from
    (new.kind, new.status, new.school_id, new.period, new.lead_id, new.alternate_id, new.office_turn,
      new.submitted_at, new.search_text))
  execute function note_project_change();
