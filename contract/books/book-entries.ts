import { type Static, Type } from 'typebox'
import {
  CalendarDate,
  cursorPage,
  exampleId,
  field,
  Id,
  IdFilter,
  Instant,
  nullable,
  ref,
} from '../api/common.ts'

/**
 * The accounts that people post on, with what stands in for a name. Those of bank accounts must be of a company of the desk, and
 * those of clients must name the client of the entry.
 */
export const manualAccounts = [
  'assets:bank:<account>',
  'assets:bank:unreconciled',
  'assets:transit:<currency>',
  'assets:exchange:<currency>',
  'assets:coins:<network>:<asset>',
  'liabilities:client:<organization>:<commodity>',
  'liabilities:vat:<inn>:<currency>',
  'liabilities:tax:<currency>',
  'liabilities:supplier:<currency>',
  'liabilities:loan:<currency>',
  'liabilities:other:<currency>',
  'equity:opening:<commodity>',
  'equity:trading:<commodity>',
  'income:fee:<currency>',
  'income:other:<currency>',
  'expenses:bank:<currency>',
  'expenses:other:<currency>',
] as const

export const manualAccountPattern =
  '^(assets:bank:[^:\\s]+|assets:coins:[^:\\s]+:[A-Z]{2,10}|liabilities:client:[0-9a-f-]{36}:[A-Z]{2,10}|liabilities:vat:[0-9]{10,12}:[A-Z]{2,10}|(assets:(transit|exchange)|liabilities:(tax|supplier|loan|other)|equity:(opening|trading)|income:(fee|other)|expenses:(bank|other)):[A-Z]{2,10})$'

const signed = '^-?(0|[1-9][0-9]{0,17})(\\.[0-9]{1,18})?$'

const Leg = Type.Object(
  {
    account: field(
      Type.String({ minLength: 1, maxLength: 200, pattern: '^[!-~]+$' }),
      `The account, one of: ${manualAccounts.map((name) => `\`${name}\``).join(', ')}`,
      'expenses:bank:RUB',
    ),
    commodity: field(Type.String({ pattern: '^[A-Z]{2,10}$' }), 'A currency (ISO 4217) or an asset', 'RUB'),
    amount: field(Type.String({ pattern: signed }), 'A debit is positive, a credit negative', '1450.50'),
  },
  { additionalProperties: false },
)
export type EntryLeg = Static<typeof Leg>

export const mostLegs = 100

export const CreateEntryBody = Type.Object(
  {
    date: field(CalendarDate, 'The day in the books. It must be open, and not in the future.', '2026-01-31'),
    text: field(Type.String({ minLength: 1, maxLength: 500 }), 'What it is', 'Комиссия банка за январь'),
    organization_id: field(
      Type.Optional(IdFilter),
      'The client, if an account of a client is among the legs',
    ),
    legs: field(Type.Array(Leg, { minItems: 2, maxItems: mostLegs }), 'They sum to zero in each commodity', [
      { account: 'expenses:bank:RUB', commodity: 'RUB', amount: '1450.50' },
      { account: 'assets:bank:40702810900000012345', commodity: 'RUB', amount: '-1450.50' },
    ]),
  },
  { $id: 'CreateEntryBody', additionalProperties: false, description: 'A posting that somebody makes.' },
)
export type CreateEntryBody = Static<typeof CreateEntryBody>

export const ReverseEntryBody = Type.Object(
  { reason: field(Type.String({ minLength: 1, maxLength: 1000 }), 'Why', 'Дважды проведено') },
  { $id: 'ReverseEntryBody', additionalProperties: false, description: 'Why an entry is reversed.' },
)
export type ReverseEntryBody = Static<typeof ReverseEntryBody>

const Person = (meaning: string) =>
  Type.Object({
    id: field(Type.String(), `${meaning}: the id of an administrator or API key, or a name`, exampleId),
    name: field(Type.String(), 'Their name, as it was then', 'Anna Petrova'),
  })

export const EntryResponse = Type.Object(
  {
    id: field(Id, 'The id of the entry'),
    date: field(CalendarDate, 'The day in the books', '2026-01-31'),
    text: field(Type.String(), 'What it is', 'Комиссия банка за январь'),
    organization_id: field(nullable(Id), 'The client whose accounts are among the legs', null),
    legs: field(Type.Array(Leg), 'What was posted'),
    made_at: field(Instant, 'When it was typed'),
    made_by: field(Person('Who made it'), 'Who made it'),
    reversal: field(
      nullable(
        Type.Object({
          date: field(CalendarDate, 'The day in the books', '2026-01-31'),
          at: field(Instant, 'When'),
          by: field(Person('Who reversed it'), 'Who reversed it'),
          reason: field(Type.String(), 'Why', 'Дважды проведено'),
        }),
      ),
      'Its reversal; null while it holds',
      null,
    ),
  },
  { $id: 'EntryResponse', description: 'A posting that somebody has made.' },
)
export type EntryResponse = Static<typeof EntryResponse>

export const EntryListResponse = cursorPage(ref(EntryResponse), 'EntryListResponse')
export type EntryListResponse = Static<typeof EntryListResponse>
