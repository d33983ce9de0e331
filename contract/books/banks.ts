import { type Static, Type } from 'typebox'
import { maybeActor } from '../api/actor.ts'
import { CalendarDate, field, Instant, nullable, ref } from '../api/common.ts'

/** The whole register of the Bank of Russia has less than 2 MB of XML. */
export const bankRegisterMaxBytes = 8 * 1024 * 1024
/** A file with fewer banks than this share of those that are known is most likely a part of the register. */
export const leastShareOfBanks = 0.5

export const BankResponse = Type.Object(
  {
    bik: field(Type.String(), 'The code of the bank (BIK)', '044525999'),
    name: field(Type.String(), 'The name of the bank, as the register has it', 'АО «Пример Банк»'),
    place: field(nullable(Type.String()), 'The town of the bank', 'Москва'),
    correspondent_account: field(
      nullable(Type.String()),
      'Its correspondent account with the Bank of Russia; null if it has none that is open',
      '30101810845250000999',
    ),
    restrictions: field(
      Type.Array(Type.String()),
      'Codes of what the register says against payments through this bank, such as `LWRS` for a revoked licence; empty if there is nothing',
      [],
    ),
    as_of: field(CalendarDate, 'The day of the register', '2026-01-31'),
  },
  { $id: 'BankResponse', description: 'A bank in the register of the Bank of Russia.' },
)
export type BankResponse = Static<typeof BankResponse>

export const BankRegisterResponse = Type.Object(
  {
    as_of: field(nullable(CalendarDate), 'The day of the register; null if none was imported', '2026-01-31'),
    banks: field(Type.Integer(), 'How many banks it has', 1416),
    imported_at: field(nullable(Instant), 'When it was imported; null if none was'),
    imported_by: maybeActor('Who imported it; null if none was'),
  },
  { $id: 'BankRegisterResponse', description: 'What the register of banks contains.' },
)
export type BankRegisterResponse = Static<typeof BankRegisterResponse>

export const ImportBanksBody = Type.Object(
  {
    file: field(
      Type.String({ format: 'binary' }),
      'The whole register of BIK of the Bank of Russia (ED807, XML, taken out of its zip file); at most 8 MiB',
      '<?xml version="1.0" encoding="WINDOWS-1251"?>…',
    ),
  },
  { $id: 'ImportBanksBody', additionalProperties: false, description: 'The form to import banks.' },
)

export const BanksImportResponse = Type.Object(
  {
    register: field(ref(BankRegisterResponse), 'The register, as it is now'),
    added: field(Type.Integer(), 'Banks that were not known', 3),
    changed: field(Type.Integer(), 'Banks of which something has changed', 12),
    removed: field(Type.Integer(), 'Banks that the register does not have any more', 1),
  },
  { $id: 'BanksImportResponse', description: 'What an import of banks has changed.' },
)
export type BanksImportResponse = Static<typeof BanksImportResponse>
