-- Certificates: what somebody did in a project, in one of its activities or as a reviewer, with a code that anybody
-- checks. They copy what they show: the lists they came from are purged.

create table certificates (
  id uuid primary key default new_id(),
  -- Its bit in the list by which verifiers of badges learn that it does not count.
  status_index integer not null generated always as identity unique,
  folio_year integer not null check (folio_year between 2000 and 9999),
  folio_number integer not null check (folio_number > 0),
  folio text not null generated always as (folio_year || '-' || lpad(folio_number::text, 6, '0')) stored,
  -- Fifteen random signs and one that checks them, of Crockford's alphabet.
  code text not null unique check (code ~ '^[0-9A-HJKMNP-TV-Z]{16}$'),
  role text not null check (role in ('lead', 'alternate', 'member', 'founder', 'mentor', 'participant', 'reviewer')),
  project_id uuid references projects (id),
  -- Of who came to one activity; null where it is about the whole project.
  activity_id uuid references activities (id) on delete set null,
  -- Of reviewers: of a call, or of a year's projects of a kind that were reviewed outside of calls.
  call_id uuid references calls (id),
  work_kind text references kinds (slug),
  work_year integer check (work_year between 2000 and 9999),
  -- Whose it is: their account, if they have one.
  user_id uuid references users (id),
  -- The same person when certificates are issued again: `user:…`, `key:…` of attendances, `mail:…`, `name:…`.
  holder text not null check (length(holder) between 6 and 400),
  name text not null check (length(name) between 1 and 200),
  -- What it shows, as the domain's `CertificateContent`.
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  -- Where it is announced to who has no account; emptied once it was.
  email text not null default '' check (length(email) <= 254),
  -- Null while its person is to be told of it.
  told_at timestamptz,
  issued_at timestamptz not null default now(),
  -- Null where it was issued by itself.
  issued_by uuid references users (id),
  -- While its project, closed before, is open again.
  suspended_at timestamptz,
  revoked_at timestamptz,
  revoked_by uuid references users (id),
  revocation_reason text not null default '' check (length(revocation_reason) <= 1000),
  -- Issued in place of another, which is revoked.
  replaces_id uuid unique references certificates (id),
  -- When its person was anonymised: nobody is shown it any more.
  erased_at timestamptz,
  -- Its PDF; null until it is drawn.
  storage_key text unique,
  sha256 bytea check (length(sha256) = 32),
  size integer check (size > 0),
  search text not null generated always as (
    plain(name || ' ' || folio_year || '-' || lpad(folio_number::text, 6, '0') || ' ' || code)) stored,
  unique (folio_year, folio_number),
  check ((role = 'reviewer') = (project_id is null)),
  check (activity_id is null or role = 'participant'),
  check ((role = 'reviewer') = (call_id is not null or (work_kind is not null and work_year is not null))),
  check (call_id is null or (work_kind is null and work_year is null)),
  check ((revoked_at is null) = (revocation_reason = '')),
  check ((storage_key is null) = (sha256 is null) and (storage_key is null) = (size is null))
);
create index certificates_project on certificates (project_id, issued_at) where project_id is not null;
create index certificates_activity on certificates (activity_id) where activity_id is not null;
create index certificates_call on certificates (call_id) where call_id is not null;
create index certificates_work on certificates (work_kind, work_year) where work_kind is not null;
create index certificates_user on certificates (user_id) where user_id is not null;
create index certificates_issued_by on certificates (issued_by) where issued_by is not null;
create index certificates_revoked_by on certificates (revoked_by) where revoked_by is not null;
create index certificates_issued on certificates (issued_at, id);
create index certificates_name on certificates (plain(name), id);
create index certificates_search on certificates using gin (search gin_trgm_ops);
create index certificates_undrawn on certificates (id) where storage_key is null and erased_at is null;
create index certificates_untold on certificates (issued_at) where told_at is null;
create index certificates_erased on certificates (id) where erased_at is not null and storage_key is not null;

-- What was issued is never changed, but for what becomes of it; only anonymising its person rewrites it.
create function keep_certificate() returns trigger language plpgsql as $$
begin
  if old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at then
    raise exception 'what was revoked stays revoked';
  end if;
  if new.erased_at is null and (new.code, new.folio_year, new.folio_number, new.role, new.name, new.content)
      is distinct from (old.code, old.folio_year, old.folio_number, old.role, old.name, old.content) then
    raise exception 'an issued certificate does not change';
  end if;
  if new.erased_at is null and old.sha256 is not null and new.sha256 is distinct from old.sha256 then
    raise exception 'its PDF does not change';
  end if;
  return new;
end $$;
create trigger certificates_keep before update on certificates for each row execute function keep_certificate();

-- Those of a project that was closed and is open again certify nothing meanwhile, whichever way it came there.
create function follow_closing() returns trigger language plpgsql as $$
begin
  update certificates set suspended_at = case when new.status = 'closed' then null else now() end
  where project_id = new.id and (suspended_at is null) = (new.status <> 'closed') and revoked_at is null;
  return null;
end $$;
create trigger projects_follow_closing after update of status on projects for each row
  when ((old.status = 'closed') <> (new.status = 'closed')) execute function follow_closing();

-- The last folio of each year: taken in the transaction that issues, so that none is left out.
create table certificate_folios (
  year integer primary key check (year between 2000 and 9999),
  last integer not null check (last >= 0)
);

-- Keys that sign Open Badges, made when the office offers them; earlier ones stay, as badges were signed with them.
create table badge_keys (
  id uuid primary key default new_id(),
  public_key jsonb not null,
  private_key jsonb not null,
  created_at timestamptz not null default now()
);

-- Reviewers of a call are given theirs by themselves once it is resolved; of calls resolved before, the office does it.
alter table calls add column certifies_reviewers boolean not null default true;
update calls set certifies_reviewers = false where state in ('resolved', 'execution', 'closed');

-- What the kind of a project says of its certificates, and whether who comes to its activities is given one.
create view certificate_rules as
  select p.id as project_id, coalesce(v.definition ->> 'certificates', 'none') as rule,
    -- Where the Ficha asks whether there are certificates, its answer counts.
    not asked.it or coalesce((e.data ->> 'givesCertificate')::boolean, false) as participants
  from projects p
    join kind_versions v on v.slug = p.kind and v.version = p.kind_version
    left join project_sections e on e.project_id = p.id and e.section = 'event'
    cross join lateral (select exists (
      select from jsonb_array_elements(v.definition -> 'sections') s
      where s ->> 'slug' = 'event'
        and not coalesce((s -> 'fields' -> 'givesCertificate' ->> 'hidden')::boolean, false)) as it) asked;

-- Everybody a project may give a certificate to, once for each role: its team, who came to it, who came to each of its
-- activities. The office alone says what is issued of these, by the rule of the kind.
create view certificate_candidates as
  with named as (
    select p.id as project_id, 'lead' as role, p.lead_id::text as person, null as name, '' as mail, '' as detail
    from projects p
    union all
    select p.id, 'alternate', p.alternate_id::text, null, '', '' from projects p where p.alternate_id is not null
    union all
    select v.project_id, 'mentor', v.data ->> 'mentorId', null, '', '' from project_sections v
    where v.section = 'venture' and nullif(v.data ->> 'mentorId', '') is not null
    union all
    select v.project_id, 'founder', null, f ->> 'name', lower(btrim(coalesce(f ->> 'email', ''))),
      coalesce(f ->> 'affiliation', '')
    from project_sections v cross join lateral jsonb_array_elements(
      case jsonb_typeof(v.data -> 'founders') when 'array' then v.data -> 'founders' else '[]' end) f
    where v.section = 'venture'
    union all
    select t.project_id, 'member', m ->> 'userId', m ->> 'name', lower(btrim(coalesce(m ->> 'email', ''))),
      coalesce(m ->> 'role', '')
    from project_sections t join projects p on p.id = t.project_id cross join lateral jsonb_array_elements(
      case jsonb_typeof(t.data -> 'members') when 'array' then t.data -> 'members' else '[]' end) m
    -- Who leads has a certificate of that.
    where t.section = 'team' and (id_in(m ->> 'userId') is null
      or id_in(m ->> 'userId') is distinct from p.lead_id and id_in(m ->> 'userId') is distinct from p.alternate_id)
  ), team as (
    select n.project_id, n.role, u.id as user_id,
      case when u.id is not null then 'user:' || u.id when n.mail <> '' then 'mail:' || n.mail
        else 'name:' || plain(btrim(n.name)) end as holder,
      coalesce(u.name, btrim(n.name)) as name, case when u.id is null then n.mail else '' end as email, n.detail
    from named n left join users u on u.id = id_in(n.person)
    where (u.id is not null and u.anonymised_at is null) or nullif(btrim(n.name), '') is not null
  ), came as not materialized (
    select a.project_id, a.activity_id, c.day, c.name as activity,
      coalesce('key:' || encode(a.person_key, 'hex'), 'name:' || plain(btrim(a.name))) as holder, a.name,
      a.identifier_kind, a.identifier, a.created_at
    from attendances a join activities c on c.id = a.activity_id
  ), candidates as (
    select distinct on (project_id, role, holder) project_id, null::uuid as activity_id, role, user_id, holder, name,
      'none' as document_kind, '' as document, email, detail, 0 as activities, null::date as first_day,
      null::date as last_day
    from team
    union all
    -- The name as it was written last.
    select project_id, null, 'participant', null, holder, (array_agg(name order by day desc, created_at desc))[1],
      case when min(identifier_kind) in ('rut', 'foreign') then min(identifier_kind) else 'none' end,
      case when min(identifier_kind) in ('rut', 'foreign') then min(identifier) else '' end,
      case when min(identifier_kind) = 'email' then min(identifier) else '' end, '', count(distinct activity_id)::int,
      min(day), max(day)
    from came group by project_id, holder
    union all
    select project_id, activity_id, 'participant', null, holder, (array_agg(name order by created_at desc))[1],
      case when min(identifier_kind) in ('rut', 'foreign') then min(identifier_kind) else 'none' end,
      case when min(identifier_kind) in ('rut', 'foreign') then min(identifier) else '' end,
      case when min(identifier_kind) = 'email' then min(identifier) else '' end, '', 1, min(day), max(day)
    from came group by project_id, activity_id, holder
  )
  select c.*, exists (
      select from certificates x
      where x.project_id = c.project_id and x.role = c.role and x.activity_id is not distinct from c.activity_id
        -- Two records of one person become one, whose id the holder does not follow.
        and (x.holder = c.holder or x.user_id = c.user_id)) as is_given
  from candidates c;

-- What each reviewer has confirmed: of a call, or of a kind and year outside of calls.
create view reviewer_work as
  select r.user_id, p.call_id, case when p.call_id is null then p.kind end as work_kind,
    case when p.call_id is null then extract(year from day_in_chile(r.confirmed_at))::int end as work_year,
    count(*)::int as reviews, min(day_in_chile(r.confirmed_at)) as first_day,
    max(day_in_chile(r.confirmed_at)) as last_day
  from reviews r join projects p on p.id = r.project_id
  where r.state = 'confirmed'
  group by 1, 2, 3, 4;

insert into settings (key, value) values ('certificates', '{"signer": "", "position": "", "openBadges": false}');
