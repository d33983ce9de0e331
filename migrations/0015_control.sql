-- One policy over all sensitive acts, the approvals that it asks for, and the acts that were done under it.

create table policies (
  version integer primary key check (version >= 1),
  rules jsonb not null,
  changed_at timestamptz,
  changed_by uuid references administrators (id),
  changed_by_name text
);
comment on table policies is 'Every version of the policy. The highest one applies, together with the rules of the environment.';
comment on column policies.version is 'Version, from 1 without gaps.';
comment on column policies.rules is 'The rules, as contract/policy.ts defines them.';
comment on column policies.changed_at is 'When this version was set; null for the first one, which every database has.';
comment on column policies.changed_by is 'Administrator who set this version.';
comment on column policies.changed_by_name is 'Name of the actor at that time.';
insert into policies (version, rules) values (1, '[]');

-- Nodes keep the policy in memory.
create function notify_policy_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('kontor_policy', '');
  return null;
end $$;
create trigger policy_changed after insert or update or delete on policies
  for each statement execute function notify_policy_changed();

create table approvals (
  id uuid primary key,
  act text not null,
  subject_type text not null,
  subject_id text,
  subject_version integer,
  organization_id uuid,
  content jsonb not null,
  content_hash bytea not null,
  asked_by uuid not null references administrators (id),
  session_id uuid,
  asked_at timestamptz not null,
  reason text check (length(reason) <= 255),
  needed jsonb not null,
  policy_version integer not null,
  status text not null check (status in ('waiting', 'approved', 'refused', 'expired', 'used', 'withdrawn', 'stale')),
  expires_at timestamptz not null,
  closed_at timestamptz
);
comment on table approvals is 'Acts that other people must approve. Rows are never deleted.';
comment on column approvals.id is 'Identifier; ids grow with time.';
comment on column approvals.act is 'Name of the act; contract/acts.ts lists them.';
comment on column approvals.subject_type is 'Type of the object of the act.';
comment on column approvals.subject_id is 'Id of the object; null if it does not exist yet.';
comment on column approvals.subject_version is 'Version of the object, if it has one.';
comment on column approvals.organization_id is 'Organization concerned, if any.';
comment on column approvals.content is 'What is voted on.';
comment on column approvals.content_hash is 'SHA-256 of act, subject and content as canonical JSON.';
comment on column approvals.asked_by is 'Administrator who wants to perform the act.';
comment on column approvals.session_id is 'Session for which a repeatable act is approved; null for other acts, which their asker may do in any session.';
comment on column approvals.asked_at is 'Time of the request.';
comment on column approvals.reason is 'Reason that was given; not part of the hash.';
comment on column approvals.needed is 'What the policy asked for: [{"approvals": 1, "from": ["owner"]}].';
comment on column approvals.policy_version is 'Version of the policy that asked for it.';
comment on column approvals.status is 'State. A row that waits or is approved and has passed expires_at counts as expired.';
comment on column approvals.expires_at is 'While waiting: end of the wait. Once approved: end of the permission.';
comment on column approvals.closed_at is 'When it was refused, used, withdrawn or found stale.';
-- Asking again with the same content finds the open one.
create unique index approvals_open on approvals
  (asked_by, content_hash, coalesce(session_id, '00000000-0000-0000-0000-000000000000')) where status in ('waiting', 'approved');
create index approvals_by_status on approvals (status, id desc);
create index approvals_by_act on approvals (act, id desc);

create table approval_votes (
  approval_id uuid not null references approvals (id),
  administrator_id uuid not null references administrators (id),
  decision text not null check (decision in ('approve', 'refuse')),
  reason text check (length(reason) <= 255),
  voted_at timestamptz not null,
  assertion jsonb,
  primary key (approval_id, administrator_id)
);
comment on table approval_votes is 'Votes on approvals. Votes are counted again when the act is done.';
comment on column approval_votes.approval_id is 'Approval.';
comment on column approval_votes.administrator_id is 'Who voted.';
comment on column approval_votes.decision is 'The decision.';
comment on column approval_votes.reason is 'Reason that was given.';
comment on column approval_votes.voted_at is 'Time of the vote.';
comment on column approval_votes.assertion is 'Signature of the vote by a passkey (authenticator data, client data, signature, public key); null without one.';

create table acts (
  id uuid primary key,
  act text not null,
  at timestamptz not null,
  administrator_id uuid not null references administrators (id),
  organization_id uuid,
  currency text,
  amount numeric,
  did jsonb not null,
  approval_id uuid references approvals (id)
);
comment on table acts is 'Acts of the last 31 days: limits count them, and the preview of a policy tries its rules on them.';
comment on column acts.id is 'Identifier; ids grow with time.';
comment on column acts.act is 'Name of the act.';
comment on column acts.at is 'When it was done.';
comment on column acts.administrator_id is 'Who did it.';
comment on column acts.organization_id is 'Organization concerned, if any.';
comment on column acts.currency is 'Currency of the amount, if the act has one.';
comment on column acts.amount is 'Amount, if the act has one.';
comment on column acts.did is 'People who did earlier work on the object: {"uploaded": ["id"]}.';
comment on column acts.approval_id is 'Approval that was used, if any.';
create index acts_by_person on acts (administrator_id, act, at);
create index acts_by_organization on acts (organization_id, act, at) where organization_id is not null;
create index acts_by_time on acts (at);

-- Nodes of release 1.0.0 still use this table while they are replaced one by one, so a later release drops it.
comment on table secret_approvals is 'No longer used: approvals replaced it.';

-- Endpoints that asked for the events of the old requests get those of approvals.
update webhook_endpoints set event_types = (
  select array_agg(distinct case type
    when 'secret_approval.requested' then 'approval.asked'
    when 'secret_approval.granted' then 'approval.approved'
    when 'secret_approval.refused' then 'approval.refused'
    else type end)
  from unnest(event_types) as type
) where event_types && array['secret_approval.requested', 'secret_approval.granted', 'secret_approval.refused'];
