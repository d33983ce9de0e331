import { Type } from 'typebox'
import { field, Id, ref } from '../../api/common.ts'
import { operation } from '../../api/operation.ts'
import { dealsTag } from '../../api/tags.ts'
import {
  CreatePaymentFileBody,
  PaymentFileResponse,
  RefundsToPayQuery,
  RefundsToPayResponse,
  VoidPaymentFileBody,
} from '../../books/payment-files.ts'

const reading = { tag: dealsTag, access: 'requests:read', extension: true } as const
const deciding = { tag: dealsTag, access: 'requests:approve', extension: true } as const
const params = Type.Object({ file_id: field(Id, 'The id of the file') })

export const listRefundsToPay = operation({
  ...reading,
  id: 'listRefundsToPay',
  method: 'GET',
  path: '/v1/refunds-to-pay',
  summary: 'List the refunds that a file of payment orders can have',
  query: RefundsToPayQuery,
  response: ref(RefundsToPayResponse),
})

export const createPaymentFile = operation({
  ...deciding,
  id: 'createPaymentFile',
  method: 'POST',
  path: '/v1/payment-files',
  summary: 'Make a file of payment orders of refunds',
  description:
    'For bank clients (1CClientBankExchange 1.03, windows-1251). A refund is in one file at most, unless `again` is sent. The service matches the line that executes an order. Supports `Idempotency-Key`.',
  body: ref(CreatePaymentFileBody),
  success: 201,
  response: ref(PaymentFileResponse),
  location: '/v1/payment-files/{id}',
  acts: [{ name: 'refund.order' }],
})

export const readPaymentFile = operation({
  ...reading,
  id: 'readPaymentFile',
  method: 'GET',
  path: '/v1/payment-files/{file_id}',
  summary: 'Read a file of payment orders',
  params,
  response: ref(PaymentFileResponse),
})

export const downloadPaymentFile = operation({
  ...deciding,
  access: 'payments:write',
  id: 'downloadPaymentFile',
  method: 'GET',
  path: '/v1/payment-files/{file_id}/content',
  summary: 'Download a file of payment orders',
  description:
    'For the bank client. It is recorded in the audit log. 409 `payment_file_voided` if it was voided.',
  params,
  produces: {
    types: ['text/plain; charset=windows-1251'],
    schema: Type.String({ format: 'binary', description: 'The file' }),
  },
  releases: true,
  noHead: true,
})

export const voidPaymentFile = operation({
  ...deciding,
  id: 'voidPaymentFile',
  method: 'POST',
  path: '/v1/payment-files/{file_id}/void',
  summary: 'Say that a file of payment orders must not be paid',
  description:
    'Its refunds can be put into another file. Orders that a line of a statement has executed stay. Repeating it with the same reason changes nothing.',
  params,
  body: ref(VoidPaymentFileBody),
  response: ref(PaymentFileResponse),
  acts: [{ name: 'refund.order' }],
})
