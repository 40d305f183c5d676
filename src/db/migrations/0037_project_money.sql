-- What a proposal asks for is the total of its budget lines paid by the fund; what it is awarded is its own figure.

alter table projects
  -- Sent before the amount asked was derived: it stays as it was typed, whatever the budget says.
  add column amount_typed boolean not null default false,
  -- Set by an act, the waitlist or the office; CLP. Counts as spent while the project stays awarded.
  add column amount_awarded bigint check (amount_awarded >= 0),
  -- Moved between categories of the fund since the approval without a request, each move added; CLP.
  add column amount_moved bigint not null default 0 check (amount_moved >= 0);

alter table calls
  -- [{category, share}]: the most of a category of the budget, as a percentage of the amount asked.
  add column category_caps jsonb not null default '[]',
  -- The least that partners put in, in money and valued, as a percentage of the amount asked.
  add column partner_minimum integer check (partner_minimum between 1 and 1000),
  -- The fewest students expected to take part.
  add column student_minimum integer check (student_minimum between 1 and 100000);

-- `budget` is what the bases say; what came from other lines since, or went to them.
alter table call_lines
  add column moved bigint not null default 0,
  add check (budget + moved >= 0);

-- Money that went from one line of a call to another after the opening, and why.
create table call_transfers (
  id bigint generated always as identity primary key,
  call_id uuid not null references calls (id) on delete cascade,
  from_line_id uuid not null,
  to_line_id uuid not null check (to_line_id <> from_line_id),
  amount bigint not null check (amount > 0),
  reason text not null check (length(reason) between 10 and 2000),
  at timestamptz not null default now(),
  actor_id uuid not null references users (id),
  foreign key (call_id, from_line_id) references call_lines (call_id, id),
  foreign key (call_id, to_line_id) references call_lines (call_id, id)
);
create index call_transfers_call on call_transfers (call_id, id desc);
create index call_transfers_from on call_transfers (call_id, from_line_id);
create index call_transfers_to on call_transfers (call_id, to_line_id);
create index call_transfers_actor on call_transfers (actor_id);

-- Pesos of the budget lines paid by the fund, each rounded half up; the twin of `fundTotal`.
create function fund_total(budget jsonb) returns bigint language sql immutable as $$
  select coalesce(sum(round((l ->> 'quantity')::numeric * (l ->> 'unitCost')::numeric)), 0)::bigint
  from jsonb_array_elements(coalesce(budget -> 'lines', '[]')) l where l ->> 'source' = 'fund'
$$;

-- A draft asks for what its budget says at every moment, by whichever way either is written.
create function derive_amount() returns trigger language plpgsql as $$
begin
  new.amount_requested := case when new.call_id is null then null else nullif((
    select fund_total(data) from project_sections where project_id = new.id and section = 'budget'), 0) end;
  return new;
end $$;
create trigger projects_derive_amount before update of call_id, amount_requested on projects for each row
  when (new.status = 'draft' and not new.amount_typed) execute function derive_amount();

create function follow_budget() returns trigger language plpgsql as $$
begin
  update projects set amount_requested = 0
  where id = new.project_id and status = 'draft' and call_id is not null and not amount_typed
    and amount_requested is distinct from nullif(fund_total(new.data), 0);
  return null;
end $$;
create trigger project_sections_begin_budget after insert on project_sections for each row
  when (new.section = 'budget') execute function follow_budget();
create trigger project_sections_follow_budget after update of data on project_sections for each row
  when (new.section = 'budget' and new.data is distinct from old.data) execute function follow_budget();

-- What was done before the application keeps what its spreadsheet says, and had all of it.
create function keep_past_amount() returns trigger language plpgsql as $$
begin
  new.amount_typed := true;
  if new.status in ('approved', 'running', 'suspended', 'final_report', 'closed')
    and (tg_op = 'INSERT' or new.amount_awarded is not distinct from old.amount_requested)
  then new.amount_awarded := new.amount_requested;
  end if;
  return new;
end $$;
create trigger projects_begin_past_amount before insert on projects for each row
  when (new.historic) execute function keep_past_amount();
create trigger projects_keep_past_amount before update of amount_requested on projects for each row
  when (new.historic and new.amount_requested is distinct from old.amount_requested)
  execute function keep_past_amount();

update projects set amount_typed = true where submitted_at is not null or historic;
update projects set amount_awarded = amount_requested
where amount_requested is not null and status in ('approved', 'running', 'suspended', 'final_report', 'closed');
update projects p set amount_requested = null
where not amount_typed and (call_id is not null or amount_requested is not null);
