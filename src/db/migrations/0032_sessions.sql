-- A row of `sessions` is a token. The tokens of one sign-in and of its renewals are one session: they share
-- `session_id`, end together and are one line of the profile. A copy of the version before gives each token an id of
-- its own, which only makes a renewal under way during the update look like a second session.
alter table sessions
  add column session_id uuid not null default new_id(),
  -- Browser and system in words, as the person recognises them.
  add column device text not null default '' check (length(device) <= 100);

-- The column has microseconds, what passed through a renewal only milliseconds.
update sessions s set session_id = c.id
from (
  select account_id, date_trunc('milliseconds', signed_in_at) as at, (array_agg(session_id order by created_at))[1] as id
  from sessions group by 1, 2
) c
where c.account_id = s.account_id and c.at = date_trunc('milliseconds', s.signed_in_at);

create index sessions_session on sessions (session_id);
