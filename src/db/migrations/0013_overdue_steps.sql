-- How many steps are overdue is on every administrator's first screen.
create index projects_overdue_steps on projects (due_at)
  where status in ('director_review', 'dean_review', 'admissibility', 'evaluation', 'resolution', 'final_report');
