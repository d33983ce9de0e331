import { approved, type Changes, type Requests } from '../fuzz/makers.ts'

export const requests: Requests = {
  // Nothing that other requests of this world record is of this day.
  closeBooks: async (world) => ({
    path: '/v1/books/close',
    body: { through: dayNumber(world.next()), reason: 'Проверка' },
  }),
  reopenBooks: async (world, role) => {
    const close = () =>
      world.call('POST', '/v1/books/close', { through: dayNumber(world.next()), reason: 'Проверка' })
    await close()
    const body = { through: null, reason: 'Проверка' }
    const request = await approved('POST', async () => ({ path: '/v1/books/reopen', body }))(world, role)
    // Who needs no approval has reopened them by asking.
    if ((await world.call('GET', '/v1/books/close')).closed_through === null) await close()
    return request
  },
  readLedger: async () => ({ path: '/v1/books/ledger?account=equity:opening:RUB&commodity=RUB' }),
  exportTrialBalance: async () => ({ path: '/v1/books/trial-balance/file?format=csv' }),
  reconcileAccount: async (world) => {
    const { settlement_account } = (await world.deskCompany()).bank_accounts[0]
    const entry = {
      date: '2026-01-31',
      text: 'Входящий остаток',
      legs: [
        { account: `assets:bank:${settlement_account}`, commodity: 'RUB', amount: '1' },
        { account: 'equity:opening:RUB', commodity: 'RUB', amount: '-1' },
      ],
    }
    await world.call('POST', '/v1/books/entries', entry)
    return { path: `/v1/books/reconciliation?account=${settlement_account}&from=2026-01-01&to=2026-01-31` }
  },
}

export const changes: Changes = {
  closeBooks: ['books.closed'],
  reopenBooks: ['approval.used', 'books.reopened'],
}

/** A day of long ago, later for each number. */
function dayNumber(number: number): string {
  return new Date(Date.UTC(2001, 0, 1 + number)).toISOString().slice(0, 10)
}
