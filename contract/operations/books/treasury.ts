import { Type } from 'typebox'
import { field, Id, ref } from '../../api/common.ts'
import { operation } from '../../api/operation.ts'
import { treasuryTag } from '../../api/tags.ts'
import {
  AcquisitionResponse,
  acquisitionFaults,
  CreateAcquisitionBody,
  PositionHistoryQuery,
  PositionHistoryResponse,
  PositionResponse,
  RequestResultResponse,
  ResultsFileQuery,
  ResultsQuery,
  ResultsResponse,
  ReverseAcquisitionBody,
} from '../../books/treasury.ts'

const acquiring = { tag: treasuryTag, access: 'treasury:acquire', extension: true } as const
const acquisitionParams = Type.Object({ acquisition_id: field(Id, 'The id of the acquisition') })

export const createAcquisition = operation({
  ...acquiring,
  id: 'createAcquisition',
  method: 'POST',
  path: '/v1/treasury/acquisitions',
  summary: 'Record an acquisition of coins',
  description:
    'Posts the coins to the account of the wallet, and what they cost to the account of the counterparty. A reference that the company has already is refused. Supports `Idempotency-Key`.',
  body: ref(CreateAcquisitionBody),
  rules: acquisitionFaults,
  success: 201,
  response: ref(AcquisitionResponse),
  location: '/v1/treasury/acquisitions/{id}',
  acts: [{ name: 'treasury.acquire' }],
})

export const readAcquisition = operation({
  ...acquiring,
  access: 'requests:read',
  id: 'readAcquisition',
  method: 'GET',
  path: '/v1/treasury/acquisitions/{acquisition_id}',
  summary: 'Read an acquisition',
  params: acquisitionParams,
  response: ref(AcquisitionResponse),
})

export const reverseAcquisition = operation({
  ...acquiring,
  id: 'reverseAcquisition',
  method: 'POST',
  path: '/v1/treasury/acquisitions/{acquisition_id}/reverse',
  summary: 'Reverse an acquisition',
  description: 'Posts the opposite on the same day, or on the first open day if that one is closed.',
  params: acquisitionParams,
  body: ref(ReverseAcquisitionBody),
  response: ref(AcquisitionResponse),
  acts: [{ name: 'treasury.acquire' }],
})

export const readResults = operation({
  ...acquiring,
  access: 'requests:read',
  id: 'readResults',
  method: 'GET',
  path: '/v1/reports/results',
  summary: 'Read what deals earned',
  description:
    'By days in the books. Coins cost what they were bought for, first in, first out. Amounts in another currency are in roubles at the rate of their day. The sum equals income and expenses in the books as soon as the days are closed.',
  query: ResultsQuery,
  response: ref(ResultsResponse),
})

export const exportResults = operation({
  ...acquiring,
  access: 'requests:read',
  id: 'exportResults',
  method: 'GET',
  path: '/v1/reports/results/file',
  summary: 'Export what deals earned',
  description:
    'The rows of the report as CSV or XLSX, without its total. The export is recorded in the audit log.',
  query: ResultsFileQuery,
  produces: {
    types: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'text/csv'],
    schema: Type.String({ format: 'binary', description: 'The report' }),
  },
  releases: true,
  noHead: true,
})

export const readRequestResult = operation({
  ...acquiring,
  access: 'requests:read',
  id: 'readRequestResult',
  method: 'GET',
  path: '/v1/purchase-requests/{request_id}/result',
  summary: 'Read what a purchase request has earned',
  params: Type.Object({ request_id: field(Id, 'The id of the purchase request') }),
  response: ref(RequestResultResponse),
})

export const readPosition = operation({
  ...acquiring,
  access: 'requests:read',
  id: 'readPosition',
  method: 'GET',
  path: '/v1/treasury/position',
  summary: 'Read what the desk has and owes',
  description:
    'By asset and network, and by wallet. Only wallets of own organizations count. What was delivered from elsewhere is not held.',
  response: ref(PositionResponse),
})

export const readPositionHistory = operation({
  ...acquiring,
  access: 'requests:read',
  id: 'readPositionHistory',
  method: 'GET',
  path: '/v1/treasury/position/history',
  summary: 'Read what the desk had and owed by day',
  description:
    'By asset, all networks together, computed from the books and the facts of requests: what was typed later counts on the day on which it happened.',
  query: PositionHistoryQuery,
  response: ref(PositionHistoryResponse),
})
