-- Peer review: who reviews a proposal, and what they find. One row a reviewer and proposal, from invitation to the end.
create table reviews (
  id uuid primary key default new_id(),
  project_id uuid not null references projects (id) on delete cascade,
  user_id uuid not null references users (id),
  -- `conflict` was declared by the reviewer; `replaced` by the office.
  state text not null default 'invited' check (state in (
    'invited', 'accepted', 'confirmed', 'declined', 'conflict', 'replaced')),
  -- Until the resolution this person may not know whose proposal it is.
  blind boolean not null,
  due_at timestamptz,
  invited_at timestamptz not null default now(),
  -- Null where a gap between scores asked for it by itself.
  invited_by uuid references users (id),
  answered_at timestamptz,
  -- Why it was declined, in conflict or replaced.
  reason text check (length(reason) <= 2000),
  -- {criterion: {points, justification}}
  marks jsonb not null default '{}',
  author_comment text not null default '',
  office_comment text not null default '',
  recommendation text check (recommendation in ('award', 'award_with_changes', 'not_award')),
  version integer not null default 1,
  saved_at timestamptz,
  score numeric(5, 2) check (score between 0 and 100),
  confirmed_at timestamptz,
  -- Given back by the office, and why.
  returned_at timestamptz,
  returned_reason text check (length(returned_reason) <= 2000),
  unique (project_id, user_id),
  check ((state = 'confirmed') = (confirmed_at is not null)),
  check ((state = 'confirmed') = (score is not null))
);
create index reviews_user on reviews (user_id, state);
create index reviews_blind on reviews (user_id, project_id) where blind;
create index reviews_invited_by on reviews (invited_by);
