-- quick: a column that may be null, and a rule that becomes wider
-- A line that went out pays for an acquisition. Rows that are there satisfy the narrower check of before.
alter table statement_postings add column acquisition_id uuid;
comment on column statement_postings.acquisition_id is 'Acquisition that it pays for; null unless the account is that of a counterparty.';
alter table statement_postings drop constraint statement_postings_account_check;
alter table statement_postings add constraint statement_postings_account_check
  check (account in ('bank_fee', 'tax', 'transit', 'exchange', 'counterparty', 'other')) not valid;
alter table statement_postings add constraint statement_postings_acquisition
  check ((account = 'counterparty') = (acquisition_id is not null)) not valid;
create index statement_postings_of_acquisition on statement_postings (acquisition_id)
  where acquisition_id is not null and reversed_at is null;
