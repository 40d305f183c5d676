-- What anybody of the university reads, latest change first: a day on which much else changed costs nothing.
create index projects_open_updated on projects (updated_at desc, id)
  include (kind, school_id, period, lead_id)
  where status in ('approved', 'running', 'suspended', 'final_report', 'closed');
-- What units have submitted, by status: the little that not everybody reads is found without walking past the rest.
create index projects_school_statuses on projects (school_id, status, kind)
  include (updated_at, id) where submitted_at is not null;
drop index projects_school_updated;
