-- The number of a paper is taken with the commit, as that of a request is (0058): no paper of a company waits for a node.

-- The next number of a company, kind and year, and a time that is not before that of the number before. `day` is printed
-- on the paper already: if that time turns out to be of another one, the transaction is repeated. Null if a person chose
-- the day.
create function paper_place(
  company uuid, paper_kind text, paper_year integer, at timestamptz, day date, zone text, number_mark text, time_mark text
) returns jsonb language plpgsql as $$
declare
  place paper_numbers;
begin
  insert into paper_numbers as numbers (company_id, kind, year, last, issued_at)
    values (company, paper_kind, paper_year, 1, at)
    on conflict on constraint paper_numbers_pkey
      do update set last = numbers.last + 1, issued_at = greatest(numbers.issued_at, excluded.issued_at)
    returning * into strict place;
  if (place.issued_at at time zone zone)::date <> day then
    raise exception 'The paper before this one is of a later day.' using errcode = 'serialization_failure';
  end if;
  return jsonb_build_object(
    number_mark, paper_year || '-' || lpad(place.last::text, greatest(6, length(place.last::text)), '0'),
    time_mark, to_char(place.issued_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
end $$;

comment on table paper_numbers is
  'The last number of each company, kind and year. Taken with the commit of the next paper, so that numbers have no gaps.';
