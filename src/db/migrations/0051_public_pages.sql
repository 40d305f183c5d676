-- Public pages: which projects anybody may see, what of each, and which calls publish their results.

-- What a project shows besides what its own consent to publish names. Without a row nothing more.
create table publications (
  project_id uuid primary key references projects (id) on delete cascade,
  -- What it did: activities, people reached, indicators, the results its accepted final report tells.
  shows_results boolean not null default false,
  -- Who leads it and lets their name be shown; it counts only while they lead.
  named_id uuid references users (id),
  -- The office keeps it from the public pages, whatever its people decided.
  withheld_at timestamptz,
  withheld_by uuid references users (id),
  withheld_reason text not null default '' check (length(withheld_reason) <= 1000),
  updated_at timestamptz not null default now(),
  updated_by uuid not null references users (id),
  version integer not null default 1 check (version >= 1),
  check ((withheld_at is null) = (withheld_by is null) and (withheld_at is null) = (withheld_reason = ''))
);
create index publications_named on publications (named_id) where named_id is not null;
create index publications_withheld_by on publications (withheld_by) where withheld_by is not null;
create index publications_updated_by on publications (updated_by);

-- Photos that a project chose for its page; each is shown only while the answer about its people allows it.
create table published_photos (
  project_id uuid not null references projects (id) on delete cascade,
  -- The file's, whichever version counts.
  file_id uuid not null references files (id) on delete cascade,
  position integer not null check (position between 0 and 11),
  caption text not null check (length(caption) between 3 and 200),
  primary key (project_id, position),
  unique (project_id, file_id)
);
create index published_photos_file on published_photos (file_id);

alter table calls add column publishes_results boolean not null default false;

-- Every project that anybody may see. The one rule: its people agreed, it is approved, its call's result is final, and
-- the office does not withhold it. Whether the institution has public pages at all is a setting.
create view published_projects as
  select p.id, p.code, p.kind, p.status, p.title, p.summary, p.school_id, p.period, p.start_date, p.end_date,
    p.theme_id, p.lead_id, p.call_id,
    coalesce(n.shows_results, false) as shows_results,
    -- The lead's name, where they let it be shown and are still there.
    (select u.name from users u where u.id = p.lead_id and u.id = n.named_id and u.anonymised_at is null) as lead_name
  from projects p left join publications n on n.project_id = p.id
  where p.consent_to_publish and p.status in ('approved', 'running', 'suspended', 'final_report', 'closed')
    -- Two short lists to look in. Of "not exists" the planner may expect a single row, and sorts all for one page.
    and p.id not in (select project_id from publications where withheld_by is not null)
    and (p.call_id is null
      or p.call_id not in (select id from calls where state in ('preparation', 'open', 'evaluation', 'provisional')));

-- Words that a visitor may search by: not the name of whoever leads, which `projects.search` knows.
create function public_words(code text, title text, summary text) returns tsvector
  language sql immutable parallel safe strict
  as $$ select public.search_vector(code || ' ' || title || ' ' || summary) $$;
create index projects_published on projects (start_date desc nulls last, id)
  where consent_to_publish and status in ('approved', 'running', 'suspended', 'final_report', 'closed');
create index projects_published_words on projects using gin (public_words(code, title, summary))
  where consent_to_publish and status in ('approved', 'running', 'suspended', 'final_report', 'closed');

-- The stamp under which pages are remembered moves with all that they may depend on.
drop trigger projects_change on projects;
create trigger projects_change after update on projects
  for each row when (
    (old.kind, old.status, old.school_id, old.period, old.lead_id, old.alternate_id, old.office_turn,
      old.submitted_at, old.search_text, old.consent_to_publish, old.start_date, old.end_date, old.theme_id,
      old.call_id, old.line_id, old.amount_awarded)
    is distinct from
    (new.kind, new.status, new.school_id, new.period, new.lead_id, new.alternate_id, new.office_turn,
      new.submitted_at, new.search_text, new.consent_to_publish, new.start_date, new.end_date, new.theme_id,
      new.call_id, new.line_id, new.amount_awarded))
  execute function note_project_change();
create trigger publications_change after insert or update or delete on publications
  for each statement execute function note_project_change();
create trigger calls_change after update of state, publishes_results, name on calls
  for each statement execute function note_project_change();
-- Lines come and go only before their call opens, when nobody outside sees it.
create trigger call_lines_change after update on call_lines
  for each statement execute function note_project_change();

-- Whoever ran before public pages decides whether there are any; a new installation has them.
insert into settings (key, value) select 'publicPages', '{"catalogue": false}' where exists (select from projects);
