import type { Changes, Requests } from '../fuzz/makers.ts'

const entry = {
  date: '2026-01-31',
  text: 'Комиссия банка',
  legs: [
    { account: 'expenses:bank:RUB', commodity: 'RUB', amount: '1450.50' },
    { account: 'assets:bank:unreconciled', commodity: 'RUB', amount: '-1450.50' },
  ],
}

export const requests: Requests = {
  createEntry: async () => ({ path: '/v1/books/entries', body: entry }),
  readEntry: async (world) => ({
    path: `/v1/books/entries/${(await world.call('POST', '/v1/books/entries', entry)).id}`,
  }),
  reverseEntry: async (world) => ({
    path: `/v1/books/entries/${(await world.call('POST', '/v1/books/entries', entry)).id}/reverse`,
    body: { reason: 'Дважды проведено' },
  }),
}

export const changes: Changes = {
  createEntry: ['book_entry.posted'],
  reverseEntry: ['book_entry.reversed'],
}
