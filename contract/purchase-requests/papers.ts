import { type Static, Type } from 'typebox'
import {
  CalendarDate,
  cursorPage,
  exampleId,
  field,
  Id,
  IdFilter,
  Instant,
  isObject,
  nullable,
  oneOf,
  optional,
  ref,
  ShortText,
} from '../api/common.ts'
import { type Fault, fault } from '../api/faults.ts'
import { decimalPattern } from '../money/decimal.ts'
import type { PurchaseRequestStatus } from './purchase-request-rules.ts'

export const paperKinds = ['invoice', 'act'] as const
export type PaperKind = (typeof paperKinds)[number]

export const paperLanguages = ['ru', 'en'] as const
export type PaperLanguage = (typeof paperLanguages)[number]

/** The statuses of a request in which each paper can be issued. The console derives its buttons from this table. */
export const paperStatuses = {
  // Money is expected, or a part of it is still missing. An expired quote is renewed first.
  invoice: ['approved', 'paid'],
  act: ['completed'],
} as const satisfies Record<PaperKind, readonly PurchaseRequestStatus[]>

export function mayIssue(kind: PaperKind, status: PurchaseRequestStatus): boolean {
  return (paperStatuses[kind] as readonly PurchaseRequestStatus[]).includes(status)
}

export const paperType = 'application/pdf'

const theKind = 'An invoice (счёт на оплату), or the act of completion'
/** Where Russian is a language of the state. */
const russianSpeaking: readonly (string | null)[] = [null, 'RU', 'BY', 'KZ', 'KG']

/** The language that a client is addressed in. Companies of the Russian register have no country of their own. */
export function languageOfClient({ country }: { country: string | null }): PaperLanguage {
  return russianSpeaking.includes(country) ? 'ru' : 'en'
}

const theLanguage = 'The language of the paper'

export const PaperResponse = Type.Object(
  {
    id: field(Id, 'The id of the paper'),
    request_id: field(Id, 'The purchase request'),
    company_id: field(Id, 'The company of the desk that issued it'),
    kind: field(oneOf(paperKinds), theKind),
    number: field(Type.String(), 'Number without gaps for each company, kind and year', '2026-000042'),
    language: field(oneOf(paperLanguages), theLanguage),
    currency: field(Type.String(), 'The currency of the amount (ISO 4217)', 'RUB'),
    amount: field(Type.String(), 'What an invoice asks for, or what an act is about', '92301.08'),
    date: field(CalendarDate, 'The date of the paper', '2026-01-31'),
    vat: field(
      nullable(
        Type.Object({
          rate: field(nullable(Type.String()), 'The rate in percent; null without VAT', '20'),
          amount: field(nullable(Type.String()), 'What is in the amount; null without a rate', '16.67'),
          ground: field(nullable(Type.String()), 'Without a rate: the legal ground, as printed', null),
        }),
      ),
      'The VAT that the paper names, from the company; null if the paper has no such data',
    ),
    payment_qr: field(
      nullable(Type.String()),
      'The text of the payment QR code (GOST R 56042-2014); null unless it is an invoice in roubles',
      'ST00012|Name=ООО «Контора»|PersonalAcc=40702810600000012345|BankName=АО «Пример Банк»|BIC=044525999|CorrespAcc=30101810845250000999|PayeeINN=7701234560|Sum=9230108|Purpose=Оплата по счёту № 2026-000042 от 31.01.2026, заявка PR-2026-000123. Без НДС.',
    ),
    file: field(
      nullable(
        Type.Object({
          name: field(Type.String(), 'The name of the file', 'invoice-2026-000042.pdf'),
          size: field(Type.Integer(), 'Its size in bytes', 48_211),
          sha256: field(Type.String(), 'Its SHA-256 in hex', '9f'.repeat(32)),
        }),
      ),
      'The PDF; null until it is rendered, which takes about a second',
    ),
    voided: field(
      nullable(
        Type.Object({
          reason: field(Type.String(), 'Why it no longer holds', 'The amount was corrected'),
          at: field(Instant, 'When it was voided'),
          by: field(Type.String(), 'The name of the person who voided it', 'Anna Petrova'),
        }),
      ),
      'Set if the paper no longer holds. Its number is not used again, and its file stays',
      null,
    ),
    issued_at: field(Instant, 'When it was issued'),
    issued_by: field(Type.String(), 'The name of the person or API key that issued it', 'Anna Petrova'),
  },
  { $id: 'PaperResponse', description: 'An invoice or an act, as it was issued.' },
)
export type PaperResponse = Static<typeof PaperResponse>

export const PaperListResponse = cursorPage(ref(PaperResponse), 'PaperListResponse')
export type PaperListResponse = Static<typeof PaperListResponse>

export const IssuePaperBody = Type.Object(
  {
    kind: field(oneOf(paperKinds), theKind),
    company_id: field(ShortText, 'The company of the desk that issues it', exampleId),
    language: field(
      Type.Optional(oneOf(paperLanguages)),
      'The language of the paper; that of the client unless given: Russian if it is registered in Russia, Belarus, Kazakhstan or Kyrgyzstan, otherwise English',
    ),
    account: field(
      Type.Optional(Type.String({ minLength: 1, maxLength: 34 })),
      'The account of the company for the payment, or its IBAN; its first one in the currency of the request unless given',
      '40702810600000012345',
    ),
    amount: field(
      Type.Optional(Type.String({ pattern: decimalPattern })),
      'What an invoice asks for, as an advance; all that is due unless given, and not more',
      '50000.00',
    ),
    date: field(
      optional(CalendarDate),
      'The date of an act: from the day of the last delivery to today, in the time zone of the installation; today unless given',
      null,
    ),
  },
  {
    $id: 'IssuePaperBody',
    additionalProperties: false,
    description: 'A new paper about a purchase request, with the data as they are now.',
  },
)
export type IssuePaperBody = Static<typeof IssuePaperBody>

/** Faults that the schema cannot express. Gets the raw body. */
export function issuePaperFaults(body: unknown): Fault[] {
  if (!isObject(body)) return []
  return [
    ...(body.kind === 'act' && body.amount !== undefined
      ? [fault(['body', 'amount'], 'only_of_invoice')]
      : []),
    ...(body.kind === 'invoice' && body.date !== undefined && body.date !== null
      ? [fault(['body', 'date'], 'only_of_act')]
      : []),
  ]
}

export const VoidPaperBody = Type.Object(
  {
    reason: field(
      Type.String({ minLength: 1, maxLength: 1000, pattern: '\\S' }),
      'Why the paper no longer holds',
      'The amount was corrected',
    ),
  },
  { $id: 'VoidPaperBody', additionalProperties: false, description: 'Why a paper no longer holds.' },
)
export type VoidPaperBody = Static<typeof VoidPaperBody>

/** Papers of one archive. */
export const paperArchiveMost = 10_000

export const PaperArchiveQuery = Type.Object({
  from: field(CalendarDate, 'The first day', '2026-01-01'),
  to: field(CalendarDate, 'The last day', '2026-01-31'),
  company_id: field(Type.Optional(IdFilter), 'Only papers of this company of the desk'),
})
export type PaperArchiveQuery = Static<typeof PaperArchiveQuery>
