-- quick: a new table; a trigger touches no row
-- The service verifies the whole audit log every day. What it found is kept, with a proof: whoever can write to the database
-- could otherwise say that all is well.
create table audit_verifications (
  id uuid primary key,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  rows bigint not null,
  checkpoints integer not null,
  late integer not null,
  problems jsonb not null,
  proof bytea
);
create index audit_verifications_finished on audit_verifications (finished_at);
comment on table audit_verifications is 'Results of the verification of the audit log that the service does by itself. Kept for 90 days.';
comment on column audit_verifications.id is 'The id of the verification.';
comment on column audit_verifications.started_at is 'When it began.';
comment on column audit_verifications.finished_at is 'When it ended.';
comment on column audit_verifications.rows is 'The row up to which the chain was right.';
comment on column audit_verifications.checkpoints is 'How many signed checkpoints were compared, of all places of the node.';
comment on column audit_verifications.late is 'Checkpoints that were signed more than an hour after their rows.';
comment on column audit_verifications.problems is 'What was wrong, a sentence each, at most 100. Empty: everything was as it was written.';
comment on column audit_verifications.proof is 'Version of the key and HMAC of all other columns. A row without the right one is not there.';

-- Owners are told of what is found, as of other events that concern the security of all.
create trigger outbox_event_of_verification_for_inbox after insert on outbox_events
  for each row
  when (new.type = 'audit.verification_failed')
  execute function outbox_event_for_inbox();
