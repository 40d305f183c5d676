-- Matrices of criteria against which a unit shows what it did: criterion, statement, evidence.

create table accreditation_matrices (
  id uuid primary key default new_id(),
  name text not null check (length(name) between 1 and 200),
  -- Whose criteria they are, and of which edition.
  origin text not null default '' check (length(origin) <= 1000),
  active boolean not null default true,
  -- [{key, code, name, statements: [{key, text, evidence: [...], links: [{title, url}]}]}], in their order.
  criteria jsonb not null default '[]' check (jsonb_typeof(criteria) = 'array'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid references users (id),
  search text not null generated always as (plain(name)) stored
);
create unique index accreditation_matrices_name on accreditation_matrices (plain(name));
create index accreditation_matrices_updated on accreditation_matrices (updated_at, id);
create index accreditation_matrices_updated_by on accreditation_matrices (updated_by);
