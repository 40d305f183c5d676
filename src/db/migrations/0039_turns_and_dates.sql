-- Whose turn it is now, what a correction may change, and when a project may start and report.

alter table projects
  -- The office lets the final report come before the project's end.
  add column early_report boolean not null default false,
  -- Sections that the office opened besides those observed, while the proposal is corrected.
  add column opened_sections text[] not null default '{}';

-- A request on a project that has ended is closed by itself: nobody decided it.
alter table change_requests drop constraint change_requests_state_check;
alter table change_requests add constraint change_requests_state_check
  check (state in ('open', 'accepted', 'refused', 'withdrawn', 'closed'));
update change_requests c set state = 'closed', decided_at = now()
from projects p where p.id = c.project_id and c.state = 'open'
  and p.status in ('closed', 'rejected', 'not_awarded', 'withdrawn', 'cancelled');

-- A project put back into execution by hand kept the sub-step of its report, which nobody had sent back.
update projects p set sub_step = null
where status in ('running', 'suspended') and sub_step is not null and not coalesce((
  select h.action = 'return_final_report' from project_history h
  where h.project_id = p.id and h.from_status = 'final_report' and h.undone_at is null
  order by h.id desc limit 1), false);

-- A report sent back has ten working days; one sent back before has them from now on.
update projects set due_at = greatest(due_at, now() + interval '14 days')
where status = 'running' and sub_step is not null;

-- Reminders of what waits besides the steps of projects: requests of changes and appeals, each by its own id.
create table turn_reminders (
  turn text not null check (turn in ('change', 'appeal')),
  object_id uuid not null,
  due_at timestamptz not null,
  slot smallint not null check (slot >= -10),
  sent_at timestamptz not null default now(),
  primary key (object_id, due_at, slot)
);

-- Whether the fund's lines of a budget do not come to what was awarded, or break a cap of it; the twin of `isUnfitted`.
create function unfits_award(budget jsonb, awarded bigint, caps jsonb) returns boolean language sql immutable as $$
  select awarded is not null and (fund_total(budget) <> awarded or exists (
    select from jsonb_to_recordset(caps) c (category text, share numeric)
    where floor(awarded * c.share / 100) < (
      select coalesce(sum(round((l ->> 'quantity')::numeric * (l ->> 'unitCost')::numeric)), 0)
      from jsonb_array_elements(coalesce(budget -> 'lines', '[]')) l
      where l ->> 'source' = 'fund' and l ->> 'category' = c.category)))
$$;

-- Who holds a step in place of a unit that cannot, which the office is warned of.
update project_holders h set via = 'above' from projects p
where p.id = h.project_id and h.via = 'dean' and p.status <> 'dean_review';
create index project_holders_away on project_holders (project_id) where via in ('above', 'assigned');

-- Read for each approved project of a list, where opening the whole definition would take too long.
alter table kind_versions add column has_contract boolean not null
  generated always as (coalesce(definition -> 'sections' @> '[{"slug": "contract"}]', false)) stored;

-- Whether an approved project is its lead's to act on: something of theirs is missing, or its day has come and its
-- call is not among those that still await their result. A function, so that its plan is kept.
create function approved_turn(project uuid, starts date, call uuid, awarded bigint, of_kind text, of_version integer,
  awaiting text[]) returns boolean language plpgsql stable as $$
begin
  if (starts is null or starts <= day_in_chile(now()))
    and (call is null or not exists (select from calls c where c.id = call and c.state = any (awaiting)))
  then return true;
  end if;
  if awarded is not null and unfits_award(
    (select s.data from project_sections s where s.project_id = project and s.section = 'budget'), awarded,
    coalesce((select c.category_caps from calls c where c.id = call), '[]')) then return true;
  end if;
  return (select k.has_contract from kind_versions k where k.slug = of_kind and k.version = of_version)
    and not exists (select from files x where x.project_id = project and (x.document_type = 'signed_contract'
      or x.id::text = (select s.data ->> 'signedContractFileId' from project_sections s
        where s.project_id = project and s.section = 'contract')));
end $$;
