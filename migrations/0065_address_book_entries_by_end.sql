-- built after the start
-- Accounts of address books that end like another one.
create index concurrently address_book_entries_by_end on address_book_entries (network, reverse(lower(account collate "C")));
