-- What a unit has submitted, latest change first: the list of a director.
create index projects_school_updated on projects (school_id, updated_at desc, id) where submitted_at is not null;
