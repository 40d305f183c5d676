-- What a person belongs to and holds is read from the indexes alone.
create index project_members_of on project_members (user_id, project_id);
drop index project_members_user;
create index project_holders_of on project_holders (user_id, project_id);
drop index project_holders_user;
