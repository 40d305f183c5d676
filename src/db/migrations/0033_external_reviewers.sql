-- Somebody from outside: no role, or none but the reviewer's. The rules' `onlyReviews`, once more for queries.
create function only_reviews(roles text[]) returns boolean
  language sql immutable parallel safe
  as $$ select roles <@ '{Reviewer}'::text[] $$;

-- An external reviewer stands in for nobody, whenever they were named and whatever they were then. The steps they hold go
-- back to the head by the clock, as those of whoever was blocked.
create or replace function deputies_on(on_day date) returns table (principal_id uuid, deputy_id uuid)
  language sql stable parallel safe
  as $$ select d.principal_id, d.deputy_id from public.deputations d
        where d.ended_at is null and on_day between d.first_day and d.last_day
          and exists (select from public.users u where u.id = d.deputy_id and u.state = 'active'
                      and not public.only_reviews(u.roles)) $$;
