-- MT940, MT942 and camt.054: the last two announce lines that a later statement books.

alter table statements drop constraint statements_format_check;
alter table statements add constraint statements_format_check
  check (format in ('1c', 'camt.053', 'mt940', 'camt.054', 'mt942')) not valid;

create table announced_lines (
  id uuid primary key,
  statement_id uuid not null references statements (id) deferrable initially deferred,
  position integer not null check (position > 0),
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
  line_id uuid references statement_lines (id),
  ended_at timestamptz,
  check (line_id is null or ended_at is not null)
);
comment on table announced_lines is
  'Lines that a bank has announced and not booked yet. They are no money: nothing is posted from them. Rows are never deleted.';
comment on column announced_lines.id is 'Identifier, in the order of imports and of lines in the file.';
comment on column announced_lines.statement_id is 'Import that announced the line first.';
comment on column announced_lines.position is 'Place of the line in the file, from 1.';
comment on column announced_lines.account is 'Own account.';
comment on column announced_lines.currency is 'Currency of the own account.';
comment on column announced_lines.booked_on is 'Day that the bank gives.';
comment on column announced_lines.direction is 'To the own account, or from it.';
comment on column announced_lines.document_number is 'Number of the payment; empty if there is none.';
comment on column announced_lines.payer_account is 'Account of the payer; empty if the file does not name it.';
comment on column announced_lines.amount is 'Amount.';
comment on column announced_lines.occurrence is 'Which one of lines of that day that are otherwise the same, from 1.';
comment on column announced_lines.payer_name is 'Name of the payer.';
comment on column announced_lines.payer_inn is 'INN of the payer.';
comment on column announced_lines.payer_bic is 'BIC of the bank of the payer.';
comment on column announced_lines.receiver_name is 'Name of the receiver.';
comment on column announced_lines.receiver_inn is 'INN of the receiver.';
comment on column announced_lines.receiver_account is 'Account of the receiver.';
comment on column announced_lines.receiver_bic is 'BIC of the bank of the receiver.';
comment on column announced_lines.purpose is 'Purpose of the payment.';
comment on column announced_lines.line_id is 'Line of a statement that has booked it; null if none has.';
comment on column announced_lines.ended_at is 'When it was booked, or when statements of later days had come without it.';
-- The same line is announced once, however many files bring it; as the identity of booked lines (0045).
create unique index announced_lines_identity on announced_lines (account, booked_on, direction, document_number,
  payer_account, hashtextextended(coalesce(payer_inn, '') || E'\n' || coalesce(payer_name, ''), 0), amount, occurrence);
create unique index announced_lines_booked on announced_lines (line_id) where line_id is not null;
create index announced_lines_open on announced_lines (account, booked_on) where line_id is null;
create index announced_lines_waiting on announced_lines (id) where ended_at is null;
create index announced_lines_of_statement on announced_lines (statement_id, position);
