-- quick: a column without a default
-- On bitcoin a batch is one transaction with an output for each transfer.
alter table transfers add column output_index integer check (output_index >= 0);
comment on column transfers.output_index is 'Of a batch that is one transaction: which of its outputs pays the transfer, from 0. Null until that is decided, and for every other transfer.';
