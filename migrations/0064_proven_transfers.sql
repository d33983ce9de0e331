-- quick: columns without a default
-- One UPDATE of a prepared transfer had bytes signed to another address: a digest beside it is no proof.
alter table transfers add column proof bytea;
alter table transfers add column decision_proof bytea;
comment on column transfers.proof is 'Version of the key and HMAC of id, digest and created_by_id. Null: made by an earlier release, and not signed.';
comment on column transfers.decision_proof is 'Version of the key and HMAC of everything that is signed: id, digest, inputs, prepared_at, prepared_by, signed_amount, signed_fee, spends and valid_until.';
