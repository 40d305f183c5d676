-- Orders a list may ask for; without an index each would sort every visible project.
create index projects_since on projects (status_since desc, id);
create index projects_due_first on projects (due_at, id);
create index projects_due_last on projects (due_at desc nulls last, id);
drop index projects_due;
