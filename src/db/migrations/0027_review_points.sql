-- Points of a review without the words beside them, which a ranking of thousands does not read.
create function review_points(marks jsonb) returns jsonb immutable parallel safe language sql as
  $$select coalesce(jsonb_object_agg(key, value -> 'points'), '{}') from jsonb_each(marks)$$;
alter table reviews add column points jsonb not null generated always as (review_points(marks)) stored;
