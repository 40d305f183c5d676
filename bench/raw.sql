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
