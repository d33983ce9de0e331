import type { Changes, Requests } from '../fuzz/makers.ts'
import type { World } from '../fuzz/world.ts'

let months = 0

/** A supplier is owed yuan from the first day of a month on, and the rate has moved by the tenth. */
async function givenDebt(world: World): Promise<string> {
  const month = new Date(Date.UTC(2010, months++, 1)).toISOString().slice(0, 8)
  await world.call('PUT', '/v1/rates', { currency: 'CNY', day: `${month}01`, rate: '11' })
  await world.call('PUT', '/v1/rates', { currency: 'CNY', day: `${month}10`, rate: '12' })
  await world.call('POST', '/v1/books/entries', {
    date: `${month}01`,
    text: 'Услуги поставщика',
    legs: [
      { account: 'expenses:other:CNY', commodity: 'CNY', amount: '10.00' },
      { account: 'liabilities:supplier:CNY', commodity: 'CNY', amount: '-10.00' },
    ],
  })
  return `${month}10`
}

export const requests: Requests = {
  readRevaluation: async (world) => ({ path: `/v1/books/revaluation?through=${await givenDebt(world)}` }),
  revalueBooks: async (world) => ({
    path: '/v1/books/revalue',
    body: { through: await givenDebt(world) },
  }),
}

export const changes: Changes = {
  revalueBooks: ['books.revalued'],
}
