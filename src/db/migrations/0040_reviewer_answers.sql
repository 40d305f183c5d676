-- Who reviews declares confidentiality and the absence of conflicts before reading; who declines may name somebody else.
alter table reviews
  -- Without it: accepted before this was asked for.
  add column declared_at timestamptz,
  add column suggestion text not null default '' check (length(suggestion) <= 200);

-- An invitation that is not answered in time lapses from now on; those that were late already are still waited for.
update reviews set answer_by = null where state = 'invited' and answer_by <= now();
create index reviews_unanswered on reviews (answer_by) where state = 'invited' and answer_by is not null;
