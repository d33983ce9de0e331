-- built after the start
-- The sides of purchases and sales of currency, among all lines that were posted.
create index concurrently statement_postings_of_exchanges on statement_postings (line_id)
  where account = 'exchange' and reversed_at is null;
