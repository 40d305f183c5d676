-- name: list
select p.id, p.code, p.kind, p.status, p.title, p.period, p.due_at, p.updated_at, s.name as school, l.name as lead
from projects p join users l on l.id = p.lead_id left join schools s on s.id = p.school_id
where p.kind = $1 order by p.updated_at desc, p.id limit 25 offset $2

-- name: count
select count(*) from projects where kind = $1

-- name: search
select p.id, p.code, p.kind, p.status, p.title, p.period, p.due_at, p.updated_at, s.name as school, l.name as lead
from bench.search b join projects p on p.id = b.id join users l on l.id = p.lead_id
  left join schools s on s.id = p.school_id
where b.text like '%' || plain($1) || '%' order by p.updated_at desc, p.id limit 25

-- name: search_count
select count(*) from bench.search where text like '%' || plain($1) || '%'

-- name: detail
select to_json(p) as project, to_json(l) as lead, to_json(s) as school,
  (select json_agg(c) from project_sections c where c.project_id = p.id) as sections,
  (select json_agg(h order by h.id desc) from project_history h where h.project_id = p.id) as history,
  (select json_agg(u) from project_members m join users u on u.id = m.user_id where m.project_id = p.id) as members,
  (select json_agg(u) from project_holders h join users u on u.id = h.user_id where h.project_id = p.id) as holders,
  (select json_agg(f) from files f where f.project_id = p.id) as files,
  (select json_agg(o) from observations o where o.project_id = p.id) as observations
from projects p join users l on l.id = p.lead_id left join schools s on s.id = p.school_id where p.id = $1

-- name: whole_save
with s as (
  insert into project_sections as c (project_id, section, data, version, updated_at)
  select id, $2::text, $3::jsonb, 1, now() from projects where id = $1 for no key update
  on conflict (project_id, section) do update
    set data = excluded.data, version = c.version + 1, updated_at = excluded.updated_at
    where c.version = $4
  returning c.project_id, c.version
), t as (
  update projects set updated_at = now()
  where id = (select project_id from s) and updated_at < now() - interval '1 minute'
), a as (
  insert into audit (action, object_type, object_id, changes)
  select 'project.save.' || $2, 'project', $1::text, jsonb_build_object('baseline', 'changed') from s
)
select version from s

-- name: save
update project_sections set data = $3, version = version + 1 where project_id = $1 and section = $2

-- name: home_turn
select p.id, p.code, p.kind, p.status, p.sub_step, p.title, p.period, p.start_date, p.end_date, p.historic, p.submitted_at,
  p.updated_at, p.status_since, p.due_at, p.office_turn, s.name as school, f.name as faculty, l.name as lead,
  (select json_agg(u.name order by u.name) from project_holders h join users u on u.id = h.user_id
   where h.project_id = p.id) as holders
from projects p join users l on l.id = p.lead_id left join schools s on s.id = p.school_id
  left join faculties f on f.id = s.faculty_id
where p.id in (select project_id from project_holders where user_id = $1) order by p.due_at, p.id limit 20

-- name: home_turn_count
select count(distinct project_id) from project_holders where user_id = $1

-- name: home_office_turn
select p.id, p.code, p.kind, p.status, p.sub_step, p.title, p.period, p.start_date, p.end_date, p.historic, p.submitted_at,
  p.updated_at, p.status_since, p.due_at, p.office_turn, s.name as school, f.name as faculty, l.name as lead,
  (select json_agg(u.name order by u.name) from project_holders h join users u on u.id = h.user_id
   where h.project_id = p.id) as holders
from projects p join users l on l.id = p.lead_id left join schools s on s.id = p.school_id
  left join faculties f on f.id = s.faculty_id
where p.id in (select project_id from project_holders where user_id = $1
  union select id from projects where office_turn) order by p.due_at, p.id limit 20

-- name: home_office_turn_count
select count(*) from (select project_id from project_holders where user_id = $1
  union select id from projects where office_turn) held

-- name: home_mine
select p.id, p.code, p.kind, p.status, p.sub_step, p.title, p.period, p.start_date, p.end_date, p.historic, p.submitted_at,
  p.updated_at, p.status_since, p.due_at, p.office_turn, s.name as school, f.name as faculty, l.name as lead,
  (select json_agg(u.name order by u.name) from project_holders h join users u on u.id = h.user_id
   where h.project_id = p.id) as holders
from projects p join users l on l.id = p.lead_id left join schools s on s.id = p.school_id
  left join faculties f on f.id = s.faculty_id
where p.lead_id = $1 or p.alternate_id = $1 order by p.updated_at desc, p.id limit 10

-- name: home_mine_count
select count(*) from projects where lead_id = $1 or alternate_id = $1

-- name: home_deadlines
select id, kind, code, title, status, due_at, due_at < now() as overdue from projects
where (lead_id = $1 or alternate_id = $1) and due_at is not null order by due_at, id limit 6

-- name: home_reviews
select r.id, p.code, p.title, p.kind, r.state, r.invited_at, r.due_at, r.due_at < now() as overdue
from reviews r join projects p on p.id = r.project_id
where r.user_id = $1 and r.state in ('invited', 'accepted') and p.status = 'evaluation'
order by r.due_at, r.id limit 20

-- name: home_changes
select c.id, c.section, c.created_at, c.due_at, a.name as author, p.id as project, p.kind, p.code, p.title
from change_requests c join projects p on p.id = c.project_id join users a on a.id = c.author_id
where c.state = 'open' and p.status in ('approved', 'running') and p.school_id in (
  select school_id from school_heads where user_id = $1
  union select s.id from schools s join faculty_heads h on h.faculty_id = s.faculty_id where h.user_id = $1)
order by c.due_at, c.id

-- name: home_office_changes
select c.id, c.section, c.created_at, c.due_at, a.name as author, p.id as project, p.kind, p.code, p.title
from change_requests c join projects p on p.id = c.project_id join users a on a.id = c.author_id
where c.state = 'open' and p.status in ('approved', 'running') order by c.due_at, c.id

-- name: home_units
with units as (
  select s.id as school_id, s.id, 'school' as unit, s.name
  from school_heads h join schools s on s.id = h.school_id where h.user_id = $1
  union all
  select s.id, f.id, 'faculty', f.name
  from faculty_heads h join faculties f on f.id = h.faculty_id join schools s on s.faculty_id = f.id
  where h.user_id = $1
)
select u.id, u.unit, u.name, p.status, count(*) from units u join projects p on p.school_id = u.school_id
where p.submitted_at is not null group by u.id, u.unit, u.name, p.status

-- name: home_university
select status, count(*) from projects group by status

-- name: home_office
select
  (select count(*) from projects where office_turn and (status in ('director_review', 'dean_review')
    or (status = 'final_report' and sub_step = 'director'))) as vacant,
  (select count(*) from projects where due_at < now() and status in (
    'director_review', 'dean_review', 'admissibility', 'evaluation', 'resolution', 'final_report')) as overdue,
  (select count(*) from users where state = 'pending') as pending
