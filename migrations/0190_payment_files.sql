-- quick: new tables
-- Files of payment orders with which a bank pays refunds (ADR 365). The service hands a file out only if it has proven the row.
create table payment_files (
  id uuid primary key,
  company_id uuid not null references desk_companies (id),
  account text not null,
  day date not null,
  amount numeric not null check (amount > 0),
  orders_count integer not null check (orders_count > 0),
  content bytea not null,
  sha256 bytea not null check (length(sha256) = 32),
  made_at timestamptz not null,
  made_by text not null,
  made_by_name text not null,
  voided_at timestamptz,
  voided_by text,
  voided_by_name text,
  void_reason text,
  proof bytea,
  proof_revision integer not null default 0,
  check ((voided_at is null) = (void_reason is null))
);
comment on table payment_files is 'Files of payment orders of refunds. Rows are never deleted, and what a file says never changes.';
comment on column payment_files.id is 'Identifier.';
comment on column payment_files.company_id is 'Company of the desk that pays.';
comment on column payment_files.account is 'Its account.';
comment on column payment_files.day is 'Date of the orders.';
comment on column payment_files.amount is 'Sum of the orders.';
comment on column payment_files.orders_count is 'How many orders it has.';
comment on column payment_files.content is 'The file, in windows-1251.';
comment on column payment_files.sha256 is 'SHA-256 of the file.';
comment on column payment_files.made_at is 'When it was made.';
comment on column payment_files.made_by is 'Id of the administrator, or a name.';
comment on column payment_files.made_by_name is 'Their name, as it was then.';
comment on column payment_files.voided_at is 'Since when it must not be paid.';
comment on column payment_files.voided_by is 'Id of who voided it, or a name.';
comment on column payment_files.voided_by_name is 'Their name, as it was then.';
comment on column payment_files.void_reason is 'Why it must not be paid.';
comment on column payment_files.proof is 'That the service wrote the row: an HMAC under a key of the vault.';
comment on column payment_files.proof_revision is 'Raised whenever the row changes.';

create table payment_orders (
  id uuid primary key,
  file_id uuid not null references payment_files (id),
  position integer not null,
  account text not null,
  day date not null,
  number integer not null check (number between 1 and 999999),
  refund_id uuid not null references refunds (id),
  request_id uuid references purchase_requests (id),
  credit_id uuid references credits (id),
  organization_id uuid not null references organizations (id),
  amount numeric not null check (amount > 0),
  receiver jsonb not null,
  purpose text not null,
  released text check (released in ('voided', 'again', 'reversed')),
  unique (file_id, position)
);
comment on table payment_orders is 'The payment orders of files. Rows are never deleted.';
comment on column payment_orders.id is 'Identifier.';
comment on column payment_orders.file_id is 'File.';
comment on column payment_orders.position is 'Place in the file, from 1.';
comment on column payment_orders.account is 'Account that pays.';
comment on column payment_orders.day is 'Date of the order.';
comment on column payment_orders.number is 'Number of the order.';
comment on column payment_orders.refund_id is 'Refund that it pays.';
comment on column payment_orders.request_id is 'Purchase request of the refund, if it has one.';
comment on column payment_orders.credit_id is 'Credit of the refund, if it has one.';
comment on column payment_orders.organization_id is 'Organization that gets its money back.';
comment on column payment_orders.amount is 'Amount in roubles.';
comment on column payment_orders.receiver is 'Name, INN, KPP, account and bank of the receiver, as the file has them.';
comment on column payment_orders.purpose is 'Purpose of the payment.';
comment on column payment_orders.released is 'Why it is no longer to be paid; null while it is.';
-- A refund is in one file at most that is to be paid.
create unique index payment_orders_live on payment_orders (refund_id) where released is null;
create unique index payment_orders_of_number on payment_orders (account, (extract(year from day)), number) where released is null;
