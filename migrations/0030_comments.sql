-- Comments on purchase requests, organizations and documents are rows of one table, with mentions and attachments.

alter table purchase_request_comments rename to comments;
alter table comments rename column request_id to subject_id;
alter table comments drop constraint purchase_request_comments_request_id_fkey;
alter table comments
  add column subject_type text not null default 'purchase_request'
    check (subject_type in ('purchase_request', 'organization', 'document')),
  add column document_kind text,
  add column document_version integer,
  add check ((subject_type = 'document') = (document_kind is not null));
create index comments_of_subject on comments (subject_type, subject_id, document_kind, seq);
drop index purchase_request_comments_of_request;
comment on table comments is 'Comments of people and programs. Rows are never changed and never deleted.';
comment on column comments.subject_type is 'What the comment is about. The default is for nodes of earlier releases.';
comment on column comments.subject_id is 'The purchase request or the organization; for a document its organization.';
comment on column comments.document_kind is 'Kind of the document, if it is about one: the comments of all versions belong together.';
comment on column comments.document_version is 'Version of the document at that time.';

-- Nodes of earlier releases read and write this name until they are replaced.
create view purchase_request_comments as
  select id, seq, subject_id as request_id, comment, actor_kind, actor_id, actor_name, at
  from comments where subject_type = 'purchase_request';

create table comment_mentions (
  comment_id uuid not null references comments (id),
  administrator_id uuid not null references administrators (id),
  primary key (comment_id, administrator_id)
);
comment on table comment_mentions is 'Whom a comment mentions.';
comment on column comment_mentions.comment_id is 'Comment.';
comment on column comment_mentions.administrator_id is 'Administrator.';

create table comment_attachments (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  comment_id uuid references comments (id),
  file_name text not null,
  content_type text not null,
  size integer not null check (size > 0),
  sha256 bytea not null check (length(sha256) = 32),
  content_key bytea not null,
  store text not null,
  uploaded_by text not null,
  uploaded_at timestamptz not null
);
comment on table comment_attachments is 'Files of comments. One that no comment has taken within a day is deleted.';
comment on column comment_attachments.id is 'Identifier, and the name of the blob.';
comment on column comment_attachments.organization_id is 'Organization that the subject of the comment belongs to.';
comment on column comment_attachments.comment_id is 'Comment; null until one is written.';
comment on column comment_attachments.file_name is 'Name of the file, cleaned.';
comment on column comment_attachments.content_type is 'Type, found in the content.';
comment on column comment_attachments.size is 'Size in bytes.';
comment on column comment_attachments.sha256 is 'SHA-256 of the content.';
comment on column comment_attachments.content_key is 'Key of the content, sealed by the vault for the organization.';
comment on column comment_attachments.store is 'Store that has the blob.';
comment on column comment_attachments.uploaded_by is 'Id of the administrator or API key that uploaded it.';
comment on column comment_attachments.uploaded_at is 'Time of the upload.';
create index comment_attachments_of_comment on comment_attachments (comment_id) where comment_id is not null;
create index comment_attachments_waiting on comment_attachments (uploaded_at) where comment_id is null;
