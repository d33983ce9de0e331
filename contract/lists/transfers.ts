import { Type } from 'typebox'
import { exampleId, field, IdFilter, idPattern, oneOf } from '../api/common.ts'
import { transfersTag } from '../api/tags.ts'
import { purchaseAssets } from '../money/assets.ts'
import { networks } from '../money/networks.ts'
import { TransferListResponse, transferStatuses } from '../wallets/transfers.ts'
import { days, list, listSorts, organization_id, searched } from './list.ts'

const Maker = Type.String({ pattern: `^(me|${idPattern.slice(1, -1)})$`, examples: [exampleId] })

export const transferList = list({
  name: 'transfers',
  title: { en: 'Transfers', ru: 'Переводы' },
  heads: {
    amount: { en: 'Amount', ru: 'Количество' },
    is_everything: { en: 'Everything', ru: 'Весь остаток' },
    signed_amount: { en: 'Signed amount', ru: 'Подписанная сумма' },
    signed_fee: { en: 'Signed fee', ru: 'Подписанная комиссия' },
    paid_fee: { en: 'Paid fee', ru: 'Уплаченная комиссия' },
    from_generation: { en: 'Generation of the wallet', ru: 'Поколение кошелька' },
    to_address: { en: 'To', ru: 'Куда' },
    to_label: { en: 'Name of the address', ru: 'Название адреса' },
    to_ownership: { en: 'Proof of ownership', ru: 'Подтверждение владения' },
    tx_id: { en: 'Transaction', ru: 'Транзакция' },
    replaces: { en: 'Replaces', ru: 'Заменяет' },
    replaced_by: { en: 'Replaced by', ru: 'Заменён' },
    evidence: { en: 'Evidence', ru: 'Обоснование' },
    prepared_by: { en: 'Prepared by', ru: 'Подготовил' },
    signed_by: { en: 'Signed by', ru: 'Подписал' },
    signed_at: { en: 'Signed', ru: 'Подписан' },
    sent_at: { en: 'Sent', ru: 'Отправлен' },
    created_at: { en: 'Prepared', ru: 'Подготовлен' },
  },
  access: 'wallets:read',
  filters: {
    q: searched('the whole transaction or address, or the number of the request', 'PR-2026-000123'),
    organization_id,
    status: field(
      Type.Optional(oneOf(transferStatuses)),
      'Only transfers of this status; `draft`: all that are not signed, also those that wait for approvals or have them',
      'signed',
    ),
    network: field(Type.Optional(oneOf(networks)), 'Only transfers on this network', 'tron'),
    asset: field(Type.Optional(oneOf(purchaseAssets)), 'Only transfers of this asset', 'USDT'),
    request_id: field(Type.Optional(IdFilter), 'Only transfers that deliver this request'),
    created_by_id: field(
      Type.Optional(Maker),
      'Only transfers that this administrator prepared; `me` for those of the caller',
      'me',
    ),
    ...days('transfers that were prepared'),
  },
  sorts: listSorts,
  read: {
    id: 'listTransfers',
    path: '/v1/transfers',
    tag: transfersTag,
    summary: 'List transfers with all filters',
    page: TransferListResponse,
  },
  file: {
    id: 'exportTransfers',
    what: 'transfers',
    words: { status: 'transfer_status', is_everything: 'yes_no', to_ownership: 'ownership' },
    currencies: {
      amount: 'asset',
      signed_amount: 'asset',
      fee_ceiling: 'fee_asset',
      signed_fee: 'fee_asset',
      paid_fee: 'fee_asset',
    },
  },
})
