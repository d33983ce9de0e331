-- quick: columns without a default
-- Whoever can write to these tables could open a session. The service relies only on rows with its own proof.
alter table sessions add column proof bytea;
alter table sessions add column revision integer;
alter table refresh_tokens add column proof bytea;
alter table signing_keys add column proof bytea;
comment on column sessions.proof is 'Version of the key and HMAC of id, administrator_id, created_at, authenticated_at, passkey_at, expires_at and revision. Null: opened while the vault was sealed, or by an earlier release.';
comment on column sessions.revision is 'Raised whenever the row is proven again.';
comment on column refresh_tokens.proof is 'Version of the key and HMAC of hash, session_id, channel and created_at. Null as in sessions.';
comment on column signing_keys.proof is 'Version of the key and HMAC of kid, public_key and created_at. Null while the vault of the node is sealed.';
