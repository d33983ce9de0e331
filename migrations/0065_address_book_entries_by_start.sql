-- built after the start
-- Accounts of address books that begin like another one.
create index concurrently address_book_entries_by_start on address_book_entries (network, lower(account collate "C"));
