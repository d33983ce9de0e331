import { treasuryTag } from '../api/tags.ts'
import { ChainLineListResponse, chainLineFilters } from '../books/chain-lines.ts'
import { list } from './list.ts'

export const chainLineList = list({
  name: 'chain-lines',
  title: { en: 'Chain statements', ru: 'Операции в сетях' },
  heads: {
    fee: { en: 'Network fee', ru: 'Комиссия сети' },
    counterparty: { en: 'Other address', ru: 'Другой адрес' },
    taken_back_at: { en: 'Taken back', ru: 'Отозвана' },
    match_kind: { en: 'Belongs to', ru: 'Соответствует' },
    match_id: { en: 'ID of what it belongs to', ru: 'ID соответствия' },
  },
  access: 'requests:read',
  filters: chainLineFilters,
  read: {
    id: 'listChainLines',
    path: '/v1/treasury/chain-lines',
    tag: treasuryTag,
    summary: 'List transactions of own wallets, the newest first',
    description: 'With `status=new` it is the queue of those that nobody has dealt with.',
    page: ChainLineListResponse,
  },
  file: {
    id: 'exportChainLines',
    what: 'transactions of own wallets',
    words: { status: 'chain_line_status', direction: 'chain_direction', source: 'chain_source' },
    currencies: { amount: 'asset' },
  },
})
