-- built after the start
create index concurrently book_postings_of_organization on book_postings (organization_id, day, seq);
