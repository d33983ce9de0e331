-- built after the start
-- What one account has, such as a bank account that is compared with its statements.
create index concurrently book_entries_of_account on book_entries (account, commodity);
