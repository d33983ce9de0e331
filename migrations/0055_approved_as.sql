-- Whoever changes a short name or an account must not make a stranger the payer: payers are compared with what KYB has approved.
set constraints all immediate;
alter table organizations add column approved_as jsonb;
comment on column organizations.approved_as is
  'Names and account as of the last KYB approval: {"full_name", "short_name", "settlement_account"}; null before the first one.';
update organizations set approved_as = jsonb_build_object('full_name', full_name, 'short_name', short_name,
  'settlement_account', bank_details->>'settlement_account')
where kyb_status in ('approved', 'suspended');
