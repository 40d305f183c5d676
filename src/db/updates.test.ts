import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { TestDatabase } from '../../test/database.ts';
import { ALL, versionBefore } from '../../test/versions.ts';
import { addWorkingDays } from '../domain/kit/calendar.ts';
import { type BudgetLine, fundTotal } from '../domain/sections/budget.ts';
import { migrate } from './migrate.ts';

test('0032: open sessions stay open, and the tokens of one sign-in become one session', async () => {
  const db = await versionBefore('0032');
  await sql`insert into users (name, email, state) values ('Ana', 'ana@uni.example', 'active')`.execute(db);
  await sql`insert into user_accounts (user_id, provider, subject)
    select id, p, p from users, unnest(array['google', 'microsoft']) p`.execute(db);
  const token = (name: string, provider: string, signedIn: string) =>
    sql`insert into sessions (token_hash, user_id, account_id, signed_in_at, expires_at)
      select sha256(${name}::bytea), user_id, id, ${signedIn}::timestamptz, now() + interval '1 hour'
      from user_accounts where provider = ${provider}`.execute(db);
  // The column keeps microseconds; a renewal passed on milliseconds only.
  await token('first', 'google', '2026-11-20T12:00:00.123456Z');
  await token('renewed', 'google', '2026-11-20T12:00:00.123Z');
  await token('elsewhere', 'google', '2026-11-20T12:00:01Z');
  await token('other account', 'microsoft', '2026-11-20T12:00:00.123Z');
  await migrate(db, ALL);
  // A copy of the version before is still running.
  await token('of an old copy', 'google', '2026-11-20T13:00:00Z');
  const { rows } = await sql<{ tokens: number }>`
    select count(*)::int as tokens from sessions where expires_at > now() group by session_id order by 1 desc`.execute(
    db,
  );
  expect(rows.map(row => row.tokens)).toEqual([2, 1, 1, 1]);
  const pair = await sql`
    select from sessions where token_hash in (sha256('first'), sha256('renewed'))
    group by session_id having count(*) = 2`.execute(db);
  expect(pair.rows).toHaveLength(1);
});

test('0033: a deputy who only reviews stops standing in, and the row that named them stays', async () => {
  const db = await versionBefore('0033');
  await sql`insert into users (name, email, state, roles) values
    ('Ana', 'ana@uni.example', 'active', '{Director}'), ('Eva', 'eva@otra.example', 'active', '{Reviewer}'),
    ('Luis', 'luis@uni.example', 'active', '{Academic,Reviewer}')`.execute(db);
  await sql`insert into deputations (principal_id, deputy_id, first_day, last_day, created_by)
    select a.id, d.id, current_date - 1, current_date + 1, a.id from users a, users d
    where a.name = 'Ana' and d.name <> 'Ana'`.execute(db);
  const standIns = async () =>
    (
      await sql<{ name: string }>`
        select u.name from deputies_on(current_date) d join users u on u.id = d.deputy_id order by 1`.execute(
        db,
      )
    ).rows.map(row => row.name);
  expect(await standIns()).toEqual(['Eva', 'Luis']);
  await migrate(db, ALL);
  expect(await standIns()).toEqual(['Luis']);
  expect((await sql`select from deputations`.execute(db)).rows).toHaveLength(2);
});

test('0034: what was published before knows the fields of its day, as does what an old copy publishes', async () => {
  const db = await versionBefore('0034');
  const publish = (version: number) =>
    sql`insert into kind_versions (slug, version, definition) values ('pacs', ${version}, '{}')`.execute(db);
  await sql`insert into kinds (slug, current_version) values ('pacs', 1)`.execute(db);
  await publish(1);
  await migrate(db, ALL);
  await publish(2);
  const { rows } = await sql<{ fields: string[] }>`select fields from kind_versions`.execute(db);
  for (const { fields } of rows)
    expect(fields).toEqual(expect.arrayContaining(['identification/title', 'budget/lines.*.unitCost']));
  expect(rows).toHaveLength(2);
});

test('0036: whoever was written down takes part, and so does whoever was when the project was sent', async () => {
  const db = await versionBefore('0036');
  const { rows: people } = await sql<{ id: string }>`
    insert into users (name, email, state) values ('Ana', 'ana@uni.example', 'active'),
      ('Beto', 'beto@uni.example', 'active'), ('Caro', 'caro@uni.example', 'active'),
      ('Dani', 'dani@uni.example', 'active'), ('Eva', 'eva@uni.example', 'active') returning id`.execute(db);
  const [ana = '', beto, caro, dani, eva] = people.map(p => p.id);
  await sql`insert into kinds (slug, current_version) values ('incs', 1)`.execute(db);
  await sql`insert into kind_versions (slug, version, definition) values ('incs', 1, '{}')`.execute(db);
  const begin = async (code: string) => {
    const { rows } = await sql<{ id: string }>`
      insert into projects (code, kind, kind_version, title, lead_id, created_by, updated_by)
      values (${code}, 'incs', 1, 'Huerta', ${ana}, ${ana}, ${ana}) returning id`.execute(db);
    return rows[0]?.id ?? '';
  };
  const save = (project: string, section: string, data: object) =>
    sql`insert into project_sections (project_id, section, data)
      values (${project}, ${section}, ${JSON.stringify(data)})`.execute(db);
  const team = (...members: object[]) => ({ members });
  const sent = await begin('INC-1');
  await sql`update projects set alternate_id = ${beto}, submitted_at = now() where id = ${sent}`.execute(db);
  await save(
    sent,
    'team',
    team({ userId: caro }, { userId: null, email: ' Otra@Fuera.example ' }, { email: '' }),
  );
  await save(sent, 'venture', { founders: [{ name: 'Dani', email: 'DANI@uni.example' }], mentorId: null });
  const { rows: history } = await sql<{ id: number }>`
    insert into project_history (project_id, action, to_status) values (${sent}, 'submit', 'director_review')
    returning id`.execute(db);
  const before = { identification: { leadId: eva }, team: team({ userId: caro }, { userId: 'nobody' }) };
  await sql`insert into project_snapshots (history_id, project_id, sections)
    values (${history[0]?.id}, ${sent}, ${JSON.stringify(before)})`.execute(db);
  await migrate(db, ALL);
  const parts = async (project: string) =>
    (
      await sql<{ words: string }>`
        select concat_ws(' ', t.part, coalesce(u.name, t.email), case when t.is_current then 'now' end,
          case when t.at_submission then 'sent' end) as words
        from project_parts t left join users u on u.id = t.user_id where t.project_id = ${project}
        order by 1`.execute(db)
    ).rows.map(row => row.words);
  expect(await parts(sent)).toEqual([
    'alternate Beto now',
    'founder dani@uni.example now',
    'lead Ana now',
    'lead Eva sent',
    'member Caro now sent',
    'member otra@fuera.example now',
  ]);
  const { rows: taking } = await sql<{ name: string }>`
    select distinct u.name from project_people t join users u on u.id = t.user_id where t.project_id = ${sent}
    order by 1`.execute(db);
  expect(taking.map(t => t.name)).toEqual(['Ana', 'Beto', 'Caro', 'Dani', 'Eva']);
  // A copy of the version before is still running: what it writes is followed as well.
  const fresh = await begin('INC-2');
  await save(fresh, 'team', team({ userId: dani }));
  await sql`update projects set lead_id = ${beto} where id = ${fresh}`.execute(db);
  expect(await parts(fresh)).toEqual(['lead Beto now', 'member Dani now']);
});

/** What the rows of projects say of money, by code; amounts in pesos. */
const moneyByCode = async (db: TestDatabase['db']) =>
  (
    await sql<{ told: string }>`
      select concat_ws(' ', code, coalesce(amount_requested::text, '—'), coalesce(amount_awarded::text, '—'),
        case when amount_typed then 'typed' end) as told from projects order by code`.execute(db)
  ).rows.map(row => row.told);

test('0037: what was sent keeps the amount that was typed, drafts derive theirs, awards had all of it', async () => {
  const db = await versionBefore('0037');
  const { rows: people } = await sql<{ id: string }>`
    insert into users (name, email, state) values ('Ana', 'ana@uni.example', 'active') returning id`.execute(
    db,
  );
  const ana = people[0]?.id;
  await sql`insert into kinds (slug, current_version) values ('fexs', 1), ('pacs', 1)`.execute(db);
  const old = { sections: [{ slug: 'fund', fields: { amountRequested: { required: true } } }] };
  await sql`insert into kind_versions (slug, version, definition)
    values ('fexs', 1, ${JSON.stringify(old)}), ('pacs', 1, '{}')`.execute(db);
  const { rows: calls } = await sql<{ call: string; line: string }>`
    with c as (
      insert into calls (name, year, kind, state, opens_at, closes_at)
      select 'Fondo ' || s, 2026, 'fexs', s, now() - interval '9 days', now() + interval '9 days'
      from unnest(array['open', 'evaluation', 'resolved']) s returning id, state
    ), l as (
      insert into call_lines (call_id, position, name, cap, budget) select id, 0, 'Única', 5000, 9000 from c
      returning id, call_id
    ) select l.call_id as call, l.id as line from l join c on c.id = l.call_id
      order by array_position(array['open', 'evaluation', 'resolved'], c.state)`.execute(db);
  const [open, evaluation, resolved] = calls;
  const put = async (
    code: string,
    status: string,
    { at = open, typed = null, lines = [], historic = false }: Partial<Stored> = {},
  ) => {
    const sent = status === 'draft' ? null : new Date();
    const { rows } = await sql<{ id: string }>`
      insert into projects (code, kind, kind_version, title, lead_id, created_by, status, submitted_at, historic,
        call_id, line_id, amount_requested)
      values (${code}, 'fexs', 1, 'Huerta', ${ana}, ${ana}, ${status}, ${sent}, ${historic},
        ${at?.call ?? null}, ${at?.line ?? null}, ${typed}) returning id`.execute(db);
    const id = rows[0]?.id ?? '';
    const of = (section: string, data: object) =>
      sql`insert into project_sections (project_id, section, data)
        values (${id}, ${section}, ${JSON.stringify(data)})`.execute(db);
    await of('fund', { callId: at?.call ?? null, lineId: at?.line ?? null, amountRequested: typed });
    await of('budget', { lines });
    return id;
  };
  type Stored = {
    at: { call: string; line: string } | undefined | null;
    typed: number | null;
    lines: object[];
    historic: boolean;
  };
  const fund = (unitCost: number, quantity = 1) => ({ id: 'a', quantity, unitCost, source: 'fund' });
  const unit = { id: 'u', quantity: 3, unitCost: 700, source: 'unit' };
  await put('A draft', 'draft', {
    typed: 3500,
    lines: [fund(1000, 4.35), { ...fund(1), quantity: null }, unit],
  });
  await put('B draft of nothing', 'draft', { typed: 3500, lines: [unit] });
  await put('C draft without a call', 'draft', { at: null, lines: [fund(1000)] });
  await put('D returned', 'returned', { typed: 3500, lines: [fund(40_000)] });
  await put('E evaluated', 'evaluation', { at: evaluation, typed: 3500, lines: [fund(40_000)] });
  await put('F asks nothing', 'evaluation', { at: evaluation });
  await put('G approved', 'approved', { at: resolved, typed: 4000, lines: [fund(50_000)] });
  await put('H running', 'running', { at: resolved, typed: 4000 });
  await put('I not awarded', 'not_awarded', { at: resolved, typed: 4000 });
  await put('J past', 'closed', { at: null, typed: 2000, historic: true });
  await put('K incubation', 'approved', { at: null });
  await migrate(db, ALL);
  expect(await moneyByCode(db)).toEqual([
    'A draft 4350 —',
    'B draft of nothing — —',
    'C draft without a call — —',
    'D returned 3500 — typed',
    'E evaluated 3500 — typed',
    'F asks nothing — — typed',
    'G approved 4000 4000 typed',
    'H running 4000 4000 typed',
    'I not awarded 4000 — typed',
    'J past 2000 2000 typed',
    'K incubation — — typed',
  ]);
  // Nothing that was written is gone, and old definitions are as they were.
  const { rows: kept } = await sql<{ n: number }>`
    select count(*)::int as n from project_sections where data ->> 'amountRequested' is not null`.execute(db);
  expect(kept[0]?.n).toBe(8);
  const { rows: kinds } = await sql<{ definition: object }>`
    select definition from kind_versions where slug = 'fexs'`.execute(db);
  expect(kinds[0]?.definition).toEqual(old);
  // From then on a draft asks what its budget says by whichever way, a still running old copy's form included.
  await sql`update project_sections set data = ${JSON.stringify({ lines: [fund(777)] })}
    where section = 'budget' and project_id in (select id from projects where code < 'E')`.execute(db);
  await sql`update projects set amount_requested = 123 where code < 'C'`.execute(db);
  await sql`update projects set call_id = ${open?.call} where code like 'C%'`.execute(db);
  expect((await moneyByCode(db)).slice(0, 4)).toEqual([
    'A draft 777 —',
    'B draft of nothing 777 —',
    'C draft without a call 777 —',
    'D returned 3500 — typed',
  ]);
  // A past project that is imported has what its spreadsheet says, and had all of it.
  await put('L imported', 'closed', { at: null, typed: 900, historic: true });
  await sql`update projects set amount_requested = 950 where code like 'L%'`.execute(db);
  expect((await moneyByCode(db)).at(-1)).toBe('L imported 950 950 typed');
});

test('0037: the database adds a budget up as the form does', async () => {
  const db = await versionBefore('0037');
  await migrate(db, ALL);
  const line = fc.record({
    quantity: fc.option(fc.integer({ min: 0, max: 100_000_000 }).map(n => n / 100)),
    unitCost: fc.option(fc.integer({ min: 0, max: 999_999 })),
    source: fc.constantFrom('fund', 'unit', null),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 8 }), async lines => {
      const { rows } = await sql<{ total: number }>`
        select fund_total(${JSON.stringify({ lines })}::jsonb) as total`.execute(db);
      expect(rows[0]?.total).toBe(fundTotal({ lines: lines as BudgetLine[] }));
    }),
    { numRuns: 60 },
  );
  const { rows } = await sql<{ total: number }>`select fund_total(null) as total`.execute(db);
  expect(rows[0]?.total).toBe(0);
});

test('0038: an open waitlist keeps its end, resolved calls stay so, and open appeals are due in ten working days', async () => {
  const db = await versionBefore('0038');
  const { rows: people } = await sql<{ id: string }>`
    insert into users (name, email, state) values ('Ana', 'ana@uni.example', 'active') returning id`.execute(
    db,
  );
  const ana = people[0]?.id;
  await sql`insert into holidays (day, name) values ('2026-09-18', 'Independencia'), ('2026-09-19', 'Glorias')
    on conflict do nothing`.execute(db);
  await sql`insert into kinds (slug, current_version) values ('fexs', 1)`.execute(db);
  await sql`insert into kind_versions (slug, version, definition) values ('fexs', 1, '{}')`.execute(db);
  await sql`
    insert into calls (name, year, kind, state, opens_at, closes_at, execution_from, execution_to)
    select s, 2026, 'fexs', s, '2026-03-01', '2026-04-01', '2026-07-01', '2026-12-31'
    from unnest(array['preparation', 'evaluation', 'resolved', 'execution', 'closed']) s`.execute(db);
  await sql`
    insert into projects (code, kind, kind_version, title, lead_id, created_by, status, submitted_at, call_id,
      amount_requested, amount_awarded)
    select 'FEX-' || s, 'fexs', 1, 'Huerta', ${ana}, ${ana}, s, now(), (select id from calls where name = 'resolved'),
      1000, case s when 'approved' then 900 end
    from unnest(array['approved', 'waitlisted', 'not_awarded', 'rejected']) s`.execute(db);
  await sql`
    with h as (
      insert into project_history (project_id, action, from_status, to_status)
      select id, case status when 'rejected' then 'dismiss' else 'not_award' end, 'resolution', status
      from projects where status in ('not_awarded', 'rejected') returning id, project_id
    )
    insert into appeals (project_id, author_id, history_id, text, at, upheld, answer, answered_at, answered_by)
    select h.project_id, ${ana}, h.id, 'No consideró la carta del socio.', '2026-09-11T15:00:00Z',
      case p.status when 'rejected' then false end, case p.status when 'rejected' then 'No.' end,
      case p.status when 'rejected' then now() end, case p.status when 'rejected' then ${ana}::uuid end
    from h join projects p on p.id = h.project_id`.execute(db);
  await sql`insert into call_acts (call_id, number, at, actor_id, facts)
    select id, 1, now(), ${ana}, '{"rows": []}' from calls where name = 'resolved'`.execute(db);
  await migrate(db, ALL);
  const { rows: calls } = await sql<{ name: string; state: string; until: string | null; committee: object }>`
    select name, state, waitlist_until::text as until, committee from calls order by opens_at, name`.execute(
    db,
  );
  expect(calls.map(c => [c.name, c.state, c.until])).toEqual([
    ['closed', 'closed', '2026-12-31'],
    ['evaluation', 'evaluation', '2026-12-31'],
    ['execution', 'execution', '2026-12-31'],
    ['preparation', 'preparation', null],
    ['resolved', 'resolved', '2026-12-31'],
  ]);
  expect(calls[0]?.committee).toEqual({ members: [], quorum: null });
  const { rows: appeals } = await sql<{ due: string; upheld: boolean | null }>`
    select due_at as due, upheld from appeals order by upheld`.execute(db);
  // Friday 11th; of the next ten working days the 18th is none.
  const due = addWorkingDays(new Date('2026-09-11T15:00:00Z'), 10, new Set(['2026-09-18', '2026-09-19']));
  expect(appeals.map(a => new Date(a.due))).toEqual([due, due]);
  expect(appeals.map(a => a.upheld)).toEqual([false, null]);
  expect(await moneyByCode(db)).toEqual([
    'FEX-approved 1000 900',
    'FEX-not_awarded 1000 —',
    'FEX-rejected 1000 —',
    'FEX-waitlisted 1000 —',
  ]);
  // A copy of the version before is still running: it resolves a call, and writes an appeal without a due date.
  await sql`update calls set state = 'resolved' where name = 'evaluation'`.execute(db);
  await sql`insert into appeals (project_id, author_id, history_id, text, at)
    select p.id, ${ana}, (select max(id) from project_history), 'No consideró la carta del socio.', now()
    from projects p where p.status = 'waitlisted'`.execute(db);
});

test('0039: reports sent back get their days, and requests of ended projects are closed', async () => {
  const db = await versionBefore('0039');
  await sql`insert into users (name, email, state) values ('Ana', 'ana@uni.example', 'active')`.execute(db);
  await sql`insert into kinds (slug, current_version) values ('pacs', 1)`.execute(db);
  await sql`insert into kind_versions (slug, version, definition) values ('pacs', 1, '{}')`.execute(db);
  await sql`
    insert into projects (code, kind, kind_version, title, lead_id, created_by, status, sub_step, submitted_at, due_at)
    select c, 'pacs', 1, c, u.id, u.id, s, b, now(), '2026-01-01'
    from users u, (values ('sent back', 'running', 'office'), ('by hand', 'running', 'director'),
      ('before', 'running', null), ('ended', 'withdrawn', null), ('paused', 'suspended', 'director')) p (c, s, b)`.execute(
    db,
  );
  const history = (code: string, action: string, to: string) =>
    sql`insert into project_history (project_id, action, from_status, to_status)
      select id, ${action}, 'final_report', ${to} from projects where code = ${code}`.execute(db);
  await history('sent back', 'return_final_report', 'running');
  await history('paused', 'return_final_report', 'running');
  await history('by hand', 'override', 'running');
  await sql`insert into change_requests (id, project_id, section, version, before, after, reason, author_id, due_at)
    select gen_random_uuid(), p.id, 'team', 1, '{}', '{}', 'Por si acaso.', p.lead_id, now() from projects p
    where code in ('before', 'ended')`.execute(db);
  await sql`insert into projects (code, kind, kind_version, title, lead_id, created_by, status, submitted_at)
    select s, 'pacs', 1, s, id, id, s, now() from users, unnest(array['director_review', 'dean_review']) s`.execute(
    db,
  );
  await sql`insert into project_holders (project_id, user_id, via)
    select id, lead_id, 'dean' from projects where status in ('director_review', 'dean_review')`.execute(db);
  await migrate(db, ALL);
  const { rows: held } = await sql<{ row: string }>`select p.status || ' ' || h.via as row
    from project_holders h join projects p on p.id = h.project_id order by 1`.execute(db);
  expect(held.map(h => h.row)).toEqual(['dean_review dean', 'director_review above']);
  const { rows } = await sql<{ row: string }>`
    select concat_ws(' ', code, coalesce(sub_step, '—'), case when due_at > now() + interval '13 days' then 'later'
      else 'as it was' end) as row from projects where status not like '%review' order by code`.execute(db);
  expect(rows.map(r => r.row)).toEqual([
    'before — as it was',
    'by hand — as it was',
    'ended — as it was',
    'paused director as it was',
    'sent back office later',
  ]);
  const { rows: changes } = await sql<{ row: string }>`
    select p.code || ' ' || c.state || ' ' || (c.decided_at is null) as row
    from change_requests c join projects p on p.id = c.project_id order by 1`.execute(db);
  expect(changes.map(c => c.row)).toEqual(['before open true', 'ended closed false']);
  // A copy of the version before is still running: what it writes is read.
  await sql`insert into projects (code, kind, kind_version, title, lead_id, created_by, status)
    select 'old', 'pacs', 1, 'Huerta', id, id, 'draft' from users`.execute(db);
});
