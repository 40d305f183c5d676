-- Where a write came from; lists of one kind of action, of a period.
alter table audit add column address text;
create index audit_at on audit (at desc, id desc);
