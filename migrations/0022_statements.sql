-- Bank statements: what was imported, and each line once, however many files bring it. The row of a statement has counts
-- of its lines, so it is written after them, and the references to it are checked at the commit.

create table statements (
  id uuid primary key,
  format text not null check (format in ('1c', 'camt.053')),
  file_name text not null,
  size integer not null check (size > 0),
  sha256 bytea not null check (length(sha256) = 32),
  accounts jsonb not null,
  warnings jsonb not null,
  period_from date,
  period_to date,
  new_lines integer not null check (new_lines >= 0),
  known_lines integer not null check (known_lines >= 0),
  imported_by text not null,
  imported_at timestamptz not null
);
comment on table statements is 'Imports of bank statements. Rows are never changed or deleted. The file itself is not kept (ADR 164).';
comment on column statements.id is 'Identifier, in the order of the imports.';
comment on column statements.format is 'Format of the file.';
comment on column statements.file_name is 'Name of the file, as uploaded.';
comment on column statements.size is 'Bytes of the file.';
comment on column statements.sha256 is 'SHA-256 of the file: proves that a file at hand is the imported one.';
comment on column statements.accounts is
  'Own accounts in the file, as the API shows them: period, balances that the file states, sums and counts of lines.';
comment on column statements.warnings is 'What was unusual in the file, as the API shows it.';
comment on column statements.period_from is 'First day of all its accounts.';
comment on column statements.period_to is 'Last day of all its accounts.';
comment on column statements.new_lines is 'Lines that no statement had before.';
comment on column statements.known_lines is 'Lines that an earlier statement had.';
comment on column statements.imported_by is 'Id of the administrator or API key, or the command.';
comment on column statements.imported_at is 'Time of the import.';

create table statement_lines (
  id uuid primary key,
  statement_id uuid not null references statements (id) deferrable initially deferred,
  account text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  booked_on date not null,
  direction text not null check (direction in ('incoming', 'outgoing')),
  document_number text not null,
  payer_account text not null,
  amount numeric not null check (amount > 0),
  occurrence integer not null check (occurrence > 0),
  payer_name text,
  payer_inn text,
  payer_bic text,
  receiver_name text,
  receiver_inn text,
  receiver_account text,
  receiver_bic text,
  purpose text not null,
  status text not null default 'new' check (status in ('new', 'matched', 'set_aside')),
  set_aside_reason text,
  decided_by text,
  decided_at timestamptz,
  check ((status = 'set_aside') = (set_aside_reason is not null)),
  check ((decided_by is null) = (decided_at is null)),
  unique (account, booked_on, direction, document_number, payer_account, amount, occurrence)
);
comment on table statement_lines is
  'Lines of bank statements. The unique columns are the identity of a line, by which overlapping files add it once. '
  'What the bank wrote never changes; rows are never deleted.';
comment on column statement_lines.id is 'Identifier, in the order of imports and of lines in the file.';
comment on column statement_lines.statement_id is 'Statement that brought the line first.';
comment on column statement_lines.account is 'Own account.';
comment on column statement_lines.currency is 'Currency of the own account.';
comment on column statement_lines.booked_on is 'Day on which the bank booked it.';
comment on column statement_lines.direction is 'To the own account, or from it.';
comment on column statement_lines.document_number is 'Number of the payment order; empty if there is none.';
comment on column statement_lines.payer_account is 'Account of the payer; empty if the file does not name it.';
comment on column statement_lines.amount is 'Amount.';
comment on column statement_lines.occurrence is 'Which one of lines of that day that are otherwise the same, from 1.';
comment on column statement_lines.payer_name is 'Name of the payer.';
comment on column statement_lines.payer_inn is 'INN of the payer.';
comment on column statement_lines.payer_bic is 'BIC of the bank of the payer.';
comment on column statement_lines.receiver_name is 'Name of the receiver.';
comment on column statement_lines.receiver_inn is 'INN of the receiver.';
comment on column statement_lines.receiver_account is 'Account of the receiver.';
comment on column statement_lines.receiver_bic is 'BIC of the bank of the receiver.';
comment on column statement_lines.purpose is 'Purpose of the payment.';
comment on column statement_lines.status is 'Whether somebody has dealt with it.';
comment on column statement_lines.set_aside_reason is 'Why it was set aside.';
comment on column statement_lines.decided_by is 'Who matched it or set it aside last: an id, or a name.';
comment on column statement_lines.decided_at is 'When.';
-- The queue of each status, oldest first.
create index statement_lines_by_status on statement_lines (status, id);

create table statement_contents (
  statement_id uuid not null references statements (id) deferrable initially deferred,
  position integer not null check (position > 0),
  line_id uuid not null references statement_lines (id),
  primary key (statement_id, position),
  unique (statement_id, line_id)
);
comment on table statement_contents is 'Which lines a statement has, also those that an earlier one brought.';
comment on column statement_contents.statement_id is 'Statement.';
comment on column statement_contents.position is 'Place of the line in the file, from 1.';
comment on column statement_contents.line_id is 'Line.';

create table statement_matches (
  id uuid primary key,
  line_id uuid not null references statement_lines (id),
  position integer not null,
  kind text not null check (kind in ('payment', 'credit', 'refund')),
  fact_id uuid not null,
  request_id uuid,
  organization_id uuid not null,
  amount numeric not null check (amount > 0),
  was_entered boolean not null,
  matched_at timestamptz not null,
  released_at timestamptz
);
comment on table statement_matches is 'What lines were matched with. Rows are never deleted: a payment that is reversed releases its row.';
comment on column statement_matches.id is 'Identifier.';
comment on column statement_matches.line_id is 'Line.';
comment on column statement_matches.position is 'Place among the parts of the line, from 1; 0 for the rest that became a credit.';
comment on column statement_matches.kind is 'What the part became.';
comment on column statement_matches.fact_id is 'The payment, credit or refund.';
comment on column statement_matches.request_id is 'Purchase request; null for money of an organization that belongs to no request yet.';
comment on column statement_matches.organization_id is 'Organization.';
comment on column statement_matches.amount is 'Part of the line.';
comment on column statement_matches.was_entered is 'Whether the payment or refund had been recorded before, and was only linked.';
comment on column statement_matches.matched_at is 'When it was matched.';
comment on column statement_matches.released_at is 'When it was reversed, so that this part of the line is open again; null while it holds.';
-- Its parts, and that no payment, credit or refund is the outcome of two lines.
create unique index statement_matches_of_line on statement_matches (line_id, id);
create unique index statement_matches_holding on statement_matches (fact_id) where released_at is null;

-- Suggestions for the lines of statements: requests that still miss a certain sum, and those of an organization.
create index purchase_requests_by_missing on purchase_requests
  ((total_amount - coalesce(received_amount, 0)), organization_id)
  where status in ('approved', 'expired', 'paid', 'failed');
-- Payments that were entered by hand, to be found again on a statement.
create index payments_without_line on payments (reference, amount)
  where statement_line_id is null and reversed_at is null;
