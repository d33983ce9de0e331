-- The contract with a client: the ground of its papers.

create table client_contracts (
  organization_id uuid primary key references organizations (id),
  number text not null check (length(number) between 1 and 100),
  signed_on date not null,
  updated_at timestamptz not null
);
comment on table client_contracts is 'The contract with an organization, which papers name as their ground. Papers that were issued keep theirs.';
comment on column client_contracts.organization_id is 'Organization.';
comment on column client_contracts.number is 'Number of the contract.';
comment on column client_contracts.signed_on is 'Date of the contract.';
comment on column client_contracts.updated_at is 'When it was set last.';
