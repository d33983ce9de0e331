-- An account that was created or reset has no password until its owner has set one with a one-time link.
alter table administrators alter column password_hash drop not null;
comment on column administrators.password_hash is
  'argon2id in PHC format, including its parameters; null until the person sets a password with a one-time link.';

-- The defaults are for nodes of the previous release, which do not know these columns.
alter table administrators add column role_since timestamptz not null default now();
alter table administrators add column credentials_since timestamptz not null default now();
-- Which change was the last one is not known: the latest of all is never too early.
update administrators set
  role_since = updated_at,
  credentials_since = greatest(updated_at, password_changed_at, otp_confirmed_at);
comment on column administrators.role_since is 'Since when the account has its role: creation, last change of the role, or last enabling.';
comment on column administrators.credentials_since is 'Last change of what the person signs in with: password set or changed, reset, passkeys.';

create table password_links (
  administrator_id uuid primary key references administrators (id) on delete cascade,
  hash bytea not null unique,
  expires_at timestamptz not null,
  key_version integer not null,
  proof bytea not null
);
comment on table password_links is 'One-time links with which a person sets their password. A new link replaces the old one; a used one is deleted.';
comment on column password_links.administrator_id is 'Whose password it sets.';
comment on column password_links.hash is 'SHA-256 of the token. The token is 256 random bits and is not stored.';
comment on column password_links.expires_at is 'End of validity.';
comment on column password_links.key_version is 'Version of the vault key of the proof.';
comment on column password_links.proof is 'HMAC of the other columns under a key of the vault: a link that was inserted into the database opens nothing.';

create table administrator_lineage (
  id uuid primary key,
  administrator_id uuid not null references administrators (id) on delete cascade,
  made_by uuid not null references administrators (id),
  act text not null check (act in ('created', 'promoted', 'enabled', 'reset')),
  made_at timestamptz not null,
  confirmed_at timestamptz,
  confirmed_by text[],
  check ((confirmed_at is null) = (confirmed_by is null)),
  check (administrator_id <> made_by)
);
create index administrator_lineage_of on administrator_lineage (administrator_id);
comment on table administrator_lineage is 'Who created, promoted, enabled or reset whom. Until it is confirmed, the account does not count as another person than its maker.';
comment on column administrator_lineage.id is 'Identifier.';
comment on column administrator_lineage.administrator_id is 'Account that was made.';
comment on column administrator_lineage.made_by is 'Administrator who did it.';
comment on column administrator_lineage.act is 'created, promoted (any change to another role), enabled or reset.';
comment on column administrator_lineage.made_at is 'When it was done.';
comment on column administrator_lineage.confirmed_at is 'Null until somebody else has confirmed it.';
comment on column administrator_lineage.confirmed_by is 'Ids of the administrators who approved the act, or the command that confirmed it.';

insert into administrator_lineage (id, administrator_id, made_by, act, made_at)
select gen_random_uuid(), made.id, maker.id, found.act, found.at
from (
  select
    at,
    object_id,
    actor_id,
    case action
      when 'administrator.created' then 'created'
      when 'administrator.updated' then 'promoted'
      when 'administrator.enabled' then 'enabled'
      else 'reset'
    end as act
  from audit_events
  where action in ('administrator.created', 'administrator.updated', 'administrator.enabled', 'administrator.reset')
    and outcome = 'success'
    and event::jsonb ->> 'actor_kind' = 'administrator'
    and (action <> 'administrator.updated'
      or event::jsonb #>> '{details,from,role}' is distinct from event::jsonb #>> '{details,to,role}')
) as found
join administrators as made on made.id::text = found.object_id
join administrators as maker on maker.id::text = found.actor_id
where made.id <> maker.id;
