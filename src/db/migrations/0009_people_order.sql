-- People who wait for the office come first in their list, those shut out last, each group by name.
create index users_state_name on users
  ((case state when 'pending' then 0 when 'active' then 1 else 2 end), plain(name), id);
create index users_last_sign_in on users (last_sign_in_at desc nulls last, id desc);
