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
comment on column rollbacks.proof is 'Version of the key and HMAC of id, seq, hash, accepted_at and accepted_by. Null until somebody has accepted it.';
