-- built after the start
-- One top-up of a wallet at a time. What replaces one is the same top-up.
create unique index concurrently transfers_open_top_ups on transfers (address_id)
  where fuel_for is not null and replaces is null and status in ('draft', 'signed', 'sent');
