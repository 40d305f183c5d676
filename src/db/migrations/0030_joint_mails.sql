-- Mails of one act over many projects wait for each other; whoever gets several gets one that lists them.
alter table mails
  add column act_id uuid,
  -- What the joint mail says of this project.
  add column item jsonb,
  add check ((act_id is null) = (item is null));
create index mails_act on mails (act_id, user_id, next_attempt_at) where act_id is not null;

-- The steps a joint mail tells of: whoever got it knows of each.
create table mail_steps (
  mail_id uuid not null references mails (id) on delete cascade,
  history_id bigint not null references project_history (id) on delete cascade,
  primary key (history_id, mail_id)
);
create index mail_steps_mail on mail_steps (mail_id);
