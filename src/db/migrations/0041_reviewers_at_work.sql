-- What reviewers would like to review, their one question to the author, and consensus before a third review.

-- Until when a call asks its reviewers for preferences.
create table preference_rounds (
  call_id uuid primary key references calls (id) on delete cascade,
  until timestamptz not null,
  opened_at timestamptz not null default now(),
  opened_by uuid references users (id)
);
create index preference_rounds_opened_by on preference_rounds (opened_by) where opened_by is not null;

create table review_preferences (
  project_id uuid not null references projects (id) on delete cascade,
  user_id uuid not null references users (id),
  preference text not null check (preference in ('want', 'can', 'no', 'conflict')),
  updated_at timestamptz not null default now(),
  primary key (project_id, user_id)
);
create index review_preferences_user on review_preferences (user_id);

-- At most one of each review; its author is told neither who asks nor what scores there are, so it has an id of its own.
create table review_questions (
  id uuid primary key default new_id(),
  review_id uuid not null unique references reviews (id) on delete cascade,
  question text not null check (length(question) between 1 and 1500),
  asked_at timestamptz not null,
  due_at timestamptz not null,
  answer text check (length(answer) between 1 and 1500),
  answered_at timestamptz,
  answered_by uuid references users (id),
  check ((answer is null) = (answered_at is null))
);
create index review_questions_open on review_questions (due_at) where answer is null;
create index review_questions_answered_by on review_questions (answered_by) where answered_by is not null;
-- It is reminded of as changes and appeals are.
alter table turn_reminders drop constraint turn_reminders_turn_check,
  add constraint turn_reminders_turn_check check (turn in ('change', 'appeal', 'question'));

-- Working days that two reviewers far apart have to look at each other's review; 0 asks for a third at once.
alter table calls add column consensus_days integer not null default 3 check (consensus_days between 0 and 60);
-- Calls that have opened keep their rules.
update calls set consensus_days = 0 where state <> 'preparation';

-- A proposal has one consensus at most; closed by its reviewers, by the clock, or as the evaluation ends.
create table review_consensus (
  project_id uuid primary key references projects (id) on delete cascade,
  opened_at timestamptz not null,
  until timestamptz not null,
  closed_at timestamptz
);
create index review_consensus_open on review_consensus (until) where closed_at is null;
-- What a review answered to it; null where it was no part of it.
alter table reviews add column consensus text check (consensus in ('asked', 'revising', 'kept', 'revised'));

-- A review as it was confirmed before it was given back or revised, and what was left unfinished.
create table review_versions (
  review_id uuid not null references reviews (id) on delete cascade,
  version integer not null,
  marks jsonb not null,
  author_comment text not null,
  office_comment text not null,
  recommendation text,
  score numeric(5, 2),
  confirmed_at timestamptz,
  replaced_at timestamptz not null default now(),
  primary key (review_id, version)
);
