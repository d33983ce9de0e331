-- built after the start
-- The search finds a line of a statement by its amount.
create index concurrently statement_lines_by_amount on statement_lines (amount, id desc);
