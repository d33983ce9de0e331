-- The export of payments goes through them newest first.
create unique index payments_by_seq on payments (seq);
