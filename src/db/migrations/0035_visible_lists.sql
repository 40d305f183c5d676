-- What a unit has submitted and not everybody reads, latest change first: as many as a page needs are looked at.
create index projects_unit_updated on projects (school_id, updated_at desc, id)
  include (kind, status) where submitted_at is not null
    and status not in ('approved', 'running', 'suspended', 'final_report', 'closed');

-- Lists remember for some seconds which few projects are the reader's own: whose review it is moves the stamp as well.
create trigger reviews_change after insert or delete or update of user_id, state, blind on reviews
  for each statement execute function note_project_change();
