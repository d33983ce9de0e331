import type { FailureCode, FaultCode } from '../../contract/api/error-codes.ts'
import { values } from '../../contract/words/values.en.ts'

export const en = {
  menu: { payment_files: 'Payment orders' },
  payment_files: {
    title_one: 'Payment orders of %{day}',
    empty_title: 'No payment orders yet',
    empty_help: 'Make a file of the refunds that wait to be paid, and upload it in the bank client.',
    make: 'Make a file',
    make_title: 'Pay refunds',
    make_help:
      'A file for the bank client (1C, windows-1251). You sign the orders there. The statement then closes them here.',
    made: 'The file was made. Download it and upload it in the bank client.',
    nothing_to_pay:
      'No refund waits to be paid. Record it on the page of the request, without the time of payment.',
    pay: 'Pay by a file',
    download: 'Download',
    void: 'Void',
    void_title: 'The file must not be paid',
    void_help:
      'Delete the orders in the bank client first, if they are there. Then the refunds can be put into another file.',
    void_done: 'The file was voided.',
    voided: '%{who} voided the file: %{reason}',
    executed_of: '%{done} of %{all}',
    orders: 'Orders',
    columns: {
      number: 'No.',
      receiver: 'Receiver',
      purpose: 'Purpose',
      state: 'State',
    },
  },
  payment_file_status: values.payment_file_status,
  payment_order_state: {
    open: 'Not on a statement yet',
    executed: 'Paid, on a statement',
    voided: 'Voided',
    again: 'In a later file',
    reversed: 'Refund reversed',
  },
  faults: {
    paying_account_unknown: 'Choose an account in roubles of an active company, with the BIK of its bank',
    order_day_far: 'Choose today or one of the next ten days: banks refuse others',
    refund_unknown: 'There is no such refund',
    refund_reversed: 'The refund was reversed',
    refund_on_statement: 'A line of a statement has paid the refund already',
    refund_currency: 'The refund is not in roubles. Pay it in the bank client',
    refund_account: 'The refund names no account with 20 digits. Reverse it, and record it with the account',
    refund_bank:
      'The bank of the account is not known. Enter the bank details of the organization, or import the register of banks',
    refund_inn: 'The organization has no INN. Enter it, or pay the refund in the bank client',
    refund_letters:
      'The name has letters that bank clients do not take. Change the short name of the organization',
  } satisfies Partial<Record<FaultCode, string>>,
  errors: {
    payment_file_not_found: 'There is no such file of payment orders.',
    payment_file_voided: 'This file was voided. Make another one.',
    refund_in_file: 'A file has this refund already. Void that file first.',
    no_refunds_to_pay: 'No refund waits to be paid.',
  } satisfies Partial<Record<FailureCode, string>>,
  action_name: {
    payment_file: {
      created: 'Made payment orders',
      voided: 'Voided payment orders',
      downloaded: 'Downloaded payment orders',
    },
  },
  object_name: { payment_file: 'payment orders' },
  sentence: {
    payment_file: {
      created: '%{who} made a file of payment orders',
      voided: '%{who} voided a file of payment orders',
      downloaded: '%{who} downloaded a file of payment orders',
    },
  },
  act_name: { refund: { order: 'Make or void payment orders of refunds' } },
  act_noun: { refund: { order: 'Payment orders of refunds' } },
}
