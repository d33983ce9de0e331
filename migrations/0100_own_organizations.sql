-- quick: a new table
-- Which organization a company of the desk is itself: it has wallets like any other, and clients are paid from them (ADR 300).
-- A row allows something, so the service relies on it only if it has proven it. Rows are never changed.
create table own_organizations (
  organization_id uuid primary key references organizations (id),
  company_id uuid not null unique references desk_companies (id),
  named_at timestamptz not null,
  proof bytea,
  proof_revision integer not null default 0
);
comment on table own_organizations is 'Organizations that are companies of the desk.';
comment on column own_organizations.organization_id is 'Organization.';
comment on column own_organizations.company_id is 'The company of the desk that it is.';
comment on column own_organizations.named_at is 'When somebody said so.';
comment on column own_organizations.proof is 'That the service wrote the row: an HMAC under a key of the vault.';
comment on column own_organizations.proof_revision is 'Raised whenever the row changes.';
