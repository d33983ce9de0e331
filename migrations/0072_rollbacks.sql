-- quick: a new table
-- A database that went back to an earlier state. Whoever can write here can hold what leaves, but cannot let it go:
-- that an operator has accepted it is proven.
create table rollbacks (
  id uuid primary key,
  found_at timestamptz not null,
  node text not null,
  known_in text not null check (known_in in ('register', 'checkpoint')),
  seq bigint not null,
  hash bytea not null,
  database_seq bigint not null,
  accepted_at timestamptz,
  accepted_by text,
  proof bytea,
  unique (seq, hash)
);
comment on table rollbacks is 'Rows of the audit log that a node knows and the database no longer has.';
comment on column rollbacks.id is 'Id (UUID v7).';
comment on column rollbacks.found_at is 'When a node found it first.';
comment on column rollbacks.node is 'Host name of the node that found it.';
comment on column rollbacks.known_in is 'Where the row is known: in the register of the node, or in a checkpoint.';
comment on column rollbacks.seq is 'Number of the row of the audit log that the database does not have.';
comment on column rollbacks.hash is 'Hash of that row.';
comment on column rollbacks.database_seq is 'The last row of the audit log that the database had then.';
comment on column rollbacks.accepted_at is 'When somebody accepted the state of the database. Null: everything that leaves is held.';
comment on column rollbacks.accepted_by is 'The command that accepted it.';
comment on column rollbacks.proof is 'Version of the key and HMAC of id, seq, hash, accepted_at and accepted_by. Null until somebody has accepted it.';
