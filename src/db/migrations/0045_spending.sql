-- What a project spends, accounts for, is paid and gives back.

-- A check digit K was kept as it was typed: two spellings were two organisations. Where both are there, they stay.
update organisations o set rut = upper(o.rut)
  where o.rut <> upper(o.rut) and not exists (select from organisations x where x.rut = upper(o.rut));

-- Types of voucher (tipos de comprobante), which the office changes.
create table voucher_types (
  id uuid primary key default new_id(),
  name text not null check (length(name) between 2 and 80),
  -- One number of a supplier is one voucher in the whole university.
  has_number boolean not null,
  needs_supplier boolean not null check (needs_supplier or not has_number),
  withholds boolean not null,
  -- It takes back another voucher.
  is_credit boolean not null check (not (is_credit and withholds)),
  -- [{id, name}]: what has to be there to account for it.
  papers jsonb not null default '[]' check (jsonb_typeof(papers) = 'array'),
  active boolean not null default true,
  updated_at timestamptz not null default now(),
  updated_by uuid references users (id)
);
create unique index voucher_types_name on voucher_types (plain(name));
create index voucher_types_updated_by on voucher_types (updated_by);

insert into voucher_types (name, has_number, needs_supplier, withholds, is_credit, papers) values
  ('Factura', true, true, false, false, '[{"id": "voucher", "name": "Factura"}]'),
  ('Boleta', true, true, false, false, '[{"id": "voucher", "name": "Boleta"}]'),
  ('Boleta de honorarios', true, true, true, false,
    '[{"id": "voucher", "name": "Boleta de honorarios"}, {"id": "work", "name": "Informe de actividades"}]'),
  ('Pasaje', true, true, false, false, '[{"id": "voucher", "name": "Pasaje o tarjeta de embarque"}]'),
  ('Declaración jurada', false, false, false, false, '[{"id": "voucher", "name": "Declaración jurada firmada"}]'),
  ('Viático', false, true, false, false, '[{"id": "voucher", "name": "Planilla de viático firmada"}]'),
  ('Reembolso', false, true, false, false,
    '[{"id": "voucher", "name": "Solicitud de reembolso"}, {"id": "proof", "name": "Comprobante del gasto"}]'),
  ('Aporte valorado', false, false, false, false, '[{"id": "voucher", "name": "Carta o certificado del aporte"}]'),
  ('Nota de crédito', true, true, false, true, '[{"id": "voucher", "name": "Nota de crédito"}]');

-- What of fees is withheld from a year on; Ley 21.133, article 5 and its transitional table.
create table withholding_rates (
  year integer primary key check (year between 2000 and 2100),
  percent numeric(5, 2) not null check (percent between 0 and 100),
  updated_at timestamptz not null default now(),
  updated_by uuid references users (id)
);
create index withholding_rates_updated_by on withholding_rates (updated_by);
insert into withholding_rates (year, percent) values
  (2020, 10.75), (2021, 11.5), (2022, 12.25), (2023, 13), (2024, 13.75), (2025, 14.5), (2026, 15.25), (2027, 16),
  (2028, 17);

-- Pesos that a unit of a currency is worth on a day.
create table exchange_rates (
  currency text not null check (currency in ('UF', 'USD')),
  day date not null check (day between '2000-01-01' and '2100-12-31'),
  value numeric(12, 4) not null check (value > 0),
  updated_at timestamptz not null default now(),
  updated_by uuid references users (id),
  primary key (currency, day)
);
create index exchange_rates_updated_by on exchange_rates (updated_by);

-- One paper of a supplier, whichever projects share it.
create table vouchers (
  id uuid primary key default new_id(),
  type_id uuid not null references voucher_types (id),
  number text not null default '' check (length(number) <= 40),
  -- Capitals and digits alone, as numbers are compared.
  number_key text not null default '' check (length(number_key) <= 40),
  supplier_rut text not null default '' check (length(supplier_rut) <= 20),
  supplier_foreign_id text not null default '' check (length(supplier_foreign_id) <= 40),
  -- RUT, else X and the foreign id; empty where nobody is named.
  supplier_key text not null default '' check (length(supplier_key) <= 41),
  supplier_name text not null default '' check (length(supplier_name) <= 200),
  issued_on date not null,
  currency text not null check (currency in ('CLP', 'UF', 'USD')),
  -- In its currency.
  gross numeric(14, 4) not null check (gross > 0),
  -- Pesos a unit on the day of issue, as it was known then.
  rate numeric(12, 4) not null check (rate > 0 and (currency <> 'CLP' or rate = 1)),
  -- Pesos from here on.
  gross_pesos bigint not null check (gross_pesos between 1 and 999999999999 and gross_pesos = round(gross * rate)),
  withholding_percent numeric(5, 2) not null default 0 check (withholding_percent between 0 and 100),
  withheld bigint not null default 0 check (withheld = round(gross_pesos * withholding_percent / 100)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (number_key = '' or supplier_key <> '')
);
create unique index vouchers_once on vouchers (supplier_key, type_id, number_key) where number_key <> '';
create index vouchers_type on vouchers (type_id);

create table statements (
  -- Made by the browser once per form: sending the form twice sends once.
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  -- 1, 2, … of the project.
  number integer not null check (number >= 1),
  state text not null default 'submitted' check (state in ('submitted', 'returned', 'approved')),
  author_id uuid not null references users (id),
  -- Who sent it last, and when; until when it is to be decided, or answered once it came back.
  submitted_by uuid not null references users (id),
  -- Everybody who wrote any of it: none of them decides it.
  maker_ids uuid[] not null default '{}',
  submitted_at timestamptz not null default now(),
  due_at timestamptz not null,
  decided_by uuid references users (id),
  decided_at timestamptz,
  -- What the office says to all of it.
  comment text not null default '' check (length(comment) <= 2000),
  updated_at timestamptz not null default now(),
  version integer not null default 1 check (version >= 1),
  unique (project_id, number),
  check (state = 'submitted' or decided_at is not null)
);
create index statements_waiting on statements (due_at, project_id) where state in ('submitted', 'returned');
create index statements_author on statements (author_id);
create index statements_submitted_by on statements (submitted_by);
create index statements_decided_by on statements (decided_by);

-- What a project pays of a voucher from one line of its budget.
create table expenses (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  voucher_id uuid not null references vouchers (id),
  -- Line of the section «Presupuesto», and its source, which stays while anything is spent of it.
  budget_line_id text not null check (length(budget_line_id) between 1 and 40),
  source text not null check (source in ('fund', 'unit', 'partner_cash', 'partner_in_kind')),
  description text not null check (length(description) between 3 and 300),
  -- Pesos of the voucher, and what they cost the line: less than nothing for a credit note.
  share bigint not null check (share between 1 and 999999999999),
  cost bigint not null check (cost in (share, -share)),
  -- Of a credit note: what it takes back.
  corrects_id uuid references expenses (id),
  state text not null default 'recorded' check (state in ('recorded', 'submitted', 'observed', 'approved', 'refused')),
  statement_id uuid references statements (id),
  position integer check (position >= 0),
  -- What the office found about it, and the answer.
  observation text not null default '' check (length(observation) <= 2000),
  answer text not null default '' check (length(answer) <= 2000),
  author_id uuid not null references users (id),
  recorded_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid not null references users (id),
  -- Everybody who wrote any of it: none of them decides it.
  maker_ids uuid[] not null default '{}',
  version integer not null default 1 check (version >= 1),
  check ((corrects_id is null) = (cost > 0)),
  check ((statement_id is null) = (state = 'recorded')),
  check ((statement_id is null) = (position is null)),
  check (state not in ('observed', 'refused') or observation <> '')
);
create index expenses_project on expenses (project_id, recorded_at desc, id);
create index expenses_voucher on expenses (voucher_id);
create index expenses_corrects on expenses (corrects_id);
create unique index expenses_statement on expenses (statement_id, position);
create index expenses_author on expenses (author_id);
create index expenses_updated_by on expenses (updated_by);

create table expense_papers (
  expense_id uuid not null references expenses (id) on delete cascade,
  position integer not null check (position between 0 and 99),
  -- Which of the papers of the type it is; empty for one more.
  paper text not null default '' check (length(paper) <= 40),
  -- Asked at the end of a transaction: with its project go files before expenses.
  version_id uuid not null references files (id) deferrable initially deferred,
  primary key (expense_id, position)
);
create index expense_papers_version on expense_papers (version_id);

-- What the university handed to a project of its award; pesos.
create table payments (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  day date not null,
  amount bigint not null check (amount between 1 and 999999999999),
  reference text not null check (length(reference) between 1 and 120),
  note text not null default '' check (length(note) <= 500),
  author_id uuid not null references users (id),
  recorded_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid not null references users (id),
  version integer not null default 1 check (version >= 1)
);
create index payments_project on payments (project_id, day);
create index payments_author on payments (author_id);
create index payments_updated_by on payments (updated_by);

-- What a project gave back, with its proof.
create table refunds (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  day date not null,
  amount bigint not null check (amount between 1 and 999999999999),
  reference text not null check (length(reference) between 1 and 120),
  note text not null default '' check (length(note) <= 500),
  version_id uuid not null references files (id) deferrable initially deferred,
  state text not null default 'submitted' check (state in ('submitted', 'accepted', 'returned')),
  -- Why it was returned last.
  reason text check (length(reason) between 1 and 2000),
  author_id uuid not null references users (id),
  submitted_at timestamptz not null default now(),
  due_at timestamptz not null,
  decided_by uuid references users (id),
  decided_at timestamptz,
  updated_at timestamptz not null default now(),
  updated_by uuid not null references users (id),
  -- Everybody who wrote any of it: none of them decides it.
  maker_ids uuid[] not null default '{}',
  version integer not null default 1 check (version >= 1),
  check (state = 'submitted' or decided_at is not null),
  check (state <> 'returned' or reason is not null)
);
create index refunds_project on refunds (project_id, day);
create index refunds_waiting on refunds (due_at, project_id) where state in ('submitted', 'returned');
create index refunds_version on refunds (version_id);
create index refunds_author on refunds (author_id);
create index refunds_decided_by on refunds (decided_by);
create index refunds_updated_by on refunds (updated_by);

-- Whoever saves after somebody does not make them forgotten; the argument names the column of who writes.
create function keep_makers() returns trigger language plpgsql as $$
declare maker uuid := (to_jsonb(new) ->> tg_argv[0])::uuid;
begin
  if tg_op = 'INSERT' then
    new.maker_ids = array(select distinct unnest(array[new.author_id, maker]));
  elsif maker <> all (old.maker_ids) then
    new.maker_ids = old.maker_ids || maker;
  end if;
  return new;
end $$;
create trigger statements_makers before insert or update of submitted_by on statements
  for each row execute function keep_makers('submitted_by');
create trigger expenses_makers before insert or update of updated_by on expenses
  for each row execute function keep_makers('updated_by');
create trigger refunds_makers before insert or update of updated_by on refunds
  for each row execute function keep_makers('updated_by');

alter table calls
  -- [{id, share, report}]: parts of each award in percent, and the progress report that releases it; null for the
  -- start. Without any, all is released at the start.
  add column instalments jsonb not null default '[]' check (jsonb_typeof(instalments) = 'array'),
  -- Days after the end of a project in which its vouchers may still be issued; null for no limit, as calls had before.
  add column grace_days integer check (grace_days between 0 and 365);

alter table turn_reminders drop constraint turn_reminders_turn_check,
  add constraint turn_reminders_turn_check
    check (turn in ('change', 'appeal', 'question', 'action_item', 'measurement', 'statement', 'refund'));

-- Pesos of its line that a project holds though it is no longer awarded: what was paid to it and not given back, or
-- what it has spent of the fund, whichever is more.
create function committed_money(project uuid) returns bigint language sql stable parallel safe as $$
  select greatest(0,
    (select coalesce(sum(amount), 0) from payments where project_id = project)
      - (select coalesce(sum(amount), 0) from refunds where project_id = project and state = 'accepted'),
    (select coalesce(sum(cost), 0) from expenses where project_id = project and source = 'fund' and state <> 'refused')
  )::bigint
$$;
