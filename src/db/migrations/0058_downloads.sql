-- Files that take long to make: they are prepared in the background and kept some days for who asked for them.
create table downloads (
  -- Made by the browser once per form: sending the form twice asks once.
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- What is made, and of what: {"name": "activities", "format": "xlsx", "scope": "all", "period": "2026-1"}.
  maker text not null check (length(maker) between 1 and 40),
  request jsonb not null check (jsonb_typeof(request) = 'object'),
  -- Of whose data it may tell, as it was when it was made: with other rights it is opened no more.
  rights text,
  -- For people.
  title text not null check (length(title) between 1 and 300),
  state text not null default 'waiting'
    check (state in ('waiting', 'preparing', 'ready', 'failed', 'cancelled', 'expired')),
  -- Rows so far, and of how many; null until that is known.
  done bigint not null default 0 check (done >= 0),
  total bigint check (total >= 0),
  -- Why it failed, for people.
  problem text check (length(problem) between 1 and 500),
  -- Whoever works on it now, and until when others keep away.
  claim uuid,
  claimed_until timestamptz,
  attempts integer not null default 0,
  file_name text check (length(file_name) between 1 and 255),
  content_type text,
  storage_key text,
  size bigint check (size > 0),
  sha256 bytea check (length(sha256) = 32),
  asked_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  -- Until when the file is kept.
  expires_at timestamptz,
  check ((state = 'ready') = (storage_key is not null)),
  check (storage_key is null
    or (file_name is not null and content_type is not null and size is not null and sha256 is not null
      and rights is not null and expires_at is not null)),
  check ((state = 'failed') = (problem is not null)),
  check ((state in ('waiting', 'preparing')) = (ended_at is null))
);
create index downloads_user on downloads (user_id, asked_at desc, id);
create index downloads_open on downloads (asked_at) where state in ('waiting', 'preparing');
create index downloads_ready on downloads (expires_at) where state = 'ready';
create index downloads_storage_key on downloads (storage_key) where storage_key is not null;
create index downloads_ended on downloads (ended_at) where ended_at is not null;
