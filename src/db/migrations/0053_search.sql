-- What the search of the whole application finds: an entry for each object, written in the transaction of its object.

create table search_entries (
  object text not null check (object in ('project', 'person', 'partner', 'course', 'call')),
  id uuid not null,
  -- Code or mail in small letters, without accents: typed from its beginning it is found before any words.
  code text not null default '',
  title text not null,
  -- Words of the title as they stand there; all that it is found by, its meaning included.
  title_words tsvector not null,
  words tsvector not null,
  -- Of projects, under their own names: by these it is judged who may see one, without a look at the project.
  status text,
  school_id uuid,
  submitted_at timestamptz,
  primary key (object, id)
);
create index search_entries_code on search_entries (object, code text_pattern_ops);
create index search_entries_project_titles on search_entries using gin (title_words) where object = 'project';
create index search_entries_project_words on search_entries using gin (words) where object = 'project';
create index search_entries_other_titles on search_entries using gin (title_words) where object <> 'project';
create index search_entries_other_words on search_entries using gin (words) where object <> 'project';
create index search_entries_alike on search_entries using gin (plain(title) gin_trgm_ops) where object <> 'project';
create index search_entries_school on search_entries (school_id) where submitted_at is not null;

-- Stems of the words of projects' titles, for who misspells one. It only grows: a stem that is nowhere any more finds
-- nothing.
create table search_words (
  stem text primary key
);
create index search_words_alike on search_words using gin (stem gin_trgm_ops);

create function title_words(title text) returns tsvector language sql immutable parallel safe strict
  as $$ select to_tsvector('pg_catalog.simple'::regconfig, public.plain(title)) $$;

create function title_stems(title text) returns setof text language sql immutable parallel safe strict as $$
  select lexeme from unnest(to_tsvector('public.es_unaccent'::regconfig, title)) where lexeme ~ '^[[:alpha:]]{3,40}$'
$$;

-- In the order of the alphabet: two transactions that bring the same new words do not wait for each other in turns.
create function learn_words(title text) returns void language sql as $$
  insert into search_words (stem)
  select s from title_stems(title) s where not exists (select from search_words where stem = s) order by s
  on conflict do nothing
$$;

create function enter_project() returns trigger language plpgsql as $$
begin
  insert into search_entries (object, id, code, title, title_words, words, status, school_id, submitted_at)
  values ('project', new.id, plain(new.code), new.title, title_words(new.title), new.search, new.status, new.school_id,
    new.submitted_at)
  on conflict (object, id) do update set (code, title, title_words, words, status, school_id, submitted_at) =
    row (excluded.code, excluded.title, excluded.title_words, excluded.words, excluded.status, excluded.school_id,
      excluded.submitted_at);
  if tg_op = 'INSERT' or new.title <> old.title then
    perform learn_words(new.title);
  end if;
  return null;
end $$;
create trigger projects_begin_entry after insert on projects for each row execute function enter_project();
create trigger projects_renew_entry after update on projects for each row
  when ((old.code, old.title, old.search_text, old.status, old.school_id, old.submitted_at)
    is distinct from (new.code, new.title, new.search_text, new.status, new.school_id, new.submitted_at))
  execute function enter_project();

-- The first argument names the object; who or what was merged into another lives there, and has no entry.
create function enter_object() returns trigger language plpgsql as $$
declare
  what text := tg_argv[0];
  new_code text;
  others text := '';
begin
  if what = 'person' then
    new_code := new.email;
  elsif what = 'partner' then
    new_code := '';
    others := new.aliases;
  elsif what = 'course' then
    new_code := new.code;
    others := new.code;
  else
    new_code := '';
    others := new.year::text;
  end if;
  if what in ('person', 'partner') and (to_jsonb(new) ->> 'merged_into') is not null then
    delete from search_entries where object = what and id = new.id;
    return null;
  end if;
  insert into search_entries (object, id, code, title, title_words, words)
  values (what, new.id, plain(new_code), new.name, title_words(new.name), search_vector(new.name || ' ' || others))
  on conflict (object, id) do update set (code, title, title_words, words) =
    row (excluded.code, excluded.title, excluded.title_words, excluded.words);
  return null;
end $$;
create trigger users_begin_entry after insert on users for each row execute function enter_object('person');
create trigger users_renew_entry after update on users for each row
  when ((old.name, old.email, old.merged_into) is distinct from (new.name, new.email, new.merged_into))
  execute function enter_object('person');
create trigger organisations_begin_entry after insert on organisations
  for each row execute function enter_object('partner');
create trigger organisations_renew_entry after update on organisations for each row
  when ((old.name, old.aliases, old.merged_into) is distinct from (new.name, new.aliases, new.merged_into))
  execute function enter_object('partner');
create trigger courses_begin_entry after insert on courses for each row execute function enter_object('course');
create trigger courses_renew_entry after update on courses for each row
  when ((old.name, old.code) is distinct from (new.name, new.code)) execute function enter_object('course');
create trigger calls_begin_entry after insert on calls for each row execute function enter_object('call');
create trigger calls_renew_entry after update on calls for each row
  when ((old.name, old.year) is distinct from (new.name, new.year)) execute function enter_object('call');

create function forget_entry() returns trigger language plpgsql as $$
begin
  delete from search_entries where object = tg_argv[0] and id = old.id;
  return null;
end $$;
create trigger projects_end_entry after delete on projects for each row execute function forget_entry('project');
create trigger users_end_entry after delete on users for each row execute function forget_entry('person');
create trigger organisations_end_entry after delete on organisations for each row execute function forget_entry('partner');
create trigger courses_end_entry after delete on courses for each row execute function forget_entry('course');
create trigger calls_end_entry after delete on calls for each row execute function forget_entry('call');

insert into search_entries (object, id, code, title, title_words, words, status, school_id, submitted_at)
select 'project', id, plain(code), title, title_words(title), search, status, school_id, submitted_at from projects;
insert into search_entries (object, id, code, title, title_words, words)
select 'person', id, plain(email), name, title_words(name), search_vector(name) from users where merged_into is null
union all select 'partner', id, '', name, title_words(name), search_vector(name || ' ' || aliases)
  from organisations where merged_into is null
union all select 'course', id, plain(code), name, title_words(name), search_vector(name || ' ' || code) from courses
union all select 'call', id, '', name, title_words(name), search_vector(name || ' ' || year) from calls;
insert into search_words (stem) select distinct s from projects, title_stems(title) s;

-- What people looked for and did not find, as often and as lately as it was; never who they are.
create table search_misses (
  -- In small letters without accents, in the order in which they were typed.
  words text primary key check (length(words) between 3 and 100),
  times integer not null default 1 check (times > 0),
  first_on date not null,
  last_on date not null check (last_on >= first_on)
);
create index search_misses_times on search_misses (times, words);
create index search_misses_first on search_misses (first_on, words);
create index search_misses_last on search_misses (last_on, words);

-- How long they are kept, in months since the last time.
update settings set value = value || '{"missMonths": 12}'
  where key = 'retention' and not value ? 'missMonths';
