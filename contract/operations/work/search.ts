import { ref } from '../../api/common.ts'
import { operation } from '../../api/operation.ts'
import { SearchQuery, SearchResponse } from '../../work/search.ts'

export const search = operation({
  id: 'search',
  method: 'GET',
  path: '/v1/search',
  tag: { name: 'Search', isPreview: true, description: 'Anything that somebody has in hand.' },
  summary: 'Find anything by what is in hand',
  description:
    'Organizations (name, INN, OGRN, LEI) and the people behind them, purchase requests (number, external id, payment reference, transaction, ' +
    'destination), wallets, documents (file name, SHA-256), administrators, and ids of the audit log. Spaces, case, ё and the ' +
    'wrong keyboard layout do not count. Numbers of identity documents are not searched. ' +
    'Only what the caller may see.',
  access: 'signed_in',
  query: SearchQuery,
  response: ref(SearchResponse),
  extension: true,
})
