-- built after the start
-- Requests for which money is still to come: the overview adds them up, and a filter of the list names them.
create index concurrently purchase_requests_awaiting_payment on purchase_requests (seq)
  where status in ('approved', 'paid', 'failed', 'completed')
      and coalesce(received_amount, 0) - refunded_amount - moved_amount < total_amount
    or status = 'refunded' and delivered_amount > 0
      and coalesce(received_amount, 0) - refunded_amount - moved_amount
        < round(fiat_amount * delivered_amount / crypto_amount, scale(total_amount))
          + round(fee_amount * delivered_amount / crypto_amount, scale(total_amount));
