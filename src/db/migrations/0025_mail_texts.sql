-- Texts of mails that the office has changed; without a row the original holds.
create table mail_texts (
  template text primary key,
  subject text not null check (subject <> ''),
  body text not null check (body <> ''),
  updated_at timestamptz not null default now(),
  updated_by uuid references users
);
create index mail_texts_updated_by on mail_texts (updated_by);

-- Reminders go on days that the office chooses: the slot counts days, working days before and plain ones after.
alter table project_reminders drop constraint project_reminders_slot_check;
update project_reminders set slot = least(slot * 7, 32767) where slot > 0;
alter table project_reminders add constraint project_reminders_slot_check check (slot >= -10);
