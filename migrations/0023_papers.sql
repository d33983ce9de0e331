-- Invoices and acts: what they say is committed with their number, and their PDF is made from it afterwards.

create table desk_companies (
  id uuid primary key,
  inn text not null constraint desk_companies_inn_key unique,
  kpp text,
  ogrn text not null,
  full_name text not null,
  short_name text not null,
  legal_address text not null,
  director jsonb not null,
  accountant text,
  bank_accounts jsonb not null,
  active boolean not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on table desk_companies is 'Companies of the desk: the sellers on invoices and acts. Rows are never deleted.';
comment on column desk_companies.id is 'Identifier.';
comment on column desk_companies.inn is 'Tax number.';
comment on column desk_companies.kpp is 'Reason code of the registration.';
comment on column desk_companies.ogrn is 'Number in the state register.';
comment on column desk_companies.full_name is 'Full name.';
comment on column desk_companies.short_name is 'Short name.';
comment on column desk_companies.legal_address is 'Address in the state register.';
comment on column desk_companies.director is 'Name and post of the person who signs.';
comment on column desk_companies.accountant is 'Name of the chief accountant.';
comment on column desk_companies.bank_accounts is 'Bank accounts, in the order in which they are preferred.';
comment on column desk_companies.active is 'Whether it may issue papers.';
comment on column desk_companies.version is 'Incremented with each change.';
comment on column desk_companies.created_at is 'Creation time.';
comment on column desk_companies.updated_at is 'Last change.';

create table paper_numbers (
  company_id uuid not null references desk_companies (id),
  kind text not null,
  year integer not null,
  last integer not null,
  issued_at timestamptz not null,
  primary key (company_id, kind, year)
);
comment on table paper_numbers is
  'The last number of each company, kind and year. Locked late in the transaction that issues the next paper, so that numbers have no gaps.';
comment on column paper_numbers.company_id is 'Company.';
comment on column paper_numbers.kind is 'Kind of paper.';
comment on column paper_numbers.year is 'Year, in Moscow.';
comment on column paper_numbers.last is 'Last number.';
comment on column paper_numbers.issued_at is 'Time of the last paper. A later number never has an earlier time.';

create table papers (
  id uuid primary key,
  request_id uuid not null references purchase_requests (id),
  organization_id uuid not null references organizations (id),
  company_id uuid not null references desk_companies (id),
  kind text not null check (kind in ('invoice', 'act')),
  number text not null,
  language text not null check (language in ('ru', 'en')),
  content jsonb not null,
  issued_at timestamptz not null,
  issued_by text not null,
  voided_at timestamptz,
  voided_by text,
  void_reason text,
  render_at timestamptz,
  render_attempts integer not null default 0,
  unique (company_id, kind, number),
  check ((voided_at is null) = (voided_by is null) and (voided_at is null) = (void_reason is null))
);
comment on table papers is 'Issued invoices and acts. Rows are never deleted, and what they say never changes.';
comment on column papers.id is 'Identifier.';
comment on column papers.request_id is 'Purchase request.';
comment on column papers.organization_id is 'Organization that buys.';
comment on column papers.company_id is 'Company that issued it.';
comment on column papers.kind is 'Invoice or act.';
comment on column papers.number is 'Number for people, without gaps for each company, kind and year: 2026-000042.';
comment on column papers.language is 'Language.';
comment on column papers.content is 'Everything that is printed. The PDF is made from this alone.';
comment on column papers.issued_at is 'Time of issue.';
comment on column papers.issued_by is 'Name of the actor that issued it.';
comment on column papers.voided_at is 'Since when it no longer holds.';
comment on column papers.voided_by is 'Name of the actor that voided it.';
comment on column papers.void_reason is 'Why it no longer holds.';
comment on column papers.render_at is
  'When a node may make the PDF; null once it is made. A node that makes it moves this time ahead, and a node that dies leaves it to another one then.';
comment on column papers.render_attempts is 'How often a node has begun to make the PDF.';
create index papers_of_request on papers (request_id, id);
create index papers_to_render on papers (render_at) where render_at is not null;

create table paper_files (
  id uuid primary key,
  paper_id uuid not null constraint paper_files_paper_key unique references papers (id),
  organization_id uuid not null references organizations (id),
  size integer not null check (size > 0),
  sha256 bytea not null check (length(sha256) = 32),
  content_key bytea not null,
  store text not null,
  rendered_at timestamptz not null
);
comment on table paper_files is 'The PDF of each paper, stored once. The blob exists before the row.';
comment on column paper_files.id is 'Identifier, and name of the blob.';
comment on column paper_files.paper_id is 'Paper.';
comment on column paper_files.organization_id is 'Organization of the paper, whose data key seals the content key.';
comment on column paper_files.size is 'Size of the PDF in bytes.';
comment on column paper_files.sha256 is 'SHA-256 of the PDF.';
comment on column paper_files.content_key is 'Key of the blob, sealed by the vault.';
comment on column paper_files.store is 'Store of the blob.';
comment on column paper_files.rendered_at is 'When it was made.';
create index paper_files_by_store on paper_files (store, id);
