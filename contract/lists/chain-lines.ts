import { treasuryTag } from '../api/tags.ts'
import { ChainLineListResponse, chainLineFilters } from '../books/chain-lines.ts'
import { list } from './list.ts'

export const chainLineList = list({
  name: 'chain-lines',
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
