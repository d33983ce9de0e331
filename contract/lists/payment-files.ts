import { Type } from 'typebox'
import { field, oneOf } from '../api/common.ts'
import { dealsTag } from '../api/tags.ts'
import { PaymentFileListResponse, payingAccount, paymentFileStatuses } from '../books/payment-files.ts'
import { days, list } from './list.ts'

export const paymentFileList = list({
  name: 'payment-files',
  title: { en: 'Payment orders', ru: 'Платёжные поручения' },
  heads: {
    account: { en: 'Account that pays', ru: 'Счёт списания' },
    day: { en: 'Date of the orders', ru: 'Дата поручений' },
    orders_count: { en: 'Orders', ru: 'Поручений' },
    executed_count: { en: 'Executed', ru: 'Исполнено' },
    made_by: { en: 'Made by', ru: 'Кем создан' },
    made_at: { en: 'Made', ru: 'Создан' },
    voided_by: { en: 'Voided by', ru: 'Кем отменён' },
    voided_at: { en: 'Voided', ru: 'Отменён' },
    void_reason: { en: 'Why voided', ru: 'Причина отмены' },
  },
  access: 'requests:read',
  filters: {
    status: field(Type.Optional(oneOf(paymentFileStatuses)), 'Only files of this status', 'open'),
    account: field(Type.Optional(payingAccount), 'Only files of this own account', '40702810600000012345'),
    ...days('files that were made'),
  },
  sums: { amount: 'currency' },
  read: {
    id: 'listPaymentFiles',
    path: '/v1/payment-files',
    tag: dealsTag,
    summary: 'List the files of payment orders, newest first',
    page: PaymentFileListResponse,
  },
  file: {
    id: 'exportPaymentFiles',
    what: 'the files of payment orders',
    words: { status: 'payment_file_status' },
    currencies: { amount: 'currency' },
  },
})
