import type { Changes, Requests } from '../fuzz/makers.ts'
import { form } from '../support/given/document-uploads.ts'
import { dailyFile, inWindows1251 } from './samples.ts'

const typed = (day: string) => ({ currency: 'CNY', day, rate: '11.2359', nominal: 1 })
let days = 0
/** A day that no other rate has. */
const newDay = () => new Date(Date.UTC(2025, 0, 1 + days++)).toISOString().slice(0, 10)

export const requests: Requests = {
  importRates: async () => ({
    path: '/v1/rates/import',
    body: form(inWindows1251(dailyFile(newDay())), {}, 'XML_daily.xml'),
  }),
  setRate: async () => ({ path: '/v1/rates', body: typed(newDay()) }),
  readRate: async (world) => ({
    path: `/v1/rates/${(await world.call('PUT', '/v1/rates', typed(newDay()))).id}`,
  }),
  removeRate: async (world) => ({
    path: `/v1/rates/${(await world.call('PUT', '/v1/rates', typed(newDay()))).id}`,
  }),
  readRateInForce: async (world) => {
    const day = newDay()
    await world.call('PUT', '/v1/rates', typed(day))
    return { path: `/v1/rates/in-force?currency=CNY&day=${day}` }
  },
}

export const changes: Changes = {
  importRates: ['rates.imported'],
  setRate: ['rate.set'],
  removeRate: ['rate.removed'],
}
