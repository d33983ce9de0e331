import { Type } from 'typebox'
import { field, Id, ref } from '../../api/common.ts'
import { operation } from '../../api/operation.ts'
import { treasuryTag } from '../../api/tags.ts'
import {
  ChainImportResponse,
  ChainLineResponse,
  ChainStatementsResponse,
  chainMatchFaults,
  ImportChainStatementBody,
  MatchChainLineBody,
  PostChainMoveBody,
  SetAsideChainLineBody,
  UnpostChainFeeBody,
} from '../../books/chain-lines.ts'

const reading = { tag: treasuryTag, access: 'requests:read', extension: true } as const
const deciding = { tag: treasuryTag, access: 'treasury:acquire', extension: true } as const
const posting = { tag: treasuryTag, access: 'books:post', extension: true } as const
const params = Type.Object({ line_id: field(Id, 'The id of the line') })

export const readChainStatements = operation({
  ...reading,
  id: 'readChainStatements',
  method: 'GET',
  path: '/v1/treasury/chain-statements',
  summary: 'Read what is known of the transactions of own wallets',
  description: 'By wallet: what its node lists and when it did, what no line tells of, and the gaps.',
  response: ref(ChainStatementsResponse),
})

export const importChainStatement = operation({
  ...deciding,
  id: 'importChainStatement',
  method: 'POST',
  path: '/v1/treasury/chain-statements',
  summary: 'Import transactions of own wallets',
  description:
    'Reads CSV with the columns time, network, wallet, asset, amount (negative for payments), tx_hash, counterparty and fee. A ' +
    'line is added once, also when files overlap, and matched if its transaction is known. The same file again changes ' +
    'nothing. A file that cannot be read changes nothing, and the response says where it is damaged.',
  body: ref(ImportChainStatementBody),
  bodyType: 'multipart',
  fileTypes: ['text/csv'],
  response: ref(ChainImportResponse),
})

export const readChainLine = operation({
  ...reading,
  id: 'readChainLine',
  method: 'GET',
  path: '/v1/treasury/chain-lines/{line_id}',
  summary: 'Read a transaction of an own wallet',
  params,
  response: ref(ChainLineResponse),
})

export const matchChainLine = operation({
  ...deciding,
  id: 'matchChainLine',
  method: 'POST',
  path: '/v1/treasury/chain-lines/{line_id}/match',
  summary: 'Say what a transaction of an own wallet is',
  description:
    'A transfer, an acquisition, or a delivery that was reversed because its coins came back. Nothing is posted: what it is ' +
    'matched with is in the books already. The same again changes nothing.',
  params,
  body: ref(MatchChainLineBody),
  rules: chainMatchFaults,
  response: ref(ChainLineResponse),
})

export const setAsideChainLine = operation({
  ...deciding,
  id: 'setAsideChainLine',
  method: 'POST',
  path: '/v1/treasury/chain-lines/{line_id}/set-aside',
  summary: 'Set a transaction of an own wallet aside',
  description:
    'For what belongs to nothing in the books. It explains its part of the difference between chain and books.',
  params,
  body: ref(SetAsideChainLineBody),
  response: ref(ChainLineResponse),
})

export const reopenChainLine = operation({
  ...deciding,
  id: 'reopenChainLine',
  method: 'POST',
  path: '/v1/treasury/chain-lines/{line_id}/reopen',
  summary: 'Take back what was said of a transaction of an own wallet',
  description: 'It is new again. A fee or a move that was posted is reversed by an operation of its own.',
  params,
  response: ref(ChainLineResponse),
})

export const postChainFee = operation({
  ...posting,
  id: 'postChainFee',
  method: 'POST',
  path: '/v1/treasury/chain-lines/{line_id}/post-fee',
  summary: 'Post a payment of an own wallet as a network fee',
  description:
    'For coins that the network has taken and that belong to no transfer. Posts amount and fee to `expenses:network:<asset>` on ' +
    'the day of the line. Again changes nothing.',
  params,
  response: ref(ChainLineResponse),
  acts: [{ name: 'books.post' }],
})

export const postChainMove = operation({
  ...posting,
  id: 'postChainMove',
  method: 'POST',
  path: '/v1/treasury/chain-lines/{line_id}/post-move',
  summary: 'Post coins of a delivery that came back to another own wallet',
  description:
    'Moves them in the books from the wallet that they had left to that of the line, on its day. Again changes nothing.',
  params,
  body: ref(PostChainMoveBody),
  response: ref(ChainLineResponse),
  acts: [{ name: 'books.post' }],
})

export const unpostChainFee = operation({
  ...posting,
  id: 'unpostChainFee',
  method: 'POST',
  path: '/v1/treasury/chain-lines/{line_id}/unpost-fee',
  summary: 'Reverse a network fee or a move that was posted for a line, which is new again',
  description: 'Posts the opposite on the same day, or on the first open day if that one is closed.',
  params,
  body: ref(UnpostChainFeeBody),
  response: ref(ChainLineResponse),
  acts: [{ name: 'books.post' }],
})
