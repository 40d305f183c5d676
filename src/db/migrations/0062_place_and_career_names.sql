-- As the official list has them: these came without their accents. Whoever shows a comuna reads its name from here.
update comunas set name = 'Los Álamos' where code = '08206';
update comunas set name = 'Los Ángeles' where code = '08301';
update comunas set name = 'Ránquil' where code = '16206';

-- How a career is called where several may stand: its name alone while nobody else has it, else with what tells it from
-- the others. Kept here, so that no list works it out and all say the same.
alter table careers add column label text not null default '';

create function label_careers(names text[]) returns void language sql as $$
  with told as (
    select id, code, official_code, concat_ws(' · ', name,
      case when min(coalesce(campus, '')) over same < max(coalesce(campus, '')) over same then nullif(campus, '') end,
      case when min(coalesce(shift, '')) over same < max(coalesce(shift, '')) over same then initcap(shift) end,
      case when min(level) over same < max(level) over same
        then case level when 'tecnico' then 'Técnico' else initcap(level) end end) as label
    from careers where plain(name) = any(names) window same as (partition by plain(name))
  ), apart as (
    -- Two plans of one career differ by their codes alone.
    select id, case when count(*) over (partition by plain(label)) > 1
      then concat_ws(' · ', label, coalesce(code, official_code)) else label end as label
    from told
  )
  update careers c set label = a.label from apart a where a.id = c.id and c.label <> a.label
$$;

create function follow_career() returns trigger language plpgsql as $$
begin
  perform label_careers(array[plain(old.name), plain(new.name)]);
  return null;
end $$;
create trigger careers_label after insert or delete or update of name, campus, shift, level, code, official_code
  on careers for each row execute function follow_career();

select label_careers(array(select distinct plain(name) from careers));

-- What was done before the application had all it asked for, unless its spreadsheet says what it was awarded.
create or replace function keep_past_amount() returns trigger language plpgsql as $$
begin
  new.amount_typed := true;
  if coalesce(new.source ->> 'awarded', '') = ''
    and new.status in ('approved', 'running', 'suspended', 'final_report', 'closed')
    and (tg_op = 'INSERT' or new.amount_awarded is not distinct from old.amount_requested)
  then new.amount_awarded := new.amount_requested;
  end if;
  return new;
end $$;
