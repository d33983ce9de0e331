-- Prices have as many decimal places as their currency, not always two. To take the limit of a numeric column away
-- rewrites nothing. The checks are dropped first and added without a scan of the table: with them it would be read
-- under a lock that stops everything. Rows that are there satisfied the same checks with two places.
alter table purchase_requests
  drop constraint purchase_requests_fiat_amount_check,
  drop constraint purchase_requests_fee_amount_check,
  drop constraint purchase_requests_check,
  drop constraint purchase_requests_check1,
  drop constraint purchase_requests_check2;
alter table purchase_requests
  alter column fiat_amount type numeric,
  alter column fee_amount type numeric,
  alter column total_amount type numeric,
  alter column received_amount type numeric;
-- The places that the price is written with say how it was rounded, so that no list of currencies is needed here. Nodes
-- of release 1.0.0 write two.
alter table purchase_requests
  add constraint purchase_requests_fiat_amount_check check (fiat_amount > 0 and scale(fiat_amount) <= 4) not valid,
  add constraint purchase_requests_fee_amount_check check (fee_amount >= 0 and scale(fee_amount) <= 4) not valid,
  add constraint purchase_requests_total_check check (total_amount = fiat_amount + fee_amount) not valid,
  add constraint purchase_requests_price_check
    check (fiat_amount = round(crypto_amount * rate, scale(fiat_amount))) not valid,
  add constraint purchase_requests_payment_check
    check ((payment_reference is null) = (received_amount is null)
       and (payment_reference is null) = (received_at is null)
       and scale(received_amount) <= 4) not valid;
