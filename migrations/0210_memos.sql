-- A destination may have a memo, which payments to it carry (ADR 395). Columns without a default touch no row.

alter table address_book_entries add column memo text;
comment on column address_book_entries.memo is
  'Text by which the recipient knows whose coins they are; null: none.';

alter table transfers add column memo text;
comment on column transfers.memo is 'Memo of the destination, which the transaction carries; null: none.';
