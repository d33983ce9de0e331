-- quick: a comment
comment on column transfer_batches.id is 'Id.';
