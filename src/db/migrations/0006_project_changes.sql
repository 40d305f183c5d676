-- A stamp that moves with every change that a count of projects may depend on. A count remembered together with
-- the stamp of its own snapshot stays exact for as long as the stamp does not move. The slots keep writers apart.
create table project_changes (
  slot smallint primary key,
  n bigint not null default 0
);
insert into project_changes (slot) select generate_series(0, 63);

create function note_project_change() returns trigger language plpgsql as $$
begin
  update project_changes set n = n + 1 where slot = pg_backend_pid() % 64;
  return null;
end $$;

create trigger projects_come_and_go after insert or delete on projects
  for each statement execute function note_project_change();
create trigger projects_change after update on projects
  for each row when (
    (old.kind, old.status, old.school_id, old.period, old.lead_id, old.alternate_id, old.office_turn, old.submitted_at)
    is distinct from
    (new.kind, new.status, new.school_id, new.period, new.lead_id, new.alternate_id, new.office_turn, new.submitted_at))
  execute function note_project_change();
create trigger project_members_change after insert or update or delete on project_members
  for each statement execute function note_project_change();
create trigger project_holders_change after insert or update or delete on project_holders
  for each statement execute function note_project_change();
create trigger project_comunas_change after insert or update or delete on project_comunas
  for each statement execute function note_project_change();
create trigger project_goals_change after insert or update or delete on project_goals
  for each statement execute function note_project_change();
create trigger project_partners_change after insert or update or delete on project_partners
  for each statement execute function note_project_change();
