-- Steps taken together on several projects share a batch: it is shown, repeated safely and taken back as a whole.
alter table project_history add column batch_id uuid;
create index project_history_batch on project_history (batch_id, project_id) where batch_id is not null;
