import { Type } from 'typebox'
import { field, Id, ref } from '../../api/common.ts'
import { operation } from '../../api/operation.ts'
import {
  ImportRatesBody,
  RateInForceQuery,
  RateResponse,
  RatesImportResponse,
  SetRateBody,
} from '../../books/rates.ts'
import { ratesTag } from '../../lists/rates.ts'

const setting = { tag: ratesTag, access: 'rates:set', extension: true } as const
const rateParams = Type.Object({ rate_id: field(Id, 'The id of the rate') })
const closedDays = 'Rates that count on a closed day are refused if they would change it.'

export const importRates = operation({
  ...setting,
  id: 'importRates',
  method: 'POST',
  path: '/v1/rates/import',
  summary: 'Import rates of exchange',
  description: `Reads the daily file of the Bank of Russia, and CSV. The same file again changes nothing. A file that cannot be read changes nothing, and the response says where it is damaged. ${closedDays}`,
  body: ref(ImportRatesBody),
  bodyType: 'multipart',
  fileTypes: ['application/xml', 'text/csv'],
  response: ref(RatesImportResponse),
  acts: [{ name: 'rates.set' }],
})

export const setRate = operation({
  ...setting,
  id: 'setRate',
  method: 'PUT',
  path: '/v1/rates',
  summary: 'Type a rate of exchange',
  description: `Adds it, or changes the one of this currency and day. ${closedDays}`,
  body: ref(SetRateBody),
  response: ref(RateResponse),
  acts: [{ name: 'rates.set' }],
})

export const readRate = operation({
  ...setting,
  access: 'requests:read',
  id: 'readRate',
  method: 'GET',
  path: '/v1/rates/{rate_id}',
  summary: 'Read a rate of exchange',
  params: rateParams,
  response: ref(RateResponse),
})

export const removeRate = operation({
  ...setting,
  id: 'removeRate',
  method: 'DELETE',
  path: '/v1/rates/{rate_id}',
  summary: 'Remove a rate of exchange',
  description: `For one of a wrong day. ${closedDays}`,
  params: rateParams,
  success: 204,
  acts: [{ name: 'rates.set' }],
})

export const readRateInForce = operation({
  ...setting,
  access: 'requests:read',
  id: 'readRateInForce',
  method: 'GET',
  path: '/v1/rates/in-force',
  summary: 'Read the rate that counts on a day',
  description:
    'A rate counts from its day until the next one, and at most 15 days: the Bank of Russia sets none for Sundays, Mondays and holidays.',
  query: RateInForceQuery,
  response: ref(RateResponse),
})
