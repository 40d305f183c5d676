-- Entries of the audit stay as they were written; only the network address may be forgotten.
create or replace function audit_is_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.address is null and to_jsonb(new) - 'address' = to_jsonb(old) - 'address' then
    return new;
  end if;
  raise exception 'audit entries cannot be changed or deleted';
end $$;
drop trigger audit_append_only on audit;
create trigger audit_append_only before delete or truncate on audit
  for each statement execute function audit_is_append_only();
create trigger audit_only_forgets before update on audit
  for each row execute function audit_is_append_only();

-- What the clock deletes is found without reading the rest.
create index audit_with_address on audit (at) where address is not null;
create index notifications_read on notifications (read_at) where read_at is not null;
