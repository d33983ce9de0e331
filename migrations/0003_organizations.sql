create table organizations (
  id uuid primary key,
  seq bigint not null constraint organizations_seq unique,
  type text not null check (type in ('legal', 'individual')),
  inn text not null,
  ogrn text not null,
  kpp text,
  full_name text not null,
  short_name text,
  registry_status text not null
    check (registry_status in ('active', 'liquidating', 'liquidated', 'bankrupt', 'reorganizing', 'unknown')),
  registration_date date,
  liquidation_date date,
  legal_address text,
  actual_address text,
  okved_main text,
  director jsonb,
  contact jsonb,
  bank_details jsonb,
  kyb_status text not null default 'new'
    check (kyb_status in ('new', 'in_review', 'approved', 'rejected', 'suspended')),
  kyb_reason text,
  document_slots jsonb not null default '{}' check (jsonb_typeof(document_slots) = 'object'),
  wallets_count integer not null default 0 check (wallets_count >= 0),
  external_id text constraint organizations_external_id unique,
  notes text,
  source text not null check (source in ('manual', 'register')),
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by text not null,
  constraint organizations_requisites unique nulls not distinct (inn, kpp),
  constraint organizations_identifiers_fit_type check (
    case type
      when 'legal' then inn ~ '^[0-9]{10}$' and ogrn ~ '^[0-9]{13}$'
      else inn ~ '^[0-9]{12}$' and ogrn ~ '^[0-9]{15}$' and kpp is null
    end
  ),
  constraint organizations_kyb_reason_given check (
    kyb_status not in ('rejected', 'suspended') or kyb_reason is not null
  )
);

comment on column organizations.seq is
  'Gapless from 1, given by a trigger from organization_counter: every page is a range of it.';
comment on column organizations.director is '{name, post, inn}; post and inn may be null.';
comment on column organizations.contact is '{name, email, phone}; each may be null.';
comment on column organizations.bank_details is
  '{bik, bank_name, settlement_account, correspondent_account, currency}; bank_name and correspondent_account may be null.';
comment on column organizations.document_slots is
  'Kind → {status, expires_on} of the current document, kept by the documents in their own transaction. '
  'What has expired is told at reading, against the day of the reader.';
comment on column organizations.wallets_count is 'Kept by the wallets in their own transaction.';
comment on column organizations.created_by is 'Id of the administrator or API key; the name of an actor that has no id.';

create table organization_counter (
  singleton boolean primary key default true check (singleton),
  total bigint not null
);
insert into organization_counter (total) values (0);

comment on table organization_counter is
  'One row: how many organizations there are. Also the queue of those who create one or change requisites: '
  'each holds the row until its transaction ends.';

-- All writers of requisites stand in one queue, so what is read behind the lock cannot change before commit:
-- the last seq, and the other rows of the INN. Each statement here sees what the one before in the queue
-- has committed, because a trigger function is volatile and takes a new snapshot per statement.
-- A refused insert rolls the counter back with it; therefore an insert here must never say
-- "on conflict do nothing", which would keep the number and lose the row.
create function queue_for_organization_requisites() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update organization_counter set total = total + 1 returning total into strict new.seq;
  else
    perform 1 from organization_counter for update;
  end if;
  -- Equal pairs are left to the unique constraint; here is the rest of "one company, one row": a row without
  -- KPP stands for every KPP of its INN.
  if exists (
    select from organizations
    where inn = new.inn and id <> new.id and (kpp is null) <> (new.kpp is null)
  ) then
    raise unique_violation using
      constraint = 'organizations_requisites_alone',
      table = 'organizations',
      message = 'an organization without KPP stands alone with its INN';
  end if;
  return new;
end $$;

create trigger queue_for_insert before insert on organizations
  for each row execute function queue_for_organization_requisites();

create trigger queue_for_update before update of inn, kpp on organizations
  for each row when ((old.inn, old.kpp) is distinct from (new.inn, new.kpp))
  execute function queue_for_organization_requisites();

create function keep_organizations() returns trigger language plpgsql as $$
begin
  raise exception 'organizations are never deleted: seq must stay gapless';
end $$;

create trigger keep_organizations before delete or truncate on organizations
  for each statement execute function keep_organizations();
