-- Sanctions lists. Each import that changes a list makes the next generation of all lists, in one transaction. Entries are
-- never deleted: a hit shows the entry as it was.

create table screening_state (
  singleton boolean primary key default true check (singleton),
  generation bigint not null check (generation >= 0)
);
insert into screening_state (generation) values (0);
comment on table screening_state is 'One row: the state of all lists together.';
comment on column screening_state.singleton is 'Always true: there is one row.';
comment on column screening_state.generation is 'Number of the newest generation; 0 before the first import.';

create table screening_lists (
  name text collate "C" primary key check (name ~ '^[a-z0-9][a-z0-9_-]{0,62}$'),
  format text not null check (format in ('ofac', 'un', 'ftm', 'table')),
  generation bigint not null check (generation > 0),
  entries integer not null check (entries > 0),
  published_at timestamptz not null,
  checked_at timestamptz not null,
  imported_by text not null
);
comment on table screening_lists is 'The lists that parties are compared with.';
comment on column screening_lists.name is 'Name, given at the first import.';
comment on column screening_lists.format is 'Format of the files of the last change.';
comment on column screening_lists.generation is 'Generation of the last change.';
comment on column screening_lists.entries is 'Number of current entries.';
comment on column screening_lists.published_at is 'Time of the last change.';
comment on column screening_lists.checked_at is 'Time of the last import, also of one that changed nothing.';
comment on column screening_lists.imported_by is 'Id of the administrator or API key, or the command, that made the last change.';

create table screening_entries (
  list text collate "C" not null references screening_lists (name),
  entry_id text collate "C" not null,
  since bigint not null check (since > 0),
  until bigint check (until > since),
  hash text not null,
  entry jsonb not null,
  primary key (list, entry_id, since)
);
comment on table screening_entries is
  'Entries of lists. A change ends one row and begins another; an entry that was removed has no current row. Rows are never deleted.';
comment on column screening_entries.list is 'List.';
comment on column screening_entries.entry_id is 'Identifier within the list.';
comment on column screening_entries.since is 'First generation that has the entry like this.';
comment on column screening_entries.until is 'First generation that no longer has it like this; null while it is current.';
comment on column screening_entries.hash is 'Hash of all that is compared.';
comment on column screening_entries.entry is 'The entry, as it is compared and shown.';
create unique index screening_entries_current on screening_entries (list, entry_id) where until is null;
create index screening_entries_since on screening_entries (since);
create index screening_entries_until on screening_entries (until) where until is not null;

create table screening_imports (
  id uuid primary key,
  list text collate "C" not null,
  format text,
  generation bigint,
  phase text not null check (phase in ('reading', 'comparing', 'publishing')),
  entries integer not null default 0,
  added integer,
  changed integer,
  removed integer,
  rejected integer not null default 0,
  forced boolean not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  lease_until timestamptz not null,
  imported_by text not null,
  outcome text check (outcome in ('published', 'unchanged', 'repeated', 'refused', 'failed', 'abandoned')),
  check ((outcome is null) = (finished_at is null)),
  check ((outcome is not distinct from 'published') = (generation is not null))
);
comment on table screening_imports is 'Imports of lists, also those that were refused or failed. Rows are never deleted.';
comment on column screening_imports.id is 'Identifier, in the order of the imports.';
comment on column screening_imports.list is 'List.';
comment on column screening_imports.format is 'Format of the files, once it is known.';
comment on column screening_imports.generation is 'Generation that it published; null if it published none.';
comment on column screening_imports.phase is 'What the import does, or did last.';
comment on column screening_imports.entries is 'Entries that were read.';
comment on column screening_imports.added is 'Entries that are new; null until they are compared.';
comment on column screening_imports.changed is 'Entries that changed; null until they are compared.';
comment on column screening_imports.removed is 'Entries that are gone; null until they are compared.';
comment on column screening_imports.rejected is 'Rows that could not be read.';
comment on column screening_imports.forced is 'Whether a list that has lost many entries was to be published.';
comment on column screening_imports.started_at is 'Start.';
comment on column screening_imports.finished_at is 'End; null while it runs or after its process was killed.';
comment on column screening_imports.lease_until is
  'A running import moves this time ahead. Once it is past, the process is dead, and another import may begin.';
comment on column screening_imports.imported_by is 'Id of the administrator or API key, or the command.';
comment on column screening_imports.outcome is
  'published: the list changed. unchanged: it was the same. repeated: a request that was sent again. refused: the files are no list, or lost too many entries. '
  'failed: something else went wrong. abandoned: its process was killed. Null while it runs.';
-- One import of a list at a time.
create unique index screening_imports_running on screening_imports (list) where outcome is null;

-- Not in backups, and empty after a crash of the database: an import that was interrupted begins again.
create unlogged table screening_staging (
  import_id uuid not null,
  entry_id text collate "C" not null,
  hash text not null,
  entry jsonb not null,
  primary key (import_id, entry_id)
);
comment on table screening_staging is 'Entries that running imports have read. Deleted at the end of the import.';
comment on column screening_staging.import_id is 'Import.';
comment on column screening_staging.entry_id is 'Identifier within the list.';
comment on column screening_staging.hash is 'Hash of all that is compared.';
comment on column screening_staging.entry is 'The entry.';
