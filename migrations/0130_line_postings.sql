-- quick: new tables, and a column that loses a rule
-- A line that is no money of a client is posted to an account of a short list (ADR 320). Rows that are there satisfy the narrower
-- check of before.
alter table statement_lines drop constraint statement_lines_status_check;
alter table statement_lines add constraint statement_lines_status_check
  check (status in ('new', 'matched', 'posted', 'set_aside')) not valid;

create table statement_postings (
  id uuid primary key,
  line_id uuid not null references statement_lines (id),
  account text not null check (account in ('bank_fee', 'tax', 'transit', 'exchange', 'other')),
  text text not null,
  posted_at timestamptz not null,
  posted_by text not null,
  posted_by_name text not null,
  reversed_at timestamptz,
  reversed_on date,
  reversed_by text,
  reversed_by_name text,
  reversed_reason text,
  check ((reversed_at is null) = (reversed_on is null))
);
comment on table statement_postings is
  'Lines of statements that were posted as no money of a client: a fee, a tax, a transfer between own accounts. Rows are never deleted.';
comment on column statement_postings.id is 'Id (UUID v7), and that of the fact in the books.';
comment on column statement_postings.line_id is 'Line, which is posted as a whole on its own day.';
comment on column statement_postings.account is 'What it is.';
comment on column statement_postings.text is 'What it is, for people.';
comment on column statement_postings.posted_at is 'When somebody posted it.';
comment on column statement_postings.posted_by is 'Id of the administrator or API key, or a name.';
comment on column statement_postings.posted_by_name is 'Their name, as it was then.';
comment on column statement_postings.reversed_at is 'When it was reversed; null while it holds.';
comment on column statement_postings.reversed_on is 'Day in the books of the reversal.';
comment on column statement_postings.reversed_by is 'Id of who reversed it, or a name.';
comment on column statement_postings.reversed_by_name is 'Their name, as it was then.';
comment on column statement_postings.reversed_reason is 'Why it was reversed.';
-- A line has at most one posting that holds.
create unique index statement_postings_holding on statement_postings (line_id) where reversed_at is null;

create table posting_rules (
  id uuid primary key,
  contains text not null,
  folded text not null check (length(folded) >= 3),
  direction text check (direction in ('incoming', 'outgoing')),
  account text not null check (account in ('bank_fee', 'tax', 'transit', 'exchange', 'other')),
  text text,
  created_at timestamptz not null,
  created_by text not null,
  created_by_name text not null,
  constraint posting_rules_of_text unique nulls not distinct (folded, direction)
);
comment on table posting_rules is 'What is suggested for lines of statements whose purpose has a text. Nothing is posted by a rule.';
comment on column posting_rules.id is 'Id (UUID v7).';
comment on column posting_rules.contains is 'The text, as it was typed.';
comment on column posting_rules.folded is 'The text as it is compared: lower case, without punctuation.';
comment on column posting_rules.direction is 'Only lines of this direction; null: both.';
comment on column posting_rules.account is 'What such a line is.';
comment on column posting_rules.text is 'The text to suggest; null: the purpose of the line.';
comment on column posting_rules.created_at is 'When it was made.';
comment on column posting_rules.created_by is 'Id of the administrator or API key, or a name.';
comment on column posting_rules.created_by_name is 'Their name, as it was then.';
