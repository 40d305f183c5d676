-- What resolved a call, and what was said against it.

create table call_acts (
  id uuid primary key default new_id(),
  call_id uuid not null references calls (id),
  -- The first resolves all of the call; later ones what an appeal has brought back.
  number integer not null check (number > 0),
  at timestamptz not null,
  actor_id uuid not null references users (id),
  -- The call's rules, the ranking and what was decided, as they were then.
  facts jsonb not null,
  -- Drawn when first asked for, and answered as it is from then on.
  pdf bytea,
  unique (call_id, number)
);
create index call_acts_actor on call_acts (actor_id);

-- One a proposal.
create table appeals (
  id uuid primary key default new_id(),
  project_id uuid not null unique references projects (id) on delete cascade,
  author_id uuid not null references users (id),
  -- The decision it is against.
  history_id bigint not null references project_history (id) on delete cascade,
  text text not null check (length(text) between 20 and 8000),
  at timestamptz not null,
  upheld boolean,
  answer text check (length(answer) between 1 and 8000),
  answered_at timestamptz,
  answered_by uuid references users (id),
  check ((upheld is null) = (answer is null)),
  check ((upheld is null) = (answered_at is null)),
  check ((upheld is null) = (answered_by is null))
);
create index appeals_author on appeals (author_id);
create index appeals_history on appeals (history_id);
create index appeals_answered_by on appeals (answered_by) where answered_by is not null;
