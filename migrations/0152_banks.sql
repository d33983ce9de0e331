-- quick: a new table
-- The register of banks of the Bank of Russia (ED807), of the day of its newest import (ADR 332).
create table banks (
  bik text primary key check (bik ~ '^[0-9]{9}$'),
  name text not null,
  place text,
  correspondent_account text check (correspondent_account ~ '^[0-9]{20}$'),
  restrictions text[] not null default '{}'
);
comment on table banks is 'Banks of Russia, as the register of the Bank of Russia has them. An import replaces all of them.';
comment on column banks.bik is 'The code of the bank (BIK).';
comment on column banks.name is 'Its name.';
comment on column banks.place is 'Its town.';
comment on column banks.correspondent_account is 'Its open correspondent account with the Bank of Russia.';
comment on column banks.restrictions is 'Codes of what the register says against it, such as LWRS for a revoked licence.';

create table bank_registers (
  id smallint primary key default 1 check (id = 1),
  as_of date not null,
  sha256 text not null,
  imported_at timestamptz not null,
  imported_by text not null
);
comment on table bank_registers is 'What the banks were imported from: one row, or none before the first import.';
comment on column bank_registers.id is 'Always 1: there is one register.';
comment on column bank_registers.as_of is 'The day of the register.';
comment on column bank_registers.sha256 is 'The checksum of the file.';
comment on column bank_registers.imported_at is 'When it was imported.';
comment on column bank_registers.imported_by is 'The name of the administrator or API key, or the command.';
