-- The pages of 0036 as lists of values: without the names of columns in every row, a third of the text is gone and
-- PostgreSQL spends half the time on it.

-- The organizations with these numbers, the newest first. Each is a list of values in the order of
-- organization-store.ts: names of columns would be a third of the text.
create function organizations_by_seq(numbers bigint[]) returns json
  language plpgsql stable
as $$
begin
  return (
    select json_agg(
      json_build_array(
        o.id, o.type, o.inn, o.ogrn, o.kpp, o.full_name, o.short_name, o.registry_status, o.registration_date,
        o.liquidation_date, o.legal_address, o.actual_address, o.okved_main, o.director, o.contact,
        o.bank_details, o.kyb_status, o.kyb_reason, o.document_slots, o.wallets_count, o.external_id, o.notes,
        o.source, o.version, o.created_at, o.updated_at, o.created_by
      )
    )
    from (select * from organizations where seq = any (numbers) order by seq desc) as o
  );
end $$;

create or replace function organization_page(skipped bigint, wanted bigint, out counted bigint, out organizations json)
  language plpgsql stable
as $$
begin
  counted := (select total from organization_counter);
  -- seq has no gaps, so an offset is a subtraction.
  organizations := organizations_by_seq(
    array(select generate_series(counted - skipped, greatest(counted - skipped - wanted + 1, 1), -1))
  );
end $$;

-- Counting stops at count_up_to.
create or replace function matching_organization_page(
  q text, skipped bigint, wanted bigint, count_up_to bigint, out counted bigint, out organizations json
)
  language plpgsql stable
as $$
declare
  hits bigint[] := array(select seq from find_organizations(q, count_up_to) as seq order by seq desc);
  -- Places in an array are integers; nobody has that many organizations.
  before integer := least(skipped, 2000000000);
begin
  counted := cardinality(hits);
  organizations := organizations_by_seq(hits[before + 1 : before + wanted::integer]);
end $$;
