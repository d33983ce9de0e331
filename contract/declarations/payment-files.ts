import type { Feature } from './feature.ts'
import { checkId, exampleId } from './phrases.ts'

/** Files of payment orders. */
export const paymentFiles = {
  objects: {
    payment_file: '/v1/payment-files/{id}',
  },
  acts: {
    'refund.order': {
      meaning: 'make or void a file of payment orders of refunds',
      permission: 'requests:approve',
      hasAmount: true,
      hasOrganization: true,
    },
  },
  events: {
    'payment_file.created': {
      permission: 'requests:read',
      meaning: 'A file of payment orders of refunds was made',
    },
    'payment_file.voided': {
      permission: 'requests:read',
      meaning: 'Somebody said that a file of payment orders must not be paid',
    },
  },
  actions: ['payment_file.downloaded'],
  failures: {
    payment_file_not_found: {
      kind: 'not_found',
      cause: 'There is no file of payment orders with this id.',
      cure: checkId,
      of: ['Deals'],
    },
    payment_file_voided: {
      kind: 'conflict',
      cause: 'Somebody said that the file must not be paid.',
      cure: 'Make another one (`POST /v1/payment-files`).',
      of: ['Deals'],
      context: { reason: 'The bank has refused the file' },
    },
    refund_in_file: {
      kind: 'conflict',
      cause: 'A file has the refunds `context.refund_ids` already, so that they would be paid twice.',
      cure: 'Leave them out, void the earlier file (`POST /v1/payment-files/{file_id}/void`), or, if the bank does not execute it, send `again`.',
      of: ['Deals'],
      context: { refund_ids: [exampleId], file_id: exampleId },
    },
    no_refunds_to_pay: {
      kind: 'conflict',
      cause: 'No refund in roubles waits to be paid that an order can be made of.',
      cure: 'Read `GET /v1/refunds-to-pay`: it names what is missing of each refund.',
      of: ['Deals'],
    },
  },
  faults: {
    paying_account_unknown: {
      sentence: 'is no account in roubles, with the BIK of its bank, of an active company of the desk',
      cure: 'Send an account of `GET /v1/desk/companies`, or complete it there.',
    },
    order_day_far: {
      sentence: 'should be today or one of the next ten days',
      cure: 'Banks refuse orders of other days.',
    },
    refund_unknown: { sentence: 'there is no such refund', cure: checkId },
    refund_reversed: { sentence: 'the refund was reversed', cure: 'Leave it out.' },
    refund_on_statement: {
      sentence: 'a line of a statement has paid the refund already',
      cure: 'Leave it out.',
    },
    refund_currency: {
      sentence: 'the refund is in another currency than roubles',
      cure: 'Leave it out, and pay it in the bank client.',
    },
    refund_account: {
      sentence: 'the refund names no account with 20 digits',
      cure: 'Reverse it, and record it with the account.',
    },
    refund_bank: {
      sentence: 'the bank of the account is not known',
      cure: 'Import the statement with the payment that came from the account, or enter the account with its BIK as the bank details of the organization. The name of the bank comes from the register of banks (`kontor banks import`).',
    },
    refund_inn: {
      sentence: 'the organization has no INN',
      cure: 'Enter its INN, or pay the refund in the bank client.',
    },
    refund_letters: {
      sentence: 'the name of the organization or of its bank has letters that windows-1251 does not have',
      cure: 'Give the organization a short name in Russian or Latin letters.',
    },
  },
} as const satisfies Feature
