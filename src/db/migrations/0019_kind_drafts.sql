-- The next version of a kind while the office writes it; it need not be complete.
create table kind_drafts (
  slug text primary key references kinds (slug),
  -- Version of the kind it started from.
  base integer not null,
  definition jsonb not null,
  version integer not null,
  updated_at timestamptz not null default now(),
  updated_by uuid references users (id),
  foreign key (slug, base) references kind_versions (slug, version)
);
create index kind_drafts_updated_by on kind_drafts (updated_by);
