import { type Static, Type } from 'typebox'
import { NamedPerson } from '../administrators/independence.ts'
import {
  CalendarDate,
  cursorPage,
  exampleId,
  field,
  Id,
  Instant,
  nullable,
  oneOf,
  ref,
  ShortText,
} from '../api/common.ts'

/** Orders of one file: banks take more, but people look through what they vote on. */
export const mostOrders = 500

/** Why no payment order can be made of a refund. */
export const refundProblems = [
  'refund_reversed',
  'refund_on_statement',
  'refund_currency',
  'refund_account',
  'refund_bank',
  'refund_inn',
  'refund_letters',
] as const
export type RefundProblem = (typeof refundProblems)[number]

/** Some of its orders are still to be paid, none of them is, or none of them may be. */
export const paymentFileStatuses = ['open', 'done', 'voided'] as const
export type PaymentFileStatus = (typeof paymentFileStatuses)[number]

const theAccount = 'The own account in roubles that pays'
export const payingAccount = Type.String({ minLength: 1, maxLength: 34 })
const account = field(payingAccount, theAccount, '40702810600000012345')
const theDay = 'The date of the payment orders'

const ofRefund = {
  refund_id: field(Id, 'The refund'),
  request_id: field(nullable(Id), 'The purchase request; null for a refund of a credit'),
  organization_id: field(Id, 'The organization that gets its money back'),
  amount: field(Type.String(), 'The amount in roubles', '1500.00'),
}

const Receiver = Type.Object({
  name: field(Type.String(), 'The name of the organization', 'ООО «Ромашка»'),
  inn: field(Type.String(), 'Its tax number', '7707083893'),
  account: field(Type.String(), 'The account that the money goes to', '40702810900000000001'),
  bik: field(Type.String(), 'The code of its bank (BIK)', '044525999'),
  bank_name: field(Type.String(), 'The name of its bank', 'АО «Пример Банк»'),
})

/** What the file has besides. */
export type PaymentReceiver = Static<typeof Receiver> & {
  kpp: string | null
  correspondent_account: string | null
}

export const PaymentOrder = Type.Object(
  {
    ...ofRefund,
    number: field(Type.String(), 'Its number', '118'),
    receiver: field(Receiver, 'Who gets the money'),
    purpose: field(
      Type.String(),
      'The purpose of the payment',
      'Возврат денежных средств по заявке PR-2026-000123. Без НДС.',
    ),
    line_id: field(nullable(Id), 'The line of a statement that executed it', null),
    released: field(nullable(oneOf(['voided', 'again', 'reversed'])), 'Why it is no longer to be paid', null),
  },
  { $id: 'PaymentOrder', description: 'A payment order of a file.' },
)
export type PaymentOrder = Static<typeof PaymentOrder>

export const PaymentFileResponse = Type.Object(
  {
    id: field(Id, 'The id of the file'),
    account,
    day: field(CalendarDate, theDay, '2026-01-31'),
    amount: field(Type.String(), 'The sum of the orders', '1500.00'),
    orders_count: field(Type.Integer(), 'How many orders it has', 1),
    executed_count: field(Type.Integer(), 'How many of them lines of statements have executed', 0),
    status: field(
      oneOf(paymentFileStatuses),
      '`open`: some of its orders are still to be paid; `done`: none is; `voided`: it must not be sent to the bank',
      'open',
    ),
    made_at: field(Instant, 'When it was made'),
    made_by: field(NamedPerson, 'Who made it'),
    voided: field(
      nullable(
        Type.Object({
          at: field(Instant, 'When it was voided'),
          by: field(NamedPerson, 'Who voided it'),
          reason: field(Type.String(), 'Why', 'The bank has refused the file'),
        }),
      ),
      'Set if the file must not be sent to the bank any more',
      null,
    ),
    orders: Type.Optional(
      Type.Array(ref(PaymentOrder), { description: 'Its orders; absent in the list of files' }),
    ),
  },
  { $id: 'PaymentFileResponse', description: 'A file of payment orders that pay refunds.' },
)
export type PaymentFileResponse = Static<typeof PaymentFileResponse>

export const PaymentFileListResponse = cursorPage(ref(PaymentFileResponse), 'PaymentFileListResponse')
export type PaymentFileListResponse = Static<typeof PaymentFileListResponse>

export const RefundsToPayQuery = Type.Object({
  account: field(account, theAccount, '40702810600000012345'),
  day: field(CalendarDate, 'The day up to which the refunds were recorded', '2026-01-31'),
})
export type RefundsToPayQuery = Static<typeof RefundsToPayQuery>

export const RefundToPay = Type.Object(
  {
    refund_id: field(Id, 'The refund'),
    amount: field(Type.String(), 'The amount in roubles', '1500.00'),
    title: field(
      Type.String(),
      'The number of the request, or the reference of the credit',
      'PR-2026-000123',
    ),
    organization_name: field(nullable(Type.String()), 'The name of the organization', 'ООО «Ромашка»'),
    account: field(nullable(Type.String()), 'The account that it goes to', '40702810900000000001'),
    problem: field(
      nullable(oneOf(refundProblems)),
      'The code of the fault for which no order can be made of it',
      null,
    ),
  },
  { $id: 'RefundToPay', description: 'A refund that was recorded and not paid yet.' },
)
export type RefundToPay = Static<typeof RefundToPay>

export const RefundsToPayResponse = Type.Object(
  {
    items: Type.Array(ref(RefundToPay), { description: `The oldest first, ${mostOrders} at most` }),
  },
  {
    $id: 'RefundsToPayResponse',
    description: 'Refunds in roubles that wait to be paid.',
  },
)
export type RefundsToPayResponse = Static<typeof RefundsToPayResponse>

export const CreatePaymentFileBody = Type.Object(
  {
    account: field(account, theAccount, '40702810600000012345'),
    day: field(CalendarDate, `${theDay}: today, or one of the next ten days`, '2026-01-31'),
    refund_ids: field(
      Type.Optional(Type.Array(ShortText, { minItems: 1, maxItems: mostOrders, uniqueItems: true })),
      'The refunds; unless given, all of `GET /v1/refunds-to-pay` without a problem',
      [exampleId],
    ),
    again: field(
      Type.Optional(Type.Boolean()),
      'Take refunds that a file has already: the bank must not execute that file',
      false,
    ),
  },
  { $id: 'CreatePaymentFileBody', additionalProperties: false, description: 'A new file of payment orders.' },
)
export type CreatePaymentFileBody = Static<typeof CreatePaymentFileBody>

export const VoidPaymentFileBody = Type.Object(
  {
    reason: field(
      Type.String({ minLength: 1, maxLength: 1000, pattern: '\\S' }),
      'Why the file must not be paid',
      'The bank has refused the file',
    ),
  },
  { $id: 'VoidPaymentFileBody', additionalProperties: false, description: 'Why a file must not be paid.' },
)
export type VoidPaymentFileBody = Static<typeof VoidPaymentFileBody>
