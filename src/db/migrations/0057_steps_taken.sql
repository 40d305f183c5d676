-- How long steps took against their days, of all projects at once: read from this index alone.
create index project_steps_taken on project_steps (status) include (project_id, entered_at, left_at, due_at)
  where left_at is not null and due_at is not null;
