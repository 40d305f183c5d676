-- What people are told, in the application and by mail; written in the transaction of what it tells of.

create table notice_preferences (
  user_id uuid not null references users (id) on delete cascade,
  type text not null,
  in_app boolean not null,
  mail text not null check (mail in ('now', 'daily', 'off')),
  primary key (user_id, type)
);

create table notifications (
  id uuid primary key default new_id(),
  user_id uuid not null references users (id) on delete cascade,
  type text not null,
  project_id uuid references projects (id) on delete cascade,
  -- The step it tells of: undoing that takes it back.
  history_id bigint references project_history (id) on delete cascade,
  actor_id uuid references users (id),
  title text not null,
  text text not null,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  -- Shown in the application; false where the person wants it by the daily mail alone.
  in_app boolean not null default true,
  -- Waits for the next daily mail.
  digest boolean not null default false
);
create index notifications_user on notifications (user_id, created_at desc, id) where in_app;
create index notifications_unread on notifications (user_id) where in_app and read_at is null;
create index notifications_digest on notifications (user_id, created_at) where digest;
create index notifications_project on notifications (project_id, type);
create index notifications_history on notifications (history_id);
create index notifications_actor on notifications (actor_id);

-- The outbox. A row is its own entry in the queue: pending and due is what the sender looks for.
create table mails (
  id uuid primary key default new_id(),
  user_id uuid references users (id) on delete set null,
  address text not null,
  name text not null,
  type text not null,
  project_id uuid references projects (id) on delete set null,
  history_id bigint references project_history (id) on delete set null,
  subject text not null,
  html text not null,
  text text not null,
  state text not null check (state in ('pending', 'sent', 'failed', 'kept')),
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  -- Until then one sender has it; a sender that died leaves it to the next one.
  claimed_until timestamptz,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  search text not null generated always as (plain(name || ' ' || address || ' ' || subject)) stored,
  check ((state = 'pending') = (next_attempt_at is not null)),
  check ((state = 'sent') = (sent_at is not null))
);
create index mails_due on mails (next_attempt_at) where state = 'pending';
create index mails_created on mails (created_at desc, id);
create index mails_state on mails (state, created_at desc, id);
create index mails_search on mails using gin (search gin_trgm_ops);
create index mails_user on mails (user_id);
create index mails_project on mails (project_id);
create index mails_history on mails (history_id);

create table mail_attempts (
  id bigint generated always as identity primary key,
  mail_id uuid not null references mails (id) on delete cascade,
  at timestamptz not null default now(),
  -- What the mail server said.
  answer text,
  -- Why it was not delivered.
  error text
);
create index mail_attempts_mail on mail_attempts (mail_id, id);

create index users_admins on users (id) where 'Admin' = any (roles) and state = 'active';
