-- Everybody but those merged into another record, counted without reading a row; and the order of the last change.
create index users_live on users (id) where merged_into is null;
create index users_updated on users (updated_at, id);
