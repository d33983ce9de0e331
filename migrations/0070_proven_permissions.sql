-- quick: columns without a default or with a constant one touch no row; the tables that are updated have a few rows.
-- What says that something is allowed has a proof of the service (ADR 257): the policy, approvals and votes, what limits have
-- counted, the emergency stop, founders, and the decisions to let coins or secrets out. Rows of before are proven at the start.

alter table policies add column proof bytea, add column proof_revision integer not null default 0;
comment on column policies.proof is 'That the service wrote the row: an HMAC under a key of the vault.';
comment on column policies.proof_revision is 'Raised whenever the row changes.';

alter table approvals add column proof bytea, add column proof_revision integer not null default 0;
comment on column approvals.proof is 'That the service wrote the row: an HMAC under a key of the vault.';
comment on column approvals.proof_revision is 'Raised whenever the row changes.';

alter table approval_votes add column proof bytea, add column proof_revision integer not null default 0;
comment on column approval_votes.proof is 'That the service wrote the row: an HMAC under a key of the vault.';
comment on column approval_votes.proof_revision is 'Raised whenever the row changes.';

alter table signing_state add column proof bytea, add column proof_revision integer not null default 0;
comment on column signing_state.proof is
  'That the service wrote the row: an HMAC under a key of the vault. A stop counts without one.';
comment on column signing_state.proof_revision is 'Raised whenever the row changes.';

-- The older proofs of foundings had a key of their own, and each confirmation one of its own.
alter table foundings alter column key_version drop not null, alter column proof drop not null;
alter table foundings add column proof_revision integer not null default 0;
update foundings set proof = null, key_version = null;
comment on column foundings.key_version is 'No longer used: the proof has the version of its key.';
comment on column foundings.proof is
  'That the service wrote the row and its confirmations: an HMAC under a key of the vault.';
comment on column foundings.proof_revision is 'Raised whenever the row or one of its confirmations changes.';
alter table founding_confirmations alter column key_version drop not null, alter column proof drop not null;
comment on column founding_confirmations.key_version is 'No longer used.';
comment on column founding_confirmations.proof is 'No longer used: the proof of the founding has its confirmations.';

create table counted_acts (
  act text not null,
  per text not null check (per in ('person', 'organization')),
  whose text not null,
  entries jsonb not null,
  proof bytea,
  proof_revision integer not null default 0,
  primary key (act, per, whose)
);
comment on table counted_acts is 'What limits have counted of an act in 24 hours, for each person or organization.';
comment on column counted_acts.act is 'The act.';
comment on column counted_acts.per is 'Whether it is of a person or of an organization.';
comment on column counted_acts.whose is 'Id of the administrator or of the organization.';
comment on column counted_acts.entries is 'Acts of the last 24 hours: [{"at", "times", "sums": {"RUB": "5"}}].';
comment on column counted_acts.proof is 'That the service wrote the row: an HMAC under a key of the vault.';
comment on column counted_acts.proof_revision is 'Raised whenever the row changes.';

alter table acts add column counted text[];
comment on column acts.counted is 'The kinds of limits that have counted it in counted_acts: person, organization.';
comment on column acts.subject_id is 'Of earlier releases: what was replaced is taken from the proven decision of a transfer.';
