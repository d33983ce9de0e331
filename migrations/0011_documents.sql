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
comment on table documents is 'Current document of each kind and organization.';
comment on column documents.organization_id is 'Organization of the document.';
comment on column documents.kind is 'Kind of document.';
comment on column documents.version is 'Current version.';
comment on column documents.status is 'Decision on the current version. Whether an approved document has expired is computed from expires_on.';
comment on column documents.expires_on is 'Last day of validity of the current version.';
comment on column documents.decision_id is 'Decision in force; null if there is none.';

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
comment on table document_versions is 'All uploaded versions of all documents. Only store and content_key ever change.';
comment on column document_versions.id is 'Identifier; also the name of the blob.';
comment on column document_versions.organization_id is 'Organization of the document.';
comment on column document_versions.kind is 'Kind of document.';
comment on column document_versions.version is 'Version, from 1.';
comment on column document_versions.file_name is 'File name, cleaned for downloads.';
comment on column document_versions.content_type is 'Media type, detected from the content.';
comment on column document_versions.size is 'Size in bytes, before sealing.';
comment on column document_versions.sha256 is 'SHA-256 of the content, before sealing.';
comment on column document_versions.content_key is 'Key of this blob, sealed by the vault in the scope of the organization.';
comment on column document_versions.store is 'Address of the store that holds the blob; file:./… is relative to the data directory.';
comment on column document_versions.number is 'Number of the document.';
comment on column document_versions.issued_on is 'Date of issue.';
comment on column document_versions.expires_on is 'Last day of validity.';
comment on column document_versions.comment is 'Comment of the uploader.';
comment on column document_versions.uploaded_by is 'Id of the administrator or API key, or the name of an actor without id.';
comment on column document_versions.uploaded_at is 'Time of the upload.';
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
comment on table document_decisions is 'All review decisions, including those that were later replaced.';
comment on column document_decisions.id is 'Identifier.';
comment on column document_decisions.version_id is 'Version that was reviewed.';
comment on column document_decisions.status is 'Decision; pending means that an earlier decision was withdrawn.';
comment on column document_decisions.reason_code is 'Reason for a rejection.';
comment on column document_decisions.comment is 'Comment of the reviewer.';
comment on column document_decisions.decided_by is 'Id of the administrator, or the name of an actor without id.';
comment on column document_decisions.decided_at is 'Time of the decision.';
create index document_decisions_of_version on document_decisions (version_id, id);

alter table documents add foreign key (decision_id) references document_decisions (id);
