-- What was delivered in part and is not paid: a payment was reversed, or too much was paid back. Rounded as the service does.
set constraints all immediate;
create index purchase_requests_owing_parts on purchase_requests (seq)
  where status in ('paid', 'failed', 'refunded') and delivered_amount > 0
    and coalesce(received_amount, 0) - refunded_amount - moved_amount
      < round(fiat_amount * delivered_amount / crypto_amount, scale(total_amount))
        + round(fee_amount * delivered_amount / crypto_amount, scale(total_amount));
