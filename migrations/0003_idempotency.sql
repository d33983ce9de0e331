create table idempotency_keys (
  actor text not null,
  method text not null,
  path text not null,
  key text not null,
  body_hash bytea not null,
  response text,
  secret_removed boolean not null default false,
  created_at timestamptz not null,
  primary key (actor, method, path, key)
);
comment on table idempotency_keys is 'The first answer to a creating request, for seven days. Of the body only a hash is kept.';
create index idempotency_keys_age on idempotency_keys (created_at);
