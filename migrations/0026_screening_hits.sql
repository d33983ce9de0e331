-- Who is compared with the sanctions lists, what was found, and how far the whole book is compared with what changed.

create table screening_subjects (
  kind text collate "C" not null check (kind in ('organization', 'person', 'payer', 'address')),
  id uuid not null,
  organization_id uuid not null references organizations (id),
  name text not null,
  compared jsonb not null,
  compared_hash text not null,
  secret_identifiers bytea,
  generation bigint not null,
  screened_at timestamptz,
  is_due boolean not null,
  primary key (kind, id)
);
comment on table screening_subjects is
  'Parties that are compared with the sanctions lists. A pass over all of them does not change their rows: what it has compared follows from screening_passes.';
comment on column screening_subjects.kind is 'Organization, person, payer or destination address.';
comment on column screening_subjects.id is 'The organization, person, payment or credit; of an address, the purchase request.';
comment on column screening_subjects.organization_id is 'Organization that it belongs to.';
comment on column screening_subjects.name is 'Name for people, or the address.';
comment on column screening_subjects.compared is 'What is compared. Numbers of identity documents are masked.';
comment on column screening_subjects.compared_hash is
  'Hash of what is compared. If a number of an identity document belongs to it, an HMAC whose key is sealed with that number.';
comment on column screening_subjects.secret_identifiers is 'Numbers of identity documents and the key of the HMAC, sealed by the vault.';
comment on column screening_subjects.generation is 'Generation of the lists with which it was compared when it was saved.';
comment on column screening_subjects.screened_at is 'When that was.';
comment on column screening_subjects.is_due is
  'Whether it waits to be compared, because the node that saved it did not have the current lists yet.';
create index screening_subjects_of_organization on screening_subjects (organization_id, kind, id);
create index screening_subjects_due on screening_subjects (kind, id) where is_due;

create table screening_hits (
  id uuid primary key,
  subject_kind text collate "C" not null,
  subject_id uuid not null,
  subject_name text not null,
  organization_id uuid not null references organizations (id),
  list text not null,
  entry_id text not null,
  generation bigint not null,
  entry jsonb not null,
  entry_hash text not null,
  compared jsonb not null,
  compared_hash text not null,
  score double precision not null,
  above_threshold boolean not null,
  reasons jsonb not null,
  status text not null check (status in ('open', 'dismissed', 'confirmed', 'closed')),
  closed_reason text check (closed_reason in ('entry_removed', 'entry_changed', 'subject_changed', 'subject_removed')),
  reopened_because jsonb not null default '[]',
  changed_fields jsonb not null default '[]',
  reason text,
  decided_by text,
  decided_by_name text,
  decided_at timestamptz,
  found_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  constraint screening_hits_pair_key unique (subject_kind, subject_id, list, entry_id),
  check ((status = 'closed') = (closed_reason is not null))
);
comment on table screening_hits is
  'Pairs of a party and an entry of a list that may be the same. Rows are never deleted.';
comment on column screening_hits.id is 'Identifier.';
comment on column screening_hits.subject_kind is 'Kind of the party.';
comment on column screening_hits.subject_id is 'Party.';
comment on column screening_hits.subject_name is 'Name of the party when it was last compared.';
comment on column screening_hits.organization_id is 'Organization of the party.';
comment on column screening_hits.list is 'List.';
comment on column screening_hits.entry_id is 'Entry of the list.';
comment on column screening_hits.generation is 'Generation since which the entry is as it was compared.';
comment on column screening_hits.entry is 'The entry as it was compared.';
comment on column screening_hits.entry_hash is 'Hash of what of the entry is compared.';
comment on column screening_hits.compared is 'The party as it was compared. Numbers of identity documents are masked.';
comment on column screening_hits.compared_hash is 'Hash of what of the party is compared.';
comment on column screening_hits.score is 'How well they fit, from 0 to 1.';
comment on column screening_hits.above_threshold is 'Whether it blocks while it is open or confirmed.';
comment on column screening_hits.reasons is 'What was compared, for people. Numbers of identity documents are masked.';
comment on column screening_hits.status is 'State: open, dismissed, confirmed or closed.';
comment on column screening_hits.closed_reason is 'Why the service closed it.';
comment on column screening_hits.reopened_because is 'Which side changed after it was dismissed.';
comment on column screening_hits.changed_fields is 'What of that side changed.';
comment on column screening_hits.reason is 'Reason of the last decision.';
comment on column screening_hits.decided_by is 'Who decided last.';
comment on column screening_hits.decided_by_name is 'Their name at that time.';
comment on column screening_hits.decided_at is 'When it was decided last.';
comment on column screening_hits.found_at is 'When the pair was first found.';
comment on column screening_hits.updated_at is 'Last change.';
comment on column screening_hits.version is 'Incremented with each change.';
create index screening_hits_of_organization on screening_hits (organization_id, id);
create index screening_hits_by_status on screening_hits (status, id);
create index screening_hits_by_list on screening_hits (list, id);

create table screening_passes (
  generation bigint primary key,
  since bigint not null,
  cursor_kind text collate "C" not null default '',
  cursor_id uuid not null default '00000000-0000-0000-0000-000000000000',
  done integer not null default 0,
  total integer not null,
  leased_until timestamptz not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  check (since < generation)
);
comment on table screening_passes is
  'Passes over all parties, one after each change of the lists, against the entries that changed. One at a time is not finished.';
comment on column screening_passes.generation is 'Generation up to which entries are compared.';
comment on column screening_passes.since is 'Generation of the pass before: entries that were current then are not compared again.';
comment on column screening_passes.cursor_kind is 'Kind of the last party that was compared.';
comment on column screening_passes.cursor_id is 'Last party that was compared.';
comment on column screening_passes.done is 'Number of parties that were compared.';
comment on column screening_passes.total is 'Number of parties at the beginning.';
comment on column screening_passes.leased_until is
  'Until when the node that does the pass is left alone. If it dies, another one goes on then.';
comment on column screening_passes.started_at is 'When it began.';
comment on column screening_passes.finished_at is 'When it was done.';
create unique index screening_passes_running on screening_passes ((finished_at is null)) where finished_at is null;
