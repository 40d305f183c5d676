-- Who takes part in a project, in one place: conflicts of interest are judged by it alone. A person is named by the
-- account, else by the mail written beside the name. `at_submission`: took part when it was sent, which stays.
create table project_parts (
  id uuid primary key default new_id(),
  project_id uuid not null references projects (id) on delete cascade,
  part text not null check (part in ('lead', 'alternate', 'member', 'founder', 'mentor')),
  user_id uuid references users (id),
  email text not null default '' check (email = lower(btrim(email))),
  since timestamptz not null default now(),
  is_current boolean not null default true,
  at_submission boolean not null default false,
  check ((user_id is null) <> (email = '')),
  check (is_current or at_submission),
  unique nulls not distinct (project_id, part, user_id, email)
);
create index project_parts_user on project_parts (user_id, project_id) where user_id is not null;
create index project_parts_email on project_parts (email, project_id) where email <> '';
create index user_accounts_email on user_accounts (lower(email)) where email is not null;

-- Accounts behind the parts, perhaps more than once: a mail is anybody's who has it, or signs in with it.
create view project_people as
  select project_id, user_id from project_parts where user_id is not null
  union all select t.project_id, u.id from project_parts t join users u on lower(u.email) = t.email
    where t.email <> ''
  union all select t.project_id, a.user_id from project_parts t join user_accounts a on lower(a.email) = t.email
    where t.email <> '';

create function id_in(words text) returns uuid language sql immutable as $$
  select case when words ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then words::uuid end
$$;
-- The parts that a project's first section, team and venture name. What is no person of ours counts by its mail.
create function written_parts(lead uuid, alternate uuid, team jsonb, venture jsonb)
returns table (part text, user_id uuid, email text) language sql stable as $$
  with named as (
    select 'lead' as part, lead::text as person, null as mail
    union all select 'alternate', alternate::text, null
    union all select 'mentor', venture ->> 'mentorId', null
    union all select 'member', m ->> 'userId', m ->> 'email' from jsonb_array_elements(
      case jsonb_typeof(team -> 'members') when 'array' then team -> 'members' else '[]' end) m
    union all select 'founder', null, f ->> 'email' from jsonb_array_elements(
      case jsonb_typeof(venture -> 'founders') when 'array' then venture -> 'founders' else '[]' end) f
  )
  select distinct n.part, u.id, case when u.id is null then lower(btrim(n.mail)) else '' end
  from named n left join users u on u.id = id_in(n.person)
  where u.id is not null or nullif(btrim(n.mail), '') is not null
$$;

create function renew_parts(project uuid) returns void language sql as $$
  with written as (
    select w.* from projects p
      left join project_sections t on t.project_id = p.id and t.section = 'team'
      left join project_sections v on v.project_id = p.id and v.section = 'venture'
      cross join lateral written_parts(p.lead_id, p.alternate_id, t.data, v.data) w
    where p.id = project
  ), left_it as (
    select x.ctid as at, x.at_submission from project_parts x
    where x.project_id = project and x.is_current and not exists (
      select from written w where w.part = x.part
        and (w.user_id, w.email) is not distinct from (x.user_id, x.email))
  ), gone as (
    delete from project_parts where ctid in (select at from left_it where not at_submission)
  ), kept as (
    update project_parts set is_current = false where ctid in (select at from left_it where at_submission)
  )
  insert into project_parts (project_id, part, user_id, email)
  select project, part, user_id, email from written
  on conflict (project_id, part, user_id, email) do update set is_current = true
    where not project_parts.is_current
$$;

create function follow_parts() returns trigger language plpgsql as $$
begin
  perform renew_parts(case tg_table_name when 'projects' then (to_jsonb(new) ->> 'id')::uuid
    else coalesce((to_jsonb(new) ->> 'project_id')::uuid, (to_jsonb(old) ->> 'project_id')::uuid) end);
  return null;
end $$;
create trigger projects_begin_parts after insert on projects for each row execute function follow_parts();
create trigger projects_follow_parts after update of lead_id, alternate_id on projects for each row
  when ((old.lead_id, old.alternate_id) is distinct from (new.lead_id, new.alternate_id))
  execute function follow_parts();
create trigger project_sections_begin_parts after insert on project_sections for each row
  when (new.section in ('team', 'venture')) execute function follow_parts();
create trigger project_sections_follow_parts after update of data on project_sections for each row
  when (new.section in ('team', 'venture') and new.data is distinct from old.data) execute function follow_parts();
create trigger project_sections_end_parts after delete on project_sections for each row
  when (old.section in ('team', 'venture')) execute function follow_parts();

-- What was sent has a snapshot; taken back before anybody received it, it was never sent.
create function keep_parts() returns trigger language plpgsql as $$
begin
  update project_parts set at_submission = true
  where project_id = new.project_id and is_current and not at_submission;
  return null;
end $$;
create trigger project_snapshots_keep_parts after insert on project_snapshots for each row execute function keep_parts();
create function forget_parts() returns trigger language plpgsql as $$
begin
  delete from project_parts where project_id = new.id and not is_current;
  update project_parts set at_submission = false where project_id = new.id;
  return null;
end $$;
create trigger projects_forget_parts after update of submitted_at on projects for each row
  when (old.submitted_at is not null and new.submitted_at is null) execute function forget_parts();

-- Another mail is no way out of a part.
create function carry_parts() returns trigger language plpgsql as $$
declare
  person uuid := case tg_table_name when 'users' then to_jsonb(old) ->> 'id' else to_jsonb(old) ->> 'user_id' end;
begin
  insert into project_parts (project_id, part, user_id, since, is_current, at_submission)
  select project_id, part, person, min(since), false, true from project_parts
  where email = lower(old.email) and exists (select from users where id = person)
  group by project_id, part
  on conflict (project_id, part, user_id, email) do update set at_submission = true;
  delete from project_parts where email = lower(old.email) and not is_current;
  return null;
end $$;
create trigger users_carry_parts after update of email on users for each row
  when (lower(old.email) <> lower(new.email)) execute function carry_parts();
create trigger user_accounts_carry_parts after update of email on user_accounts for each row
  when (lower(old.email) is distinct from lower(new.email)) execute function carry_parts();
create trigger user_accounts_end_parts after delete on user_accounts for each row
  when (old.email is not null) execute function carry_parts();

insert into project_parts (project_id, part, user_id, email, since)
select p.id, w.part, w.user_id, w.email, coalesce(p.submitted_at, p.created_at) from projects p
  left join project_sections t on t.project_id = p.id and t.section = 'team'
  left join project_sections v on v.project_id = p.id and v.section = 'venture'
  cross join lateral written_parts(p.lead_id, p.alternate_id, t.data, v.data) w;
insert into project_parts as x (project_id, part, user_id, email, since, is_current, at_submission)
select s.project_id, w.part, w.user_id, w.email, min(h.at), false, true
from project_snapshots s join projects p on p.id = s.project_id and p.submitted_at is not null
  join project_history h on h.id = s.history_id
  cross join lateral written_parts(
    id_in(s.sections -> 'identification' ->> 'leadId'), id_in(s.sections -> 'identification' ->> 'alternateId'),
    s.sections -> 'team', s.sections -> 'venture') w
group by s.project_id, w.part, w.user_id, w.email
on conflict (project_id, part, user_id, email) do update set at_submission = true, since = least(x.since, excluded.since);
