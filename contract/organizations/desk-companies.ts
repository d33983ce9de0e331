import { type Static, Type } from 'typebox'
import {
  Address,
  CurrentVersion,
  cursorPage,
  ExpectedVersion,
  field,
  Id,
  Instant,
  Name,
  nullable,
  oneOf,
  optional,
  ref,
  ShortText,
} from '../api/common.ts'
import { networks } from '../money/networks.ts'

/** What the fields of a company mean, with an example: the same in requests and in responses. */
const about = {
  inn: ['The tax number (INN): 10 digits of a company, 12 of a sole trader', '7701234560'],
  ogrn: [
    'The number in the state register (OGRN): 13 digits of a company, 15 of a sole trader',
    '1027700123450',
  ],
  kpp: ['The reason code of the registration (KPP)', '770101001'],
  full_name: ['The full name, as it is printed', 'Общество с ограниченной ответственностью «Контора»'],
  short_name: ['The short name, also the payee of the payment QR code', 'ООО «Контора»'],
  legal_address: ['The address in the state register', 'г. Москва, ул. Лесная, д. 7'],
  latin_name: ['The name in Latin letters, for papers in English and payments from abroad', 'Kontora LLC'],
  latin_address: ['The address in Latin letters', '7 Lesnaya st., Moscow, Russia'],
  accountant: ['The name of the chief accountant, who signs invoices too', 'Иванова Ольга Петровна'],
} as const satisfies Record<string, readonly [meaning: string, example: string]>
const aboutDirector = {
  name: ['The name of the person who signs', 'Сидоров Пётр Ильич'],
  post: ['The post of the person who signs', 'Генеральный директор'],
} as const
const aboutAccount = {
  settlement_account: [
    'The account of the company: 20 digits with a bank in Russia, up to 34 signs elsewhere; not needed with an IBAN',
    '40702810600000012345',
  ],
  bik: ['The code of the bank in Russia (BIK); a bank elsewhere has a SWIFT code only', '044525999'],
  bank_name: ['The name of the bank', 'АО «Пример Банк»'],
  correspondent_account: ['The account of the bank with the central bank', '30101810845250000999'],
  currency: ['The currency of the account (ISO 4217)', 'RUB'],
  swift: ['The SWIFT code of the bank (BIC, ISO 9362)', 'EXBKRUMMXXX'],
  iban: ['The account as IBAN, where the bank has them', 'AE070331234567890123456'],
  bank_latin_name: ['The name of the bank in Latin letters', 'Example Bank JSC'],
  bank_latin_address: ['The address of the bank in Latin letters', '1 Tverskaya st., Moscow, Russia'],
  without_statements: [
    'Why no statements of it are imported: then a close of the books asks for none. Null if they are',
    'Compared in the bank client',
  ],
} as const
const aboutCorrespondent = {
  name: ['Its name in Latin letters', 'Correspondent Bank AG'],
  swift: ['Its SWIFT code', 'CORRDEFFXXX'],
  account: ['The account of our bank with it', '400886601234'],
} as const
const theCorrespondent = 'The bank through which money from abroad comes'
const aboutVat = {
  rate: ['The rate in percent that is part of the fee, such as `20`; null without VAT', null],
  ground: [
    'Without a rate: what papers and payment codes say of it, with its legal ground',
    'НДС не облагается (п. 2 ст. 346.11 НК РФ)',
  ],
  ground_en: ['The same in English, for papers in English', 'VAT exempt (Tax Code of Russia, art. 346.11)'],
} as const
const theVat =
  'VAT: a rate on the fee, or none with its legal ground. Null if nothing was said; then papers say nothing of VAT'
const theDirector = 'The person who signs for the company. A sole trader signs alone, and needs none'
const theAccounts =
  'The bank accounts. An invoice names one in its currency: the first, unless another is chosen'
const theOrganization =
  'The organization that is this company: it has wallets of its own, from which clients are paid. It is set once. Null if none was named'
const theFuelWallets =
  'Wallets of the company that give others the coin of the network, which fees are paid in: one for each network'
const aboutFuel = {
  wallet_id: ['The id of the wallet'],
  most_amount: ['The highest amount of one top-up, in base units of the coin', '60000000'],
  most_fee: ['The highest fee of one top-up, in base units of the coin', '2000000'],
} as const
const theActive = 'Whether new papers may be issued by the company'

const FuelUnits = Type.String({ pattern: '^[1-9][0-9]{0,29}$' })

const CorrespondentBank = Type.Object({
  name: field(Type.String(), ...aboutCorrespondent.name),
  swift: field(Type.String(), ...aboutCorrespondent.swift),
  account: field(nullable(Type.String()), ...aboutCorrespondent.account),
})

const printedOfAccount = {
  settlement_account: field(nullable(Type.String()), ...aboutAccount.settlement_account),
  bik: field(nullable(Type.String()), ...aboutAccount.bik),
  bank_name: field(Type.String(), ...aboutAccount.bank_name),
  correspondent_account: field(nullable(Type.String()), ...aboutAccount.correspondent_account),
  currency: field(Type.String(), ...aboutAccount.currency),
  swift: field(nullable(Type.String()), ...aboutAccount.swift),
  iban: field(nullable(Type.String()), ...aboutAccount.iban),
  bank_latin_name: field(nullable(Type.String()), ...aboutAccount.bank_latin_name),
  bank_latin_address: field(nullable(Type.String()), ...aboutAccount.bank_latin_address),
  correspondent_bank: field(nullable(CorrespondentBank), theCorrespondent),
}
const PrintedAccount = Type.Object(printedOfAccount)
/** What payers are told of an account. */
export type PrintedBankAccount = Static<typeof PrintedAccount>

const BankAccount = Type.Object({
  ...printedOfAccount,
  without_statements: field(nullable(Type.String()), ...aboutAccount.without_statements),
})
export type DeskBankAccount = Static<typeof BankAccount>

/** The number that payers use: an IBAN where there is one. */
export function numberOf({ iban, settlement_account }: Pick<DeskBankAccount, 'iban' | 'settlement_account'>) {
  return iban ?? settlement_account ?? ''
}

const Vat = Type.Object({
  rate: field(nullable(Type.String()), ...aboutVat.rate),
  ground: field(nullable(Type.String()), ...aboutVat.ground),
  ground_en: field(nullable(Type.String()), ...aboutVat.ground_en),
})
export type DeskVat = Static<typeof Vat>

const Signatory = Type.Object({
  name: field(Type.String(), ...aboutDirector.name),
  post: field(Type.String(), ...aboutDirector.post),
})
export type DeskSignatory = Static<typeof Signatory>

const FuelWallet = Type.Object({
  wallet_id: field(Id, aboutFuel.wallet_id[0]),
  network: field(oneOf(networks), 'The network of the wallet', 'tron'),
  most_amount: field(FuelUnits, ...aboutFuel.most_amount),
  most_fee: field(FuelUnits, ...aboutFuel.most_fee),
})
export type FuelWallet = Static<typeof FuelWallet>

export const DeskCompanyResponse = Type.Object(
  {
    id: field(Id, 'The id of the company'),
    inn: field(Type.String(), ...about.inn),
    kpp: field(nullable(Type.String()), ...about.kpp),
    ogrn: field(Type.String(), ...about.ogrn),
    full_name: field(Type.String(), ...about.full_name),
    short_name: field(Type.String(), ...about.short_name),
    legal_address: field(Type.String(), ...about.legal_address),
    latin_name: field(nullable(Type.String()), ...about.latin_name),
    latin_address: field(nullable(Type.String()), ...about.latin_address),
    vat: field(nullable(Vat), theVat),
    director: field(Signatory, theDirector),
    accountant: field(nullable(Type.String()), ...about.accountant),
    bank_accounts: field(Type.Array(BankAccount), theAccounts),
    active: field(Type.Boolean(), theActive, true),
    organization_id: field(nullable(Id), theOrganization),
    fuel_wallets: field(Type.Array(FuelWallet), theFuelWallets),
    version: CurrentVersion,
    created_at: field(Instant, 'When the company was added'),
    updated_at: field(Instant, 'When the company was last changed'),
  },
  { $id: 'DeskCompanyResponse', description: 'A company of the desk: the seller on invoices and acts.' },
)
export type DeskCompanyResponse = Static<typeof DeskCompanyResponse>

export const DeskCompanyListResponse = cursorPage(ref(DeskCompanyResponse), 'DeskCompanyListResponse')
export type DeskCompanyListResponse = Static<typeof DeskCompanyListResponse>

/** At most as many as one company has at its banks; a limit keeps the row small. */
const maxAccounts = 20

const Swift = Type.String({ pattern: '^[0-9A-Z]{8}([0-9A-Z]{3})?$' })

const GivenAccounts = Type.Array(
  Type.Object(
    {
      settlement_account: field(
        optional(Type.String({ pattern: '^[0-9A-Z]([0-9A-Z ./-]{0,32}[0-9A-Z])?$' })),
        ...aboutAccount.settlement_account,
      ),
      bik: field(optional(Type.String({ pattern: '^[012]\\d{8}$' })), ...aboutAccount.bik),
      bank_name: field(ShortText, ...aboutAccount.bank_name),
      correspondent_account: field(
        optional(Type.String({ pattern: '^\\d{20}$' })),
        ...aboutAccount.correspondent_account,
      ),
      currency: field(
        Type.Optional(Type.String({ pattern: '^[A-Z]{3}$' })),
        `${aboutAccount.currency[0]}. Without it, the one that digits 6 to 8 of an account with a bank in Russia say, otherwise RUB`,
        aboutAccount.currency[1],
      ),
      swift: field(optional(Swift), ...aboutAccount.swift),
      iban: field(optional(Type.String({ pattern: '^[A-Z]{2}[0-9A-Z]{13,32}$' })), ...aboutAccount.iban),
      bank_latin_name: field(optional(ShortText), ...aboutAccount.bank_latin_name),
      bank_latin_address: field(optional(ShortText), ...aboutAccount.bank_latin_address),
      correspondent_bank: field(
        optional(
          Type.Object(
            {
              name: field(ShortText, ...aboutCorrespondent.name),
              swift: field(Swift, ...aboutCorrespondent.swift),
              account: field(
                optional(Type.String({ minLength: 1, maxLength: 34 })),
                ...aboutCorrespondent.account,
              ),
            },
            { additionalProperties: false },
          ),
        ),
        theCorrespondent,
      ),
      without_statements: field(
        optional(Type.String({ minLength: 1, maxLength: 500 })),
        ...aboutAccount.without_statements,
      ),
    },
    { additionalProperties: false },
  ),
  { minItems: 1, maxItems: maxAccounts },
)
/** Short, because the purpose of a payment has 210 signs, and the number of the invoice stands before it. */
const Ground = Type.String({ minLength: 1, maxLength: 120 })
const GivenVat = Type.Object(
  {
    rate: field(optional(Type.String({ pattern: '^(0|[1-9][0-9]?)(\\.[0-9]{1,2})?$' })), ...aboutVat.rate),
    ground: field(optional(Ground), ...aboutVat.ground),
    ground_en: field(optional(Ground), ...aboutVat.ground_en),
  },
  { additionalProperties: false },
)
const GivenSignatory = Type.Object(
  {
    name: field(ShortText, ...aboutDirector.name),
    post: field(ShortText, ...aboutDirector.post),
  },
  { additionalProperties: false },
)

export const CreateDeskCompanyBody = Type.Object(
  {
    inn: field(Type.String({ pattern: '^(\\d{10}|\\d{12})$' }), ...about.inn),
    kpp: field(optional(Type.String({ pattern: '^\\d{4}[0-9A-Z]{2}\\d{3}$' })), ...about.kpp),
    ogrn: field(Type.String({ pattern: '^([15]\\d{12}|3\\d{14})$' }), ...about.ogrn),
    full_name: field(Name, ...about.full_name),
    short_name: field(ShortText, ...about.short_name),
    legal_address: field(Address, ...about.legal_address),
    latin_name: field(optional(ShortText), ...about.latin_name),
    latin_address: field(optional(ShortText), ...about.latin_address),
    vat: field(optional(GivenVat), theVat),
    director: field(Type.Optional(GivenSignatory), theDirector),
    accountant: field(optional(ShortText), ...about.accountant),
    bank_accounts: field(GivenAccounts, theAccounts),
    organization_id: field(optional(Id), theOrganization),
  },
  {
    $id: 'CreateDeskCompanyBody',
    additionalProperties: false,
    description: 'A new company of the desk. It must be registered in Russia.',
  },
)
export type CreateDeskCompanyBody = Static<typeof CreateDeskCompanyBody>

export const UpdateDeskCompanyBody = Type.Object(
  {
    kpp: field(optional(Type.String({ pattern: '^\\d{4}[0-9A-Z]{2}\\d{3}$' })), ...about.kpp),
    ogrn: field(Type.Optional(Type.String({ pattern: '^([15]\\d{12}|3\\d{14})$' })), ...about.ogrn),
    full_name: field(Type.Optional(Name), ...about.full_name),
    short_name: field(Type.Optional(ShortText), ...about.short_name),
    legal_address: field(Type.Optional(Address), ...about.legal_address),
    latin_name: field(optional(ShortText), ...about.latin_name),
    latin_address: field(optional(ShortText), ...about.latin_address),
    vat: field(optional(GivenVat), theVat),
    director: field(Type.Optional(GivenSignatory), theDirector),
    accountant: field(optional(ShortText), ...about.accountant),
    bank_accounts: field(Type.Optional(GivenAccounts), theAccounts),
    active: field(Type.Optional(Type.Boolean()), theActive, false),
    organization_id: field(Type.Optional(Id), theOrganization),
    fuel_wallets: field(
      Type.Optional(
        Type.Array(
          Type.Object(
            {
              wallet_id: field(Id, aboutFuel.wallet_id[0]),
              most_amount: field(FuelUnits, ...aboutFuel.most_amount),
              most_fee: field(FuelUnits, ...aboutFuel.most_fee),
            },
            { additionalProperties: false },
          ),
          { maxItems: networks.length },
        ),
      ),
      theFuelWallets,
    ),
    version: ExpectedVersion,
  },
  {
    $id: 'UpdateDeskCompanyBody',
    additionalProperties: false,
    minProperties: 1,
    description:
      'Changes of a company. Absent fields do not change, `null` clears a field. Papers that were issued stay as they are.',
  },
)
export type UpdateDeskCompanyBody = Static<typeof UpdateDeskCompanyBody>
