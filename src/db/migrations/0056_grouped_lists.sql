-- Lists put together by theme or call count their groups through this index alone, as those by kind or school do.
create index projects_updated_listed on projects (updated_at desc, id)
  include (kind, status, school_id, period, lead_id, submitted_at, theme_id, call_id);
drop index projects_updated_covering;
