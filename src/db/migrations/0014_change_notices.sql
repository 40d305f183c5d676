-- The history row of a request: what was told of it is taken back once it is settled.
alter table change_requests add column history_id bigint references project_history (id) on delete set null;
create index change_requests_history on change_requests (history_id);
