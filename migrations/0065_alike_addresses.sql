-- Addresses that look like a trusted one are compared in full before they are entered or paid (ADR 248). Columns without a
-- default touch no row. The indexes that find them are in files of their own.

alter table address_book_entries add column compared_with text[];
comment on column address_book_entries.compared_with is
  'Trusted addresses that it looked like when it was added, with which it was compared in full; null: none.';

alter table transfers add column compared_with text[];
comment on column transfers.compared_with is
  'Trusted addresses that the destination looked like when it was prepared, with which it was compared in full; null: none.';

alter table purchase_requests add column compared_with text[];
comment on column purchase_requests.compared_with is
  'Trusted addresses that the destination looked like when it was entered, with which it was compared in full; null: none.';
