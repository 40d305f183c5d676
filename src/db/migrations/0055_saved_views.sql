-- Views of lists: filters, order, groups and columns that somebody keeps under a name.
create table saved_views (
  id uuid primary key default new_id(),
  -- Path of the list's endpoint.
  list text not null check (list ~ '^/[a-z/-]{1,99}$'),
  name text not null check (length(name) between 1 and 80),
  -- What of the address makes the view, by parameter: a text, or several.
  query jsonb not null check (jsonb_typeof(query) = 'object'),
  owner_id uuid not null references users (id) on delete cascade,
  -- With everybody who reads the list; else its owner's alone.
  shared boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid references users (id)
);
create index saved_views_owner on saved_views (owner_id, list);
-- Own ones are told apart by the application: merging people may bring two of one name together.
create unique index saved_views_shared on saved_views (list, plain(name)) where shared;
create index saved_views_updated_by on saved_views (updated_by);
