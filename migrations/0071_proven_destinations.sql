-- quick: columns without a default or with a constant one; of requests, those that are approved and not yet delivered
-- Whoever can write to these tables could say where coins go. The service relies only on rows with its own proof.
alter table wallets add column proof bytea;
alter table wallets add column proof_revision integer not null default 0;
comment on column wallets.proof is 'Version of the key and HMAC of what is relied on (server/features/wallets/wallet-proofs.ts). Null: not relied on.';
comment on column wallets.proof_revision is 'Raised whenever the row is proven again.';

alter table wallet_seeds add column proof bytea;
alter table wallet_seeds add column proof_revision integer not null default 0;
comment on column wallet_seeds.proof is 'The same of what says whether the generation is current.';
comment on column wallet_seeds.proof_revision is 'As in wallets.';

alter table address_book_entries add column proof bytea;
alter table address_book_entries add column proof_revision integer not null default 0;
comment on column address_book_entries.proof is 'Version of the key and HMAC of all other columns. Null: not relied on.';
comment on column address_book_entries.proof_revision is 'As in wallets.';

create table purchase_request_decisions (
  request_id uuid primary key,
  organization_id uuid not null,
  asset text not null,
  network text not null,
  crypto_amount numeric not null,
  fiat_currency text not null,
  total_amount numeric not null,
  wallet_id uuid,
  address_id uuid,
  destination_address text,
  decided text,
  proof bytea,
  proof_revision integer not null default 0
);
comment on table purchase_request_decisions is
  'What was approved of a purchase request. Deliveries and transfers take it from here, not from the request.';
comment on column purchase_request_decisions.request_id is 'The purchase request.';
comment on column purchase_request_decisions.organization_id is 'Organization that buys.';
comment on column purchase_request_decisions.asset is 'Digital asset.';
comment on column purchase_request_decisions.network is 'Blockchain network.';
comment on column purchase_request_decisions.crypto_amount is 'Amount of the asset.';
comment on column purchase_request_decisions.fiat_currency is 'Currency of the price.';
comment on column purchase_request_decisions.total_amount is 'Price with fee.';
comment on column purchase_request_decisions.wallet_id is 'The wallet of the organization that gets the asset.';
comment on column purchase_request_decisions.address_id is 'The entry of the address book that gets it.';
comment on column purchase_request_decisions.destination_address is 'The address that gets it.';
comment on column purchase_request_decisions.decided is
  'Who was permitted what, by which votes and policy, as JSON. Null: approved by an earlier release.';
comment on column purchase_request_decisions.proof is 'Version of the key and HMAC of all other columns.';
comment on column purchase_request_decisions.proof_revision is 'As in wallets.';

insert into purchase_request_decisions (request_id, organization_id, asset, network, crypto_amount, fiat_currency,
                                        total_amount, wallet_id, address_id, destination_address)
select id, organization_id, asset, network, crypto_amount, fiat_currency, total_amount, wallet_id, address_id, destination_address
from purchase_requests
where status in ('approved', 'paid', 'failed');

create table secret_decisions (
  id uuid primary key,
  organization_id uuid not null,
  generation integer not null,
  what text not null check (what in ('mnemonic', 'secret_keys')),
  decided text not null,
  proof bytea,
  proof_revision integer not null default 0
);
comment on table secret_decisions is 'The decisions to show a mnemonic or secret keys. The thread that makes them checks the proof itself.';
comment on column secret_decisions.id is 'Identifier.';
comment on column secret_decisions.organization_id is 'Organization whose secret it is.';
comment on column secret_decisions.generation is 'Generation of its wallets.';
comment on column secret_decisions.what is 'What is shown.';
comment on column secret_decisions.decided is 'Who was permitted it, by which votes and policy, as JSON.';
comment on column secret_decisions.proof is 'Version of the key and HMAC of all other columns.';
comment on column secret_decisions.proof_revision is 'As in wallets.';

alter table transfers add column decision text;
comment on column transfers.decision is
  'The decision to sign it, as JSON: the transaction, the keys, who was permitted it, by which votes and policy. Nothing else is signed.';
comment on column transfers.decision_proof is 'Version of the key and HMAC of the decision.';
