alter table passkey_challenges add column proof bytea;
comment on column passkey_challenges.proof is 'HMAC of the row, so that nobody else declares something a challenge that a passkey has signed before. Null if it was made while the vault was sealed.';
