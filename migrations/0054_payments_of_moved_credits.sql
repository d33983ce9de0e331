-- A credit of what was above the total is of one payment: if that is reversed, the credit is taken back.
-- Checks that wait come first, as in 0053.
set constraints all immediate;
alter table credits add column payment_id uuid references payments (id);
comment on column credits.payment_id is 'Payment of `moved_from` that the money is a part of; null for money that came as a credit.';
update credits set payment_id = (
  select payment.id from payments as payment
  where payment.request_id = credits.moved_from and payment.reference = credits.reference
    and payment.received_at = credits.received_at and payment.amount >= credits.amount
    and payment.statement_line_id is not distinct from credits.statement_line_id
    and payment.payer_inn is not distinct from credits.payer_inn
    and payment.payer_name is not distinct from credits.payer_name
  order by payment.reversed_at is not null, payment.seq desc limit 1
) where moved_from is not null;
create index credits_of_payments on credits (payment_id) where payment_id is not null;
