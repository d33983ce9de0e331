-- A page of the list as one value of JSON: the driver reads one field instead of 1,350, which is half the work of a
-- list for the service. Functions, because PL/pgSQL keeps the plans of its statements. Stable functions see one
-- snapshot, so total and page belong together.

create function organization_page(skipped bigint, wanted bigint, out counted bigint, out organizations json)
  language plpgsql stable
as $$
begin
  counted := (select total from organization_counter);
  organizations := (
    select json_agg(page)
    -- seq has no gaps, so an offset is a subtraction.
    from (select o.* from organizations o where o.seq <= counted - skipped order by o.seq desc limit wanted) as page
  );
end $$;

-- Counting stops at count_up_to.
create function matching_organization_page(
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
  organizations := (
    select json_agg(page)
    from (
      select o.* from organizations o
      where o.seq = any (hits[before + 1 : before + wanted::integer])
      order by o.seq desc
    ) as page
  );
end $$;
