-- Whoever writes is saved every few seconds: such an entry follows the one before and is told together with it.
alter table audit add column follows boolean not null default false;

-- By the rule of the program: the same person's same save, of the same thing, within ten minutes and with nothing in
-- between. Entries stay as they were written; this says only which of them are told as one.
alter table audit disable trigger audit_only_forgets;
with before as (
  select id, action, actor_id, at,
    lag(action) over w as last_action, lag(actor_id) over w as last_actor, lag(at) over w as last_at
  from audit window w as (partition by object_type, object_id order by id))
update audit a set follows = true from before b
where b.id = a.id and (b.action like 'project.save.%' or b.action in ('review.save', 'report.save', 'kind.drafted'))
  and b.last_action = b.action and b.last_actor = b.actor_id and b.last_at > b.at - interval '10 minutes';
alter table audit enable trigger audit_only_forgets;

create index audit_first on audit (at desc, id desc) where not follows;
