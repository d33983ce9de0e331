-- A slot whose key is kept by a token (PKCS #11), and a root key that can be replaced.

alter table vault_slots drop constraint vault_slots_kind_check;
alter table vault_slots add constraint vault_slots_kind_check check (kind in ('file', 'env', 'shares', 'pkcs11'));
alter table vault_slots
  add column token text,
  add column token_key text,
  add column oaep_hash text check (oaep_hash in ('sha1', 'sha256', 'sha384', 'sha512')),
  add column wrapped_slot_key bytea,
  add column sealed_public_key bytea;
alter table vault_slots add constraint vault_slots_pkcs11 check (
  (kind = 'pkcs11') = (token is not null) and (token is null) = (token_key is null)
  and (token is null) = (oaep_hash is null) and (token is null) = (wrapped_slot_key is null)
  and (token is null) = (sealed_public_key is null)
);

comment on column vault_slots.kind is 'Where the slot key is kept: in a key file, in the environment, split into shares, or wrapped for a token.';
comment on column vault_slots.token is 'pkcs11: label of the token that unwraps the slot key; null for other kinds.';
comment on column vault_slots.token_key is 'pkcs11: label or hexadecimal ID of its key pair; null for other kinds.';
comment on column vault_slots.oaep_hash is 'pkcs11: hash of RSA-OAEP, because some tokens know only SHA-1; null for other kinds.';
comment on column vault_slots.wrapped_slot_key is 'pkcs11: the slot key, encrypted with the public key of the token; null for other kinds.';
comment on column vault_slots.sealed_public_key is 'pkcs11: that public key, sealed with the root key, so that nobody can replace it in the database; null for other kinds.';

-- What is sealed with the root key names it. A process that still holds the previous root key can therefore add neither
-- a data key nor a slot: the reference fails. It is deferrable for the rotation, which changes all rows at once.
alter table vault_root add constraint vault_root_id_key unique (id);
alter table vault_slots add column root_id text;
alter table data_keys add column root_id text;
update vault_slots set root_id = (select id from vault_root);
update data_keys set root_id = (select id from vault_root);
alter table vault_slots
  add constraint vault_slots_root foreign key (root_id) references vault_root (id) deferrable,
  add constraint vault_slots_root_named check (root_id is not null) not valid;
alter table data_keys
  add constraint data_keys_root foreign key (root_id) references vault_root (id) deferrable,
  add constraint data_keys_root_named check (root_id is not null) not valid;
alter table vault_root add column rotated_at timestamptz;

-- Nodes of the release before name no root key. There is only one until the first rotation; after it, they may hold the
-- previous one and can add nothing.
create function name_first_root() returns trigger language plpgsql as $$
begin
  if new.root_id is null then
    select id into new.root_id from vault_root where rotated_at is null;
  end if;
  return new;
end $$;
create trigger vault_slots_name_root before insert on vault_slots for each row execute function name_first_root();
create trigger data_keys_name_root before insert on data_keys for each row execute function name_first_root();

comment on column vault_root.rotated_at is 'When the root key was last replaced; null for the first one.';
comment on column vault_slots.root_id is 'The root key that this slot holds.';
comment on column data_keys.root_id is 'The root key that seals this data key.';
