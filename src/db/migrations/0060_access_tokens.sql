-- Personal access tokens: a program reads with them what their owner may read, within the scopes of the token.
create table access_tokens (
  id uuid primary key default new_id(),
  user_id uuid not null references users (id) on delete cascade,
  -- What it is for, in the words of its owner.
  name text not null check (length(name) between 1 and 100),
  -- The token itself is shown once and kept nowhere.
  token_hash bytea not null unique check (length(token_hash) = 32),
  scopes text[] not null check (cardinality(scopes) between 1 and 20),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null check (expires_at > created_at),
  -- To the minute.
  last_used_at timestamptz
);
create unique index access_tokens_name on access_tokens (user_id, plain(name));
create index access_tokens_expired on access_tokens (expires_at);

-- Whoever is no longer enabled has none, whichever way that came about; enabled again they make new ones.
create function end_access_tokens() returns trigger language plpgsql as $$
begin
  delete from access_tokens where user_id = new.id;
  return null;
end $$;
create trigger users_end_access_tokens after update of state on users
  for each row when (old.state = 'active' and new.state <> 'active') execute function end_access_tokens();
