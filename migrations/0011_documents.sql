create table documents (
  organization_id uuid not null references organizations (id),
  kind text not null check (
    kind in ('charter', 'inn-certificate', 'ogrn-certificate', 'bank-details', 'kyc-representative',
      'power-of-attorney', 'other')
  ),
  version integer not null check (version > 0),
  status text not null check (status in ('pending', 'approved', 'rejected')),
  expires_on date,
  decision_id uuid,
  primary key (organization_id, kind)
);
comment on table documents is 'The filled slots: which version of a document is the current one, and what was decided on it.';
comment on column documents.status is 'As decided. That an approved document has expired is told at reading, by the date.';
comment on column documents.expires_on is 'Of the current version.';
comment on column documents.decision_id is 'The decision that holds; null while none does.';

create table document_versions (
  id uuid primary key,
  organization_id uuid not null,
  kind text not null,
  version integer not null check (version > 0),
  file_name text not null,
  content_type text not null,
  size integer not null check (size > 0),
  sha256 bytea not null check (length(sha256) = 32),
  content_key bytea not null,
  store text not null,
  number text,
  issued_on date,
  expires_on date,
  comment text,
  uploaded_by text not null,
  uploaded_at timestamptz not null,
  constraint document_versions_in_order unique (organization_id, kind, version),
  foreign key (organization_id, kind) references documents (organization_id, kind) deferrable initially deferred
);
comment on table document_versions is 'Every file that was ever put into a slot. Rows are never changed, but for where and under which key the content lies.';
comment on column document_versions.id is 'Also the name of the blob.';
comment on column document_versions.content_key is 'Key of this one file, sealed by the vault in the scope of the organization.';
comment on column document_versions.store is 'Address of the store that holds the blob; file:./… is relative to the data directory.';
comment on column document_versions.uploaded_by is 'Id of the administrator or API key; the name of an actor that has no id.';
create index document_versions_by_store on document_versions (store, id);

create table document_decisions (
  id uuid primary key,
  version_id uuid not null references document_versions (id),
  status text not null check (status in ('pending', 'approved', 'rejected')),
  reason_code text,
  comment text,
  decided_by text not null,
  decided_at timestamptz not null,
  check (status <> 'rejected' or reason_code is not null)
);
comment on table document_decisions is 'All decisions, also those that others replaced; pending is a decision taken back.';
create index document_decisions_of_version on document_decisions (version_id, id);

alter table documents add foreign key (decision_id) references document_decisions (id);

-- The summary on the organization follows in the same transaction, whoever changes a slot. Writers hold the
-- organization's row before that of the slot, so that two of them never wait for each other.
create function tell_organization_of_document() returns trigger language plpgsql as $$
begin
  update organizations
    set document_slots = document_slots || jsonb_build_object(
      new.kind, jsonb_build_object('status', new.status, 'expires_on', new.expires_on))
    where id = new.organization_id;
  return null;
end $$;
create trigger tell_organization_of_document after insert or update on documents
  for each row execute function tell_organization_of_document();
