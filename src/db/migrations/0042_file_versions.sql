-- Files have versions and are checked by a job after they arrived; photos are served without what the camera wrote.

-- A row is a version. The first one's id is the file's: sections and entries refer to it, later versions name it. Exactly
-- one version of a file counts.
alter table files
  add column original_id uuid references files (id) on delete cascade,
  add column version integer not null default 1 check (version >= 1),
  add column current boolean not null default true,
  add column state text not null default 'ready' check (state in ('received', 'checking', 'ready', 'rejected')),
  -- Why it was rejected, for people.
  add column reason text,
  add column scan text not null default 'unscanned' check (scan in ('clean', 'infected', 'unscanned')),
  -- What was found, or why it was not scanned.
  add column scan_detail text default 'earlier',
  add column scanned_at timestamptz,
  -- From when on the job may take it: to check it, to scan it again, to prepare a photo.
  add column check_due_at timestamptz default now(),
  -- The upload that brought its content, and whether that lies in chunks still.
  add column upload_id uuid,
  add column in_chunks boolean not null default false,
  alter column storage_key drop not null,
  add constraint files_version_check1 check ((original_id is null) = (version = 1)),
  add constraint files_reason_check check ((state = 'rejected') = (reason is not null)),
  add constraint files_storage_check check (state <> 'ready' or storage_key is not null);
create unique index files_current on files ((coalesce(original_id, id))) where current;
create index files_file on files ((coalesce(original_id, id)));
create unique index files_version on files (original_id, version) where original_id is not null;
create index files_check_due on files (check_due_at) where check_due_at is not null;
-- What a scanner has still to look at, asked at each run of the job.
create index files_unscanned on files (scan_detail)
  where state = 'ready' and scan = 'unscanned' and check_due_at is null;
create index files_upload on files (upload_id) where upload_id is not null;

-- What is made of a photo: `clean` is what is served of it, `thumbnail` what lists show.
create table file_renditions (
  file_id uuid not null references files (id) on delete cascade,
  kind text not null check (kind in ('clean', 'thumbnail')),
  storage_key text not null,
  sha256 bytea not null,
  size bigint not null check (size > 0),
  content_type text not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  primary key (file_id, kind)
);
create index file_renditions_storage_key on file_renditions (storage_key);

-- Whether people can be recognised on a photo, and who allowed that it is published. Of one version alone.
create table photo_answers (
  file_id uuid primary key references files (id) on delete cascade,
  people text not null check (people in ('nobody', 'adults', 'minors')),
  consent text not null check (consent in ('not_needed', 'written', 'spoken', 'pending', 'withdrawn')),
  -- Where the authorisation is kept.
  note text not null default '' check (length(note) <= 300),
  answered_at timestamptz not null default now(),
  answered_by uuid not null references users (id),
  check ((people = 'nobody') = (consent = 'not_needed')),
  check (people <> 'minors' or consent <> 'spoken')
);
create index photo_answers_answered_by on photo_answers (answered_by);

-- All chunks of an upload have one length. What was received is hashed as it comes.
alter table uploads
  add column chunk_bytes integer not null default 5242880 check (chunk_bytes > 0),
  -- The file that gets a new version.
  add column file_id uuid references files (id) on delete cascade,
  -- By its first chunk.
  add column content_type text,
  -- State of SHA-256 after the first `hashed` bytes.
  add column hash_state bytea,
  add column hashed bigint not null default 0;
create index uploads_file on uploads (file_id) where file_id is not null;
