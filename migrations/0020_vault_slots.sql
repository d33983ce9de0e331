alter table vault_slots
  add column shares smallint,
  add column threshold smallint,
  add column drilled_at timestamptz,
  add constraint vault_slots_shares check ((kind = 'shares') = (shares is not null and threshold is not null));

comment on column vault_slots.shares is 'How many shares of this slot''s key were printed.';
comment on column vault_slots.threshold is 'How many of them open it together.';
comment on column vault_slots.drilled_at is 'When somebody last proved that this slot opens the vault.';
