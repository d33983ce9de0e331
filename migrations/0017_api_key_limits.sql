-- The default is for nodes of the previous release, which do not know the column.
alter table api_keys add column expires_at timestamptz not null default now() + interval '1 year';
alter table api_keys add column networks text[] check (cardinality(networks) between 1 and 32);
comment on column api_keys.expires_at is 'End of validity, at most two years after creation.';
comment on column api_keys.networks is 'Networks (CIDR) from which the key is accepted; null for all.';

-- Nodes cache valid keys, with their end and their networks.
drop trigger api_key_changed on api_keys;
create trigger api_key_changed after update on api_keys for each row
  when (old.revoked_at is distinct from new.revoked_at
    or old.scopes is distinct from new.scopes
    or old.expires_at is distinct from new.expires_at
    or old.networks is distinct from new.networks)
  execute function notify_api_key_changed();
