-- Responses to requests that carry an Idempotency-Key, so that a repeated request has no second effect.

create table idempotency_keys (
  actor text not null,
  method text not null,
  path text not null,
  key text not null,
  body_hash bytea not null,
  key_version integer not null,
  response text,
  secret_removed boolean not null default false,
  created_at timestamptz not null,
  primary key (actor, method, path, key)
);
comment on table idempotency_keys is 'Response to the first request with an Idempotency-Key, stored for seven days.';
comment on column idempotency_keys.actor is 'Kind and id of the actor that sent the request, such as api_key:0199….';
comment on column idempotency_keys.method is 'HTTP method.';
comment on column idempotency_keys.path is 'Request path.';
comment on column idempotency_keys.key is 'Value of the Idempotency-Key header.';
comment on column idempotency_keys.body_hash is 'HMAC of the request body without its secret fields; the body itself is not stored.';
comment on column idempotency_keys.key_version is 'Version of the system data key that the HMAC was computed with.';
comment on column idempotency_keys.response is 'Response body as JSON; null until the first request has succeeded.';
comment on column idempotency_keys.secret_removed is 'True if the response contained a one-time secret, which is not stored. Such a response is not replayed.';
comment on column idempotency_keys.created_at is 'Creation time.';
create index idempotency_keys_age on idempotency_keys (created_at);
