-- People: invited by mail, merged into another record of the same person, anonymised.
alter table users add column invited_at timestamptz;
-- The record that lives on; this one stays for the audit, which keeps who wrote it.
alter table users add column merged_into uuid references users (id);
alter table users add column anonymised_at timestamptz;
alter table users add constraint users_gone_are_blocked
  check ((merged_into is null and anonymised_at is null) or state = 'blocked');
alter table users add constraint users_not_merged_into_themselves check (merged_into <> id);
create index users_merged_into on users (merged_into) where merged_into is not null;
