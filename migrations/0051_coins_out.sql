-- A transaction delivers once, whatever request it is recorded for. Two things let several deliveries name the same one:
-- they name different outputs of it, or a node has confirmed that it pays each destination its amount.

create function usual_transaction(network text, hash text) returns text language sql immutable as $$
  select case
    when hash = '' then null
    when network = 'solana' then hash
    when network = 'ton' and hash ~ '^[A-Za-z0-9+/_-]{43}=?$'
      then encode(decode(translate(left(hash, 43), '-_', '+/') || '=', 'base64'), 'hex')
    when network = 'ethereum' then '0x' || lower(regexp_replace(hash, '^0[xX]', ''))
    else lower(hash)
  end
$$;
comment on function usual_transaction is 'One spelling of the hash of a transaction, as usualTxHash() of the contract; null if it is not known.';

-- The database computes the key, so that nodes of before write it as well.
alter table deliveries
  add column output integer check (output >= 0),
  add column share integer not null default 0 check (share >= 0),
  add column tx_key text generated always as (usual_transaction(network, tx_hash)) stored;
comment on column deliveries.output is 'Which output of the transaction it is, from 0; null: the transaction as a whole.';
comment on column deliveries.share is 'Counts the deliveries that share a transaction or an output, which a node has confirmed; 0 for the first.';
comment on column deliveries.tx_key is 'The transaction in one spelling.';

-- Deliveries of before that share a transaction stay.
update deliveries set share = counted.share
from (
  select id, row_number() over (partition by network, tx_key order by seq) - 1 as share
  from deliveries where reversed_at is null
) as counted
where counted.id = deliveries.id and counted.share > 0;

-- Also for the deliveries of one request, which may name several outputs.
drop index deliveries_once;
create unique index deliveries_once on deliveries (network, tx_key, coalesce(output, -1), share) where reversed_at is null;

-- What an act moves by asset: the fee of a token is paid in another coin. A replacement counts only what it adds.
alter table acts
  add column amounts jsonb,
  add column already jsonb,
  add column subject_id text;
comment on column acts.currency is 'Currency of the first amount, if the act has one.';
comment on column acts.amount is 'First amount, if the act has one.';
comment on column acts.amounts is 'All amounts by currency, if there is more than one: {"USDT": "1.5", "ETH": "0.002"}.';
comment on column acts.already is 'What acts that it takes the place of have counted, by kind of limit: {"person": {"ETH": "1"}, "organization": {}}.';
comment on column acts.subject_id is 'Id of the object of an act that moves something.';
create index acts_by_subject on acts (subject_id) where subject_id is not null;
