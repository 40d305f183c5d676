-- What a unit has submitted and not everybody reads, latest change first: as many as a page needs are looked at.
create index projects_unit_updated on projects (school_id, updated_at desc, id)
  include (kind, status) where submitted_at is not null
    and status not in ('approved', 'running', 'suspended', 'final_report', 'closed');
