import { Type } from 'typebox'
import { field, oneOf } from '../api/common.ts'
import { transfersTag } from '../api/tags.ts'
import { networks } from '../money/networks.ts'
import { batchStatuses, TransferBatchListResponse } from '../wallets/transfer-batches.ts'
import { days, list, listSorts, organization_id } from './list.ts'

export const transferBatchList = list({
  name: 'transfer-batches',
  title: { en: 'Batches of transfers', ru: 'Пакеты переводов' },
  heads: {
    transfers_count: { en: 'Transfers', ru: 'Переводов' },
    signed_count: { en: 'Of them signed', ru: 'Из них подписано' },
    recipients: { en: 'Recipients', ru: 'Получателей' },
    sums: { en: 'Amounts', ru: 'Суммы' },
    expires_at: { en: 'Signed until', ru: 'Подписывать до' },
    created_by: { en: 'Made by', ru: 'Создал' },
    created_at: { en: 'Made', ru: 'Создан' },
  },
  access: 'wallets:read',
  filters: {
    organization_id,
    status: field(Type.Optional(oneOf(batchStatuses)), 'Only batches of this status', 'signing'),
    network: field(Type.Optional(oneOf(networks)), 'Only batches on this network', 'tron'),
    ...days('batches that were made'),
  },
  sorts: listSorts,
  read: {
    id: 'listTransferBatches',
    path: '/v1/transfer-batches',
    tag: transfersTag,
    summary: 'List batches of transfers, the newest first',
    page: TransferBatchListResponse,
  },
  file: {
    id: 'exportTransferBatches',
    what: 'batches of transfers',
    words: { status: 'batch_status' },
    currencies: { fee_ceiling: 'fee_asset' },
  },
})
