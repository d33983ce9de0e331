import { beforeAll, describe, expect, test } from 'vitest'
import { commodityDecimals } from '../../contract/money/commodities.ts'
import { openingAccount } from '../../server/features/books/export/book-format.ts'
import { fc } from '../support/cases/properties.ts'
import { scaled } from '../support/cases/scale.ts'
import { seed } from '../support/cases/seed.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { arbitraryPostings } from '../support/given/given-postings.ts'
import { hledger, ownBalances } from '../support/outside/hledger.ts'
import { type Client, startServer } from '../support/service/harness.ts'

describe.skipIf(!hledger.isInstalled)('hledger (Debian: apt-get install hledger)', () => {
  const server = startServer()
  let operator: Client
  beforeAll(async () => {
    operator = await server.signIn('operator')
    const organizations = [await givenOrganization(server), await givenOrganization(server)]
    const postings = arbitraryPostings(organizations.map(({ id }) => id))
    for (const posting of fc.sample(postings, { numRuns: scaled(120, 5_000), seed })) {
      await server.db.transaction().execute((db) => server.service.books.post(db, posting))
      if (posting.at.getUTCDate() !== 7) continue
      await server.db.transaction().execute((db) =>
        server.service.books.reverse(db, posting.fact, {
          at: posting.at,
          description: posting.description,
        }),
      )
    }
  })

  test('accepts the books strictly and computes the same balances', async () => {
    const journal = await hledger.open(operator)
    expect(await journal.run('check', '--strict')).toBe('')
    expect(await journal.balances()).toEqual(await ownBalances(server.db))
    const { body } = await operator.get('/v1/balances?limit=100')
    const shown = body.items.map(({ organization_id, commodity, balance }: Record<string, string>) => [
      `liabilities:client:${organization_id}:${commodity} ${commodity}`,
      -BigInt((balance as string).replace('.', '')),
    ])
    expect(await journal.balances('liabilities')).toEqual(Object.fromEntries(shown))
  })

  test('begins a later period with what was before, and with no income', async () => {
    const [from, to] = ['2026-06-01', '2026-06-30']
    const journal = await hledger.open(operator, `&from=${from}&to=${to}`)
    expect(await journal.run('check', '--strict')).toBe('')
    const until = await ownBalances(server.db, undefined, (day) => day <= to)
    const during = await ownBalances(server.db, undefined, (day) => day >= from && day <= to)
    const isIncome = ([key]: [string, bigint]) => key.startsWith('income:')
    const { [openingAccount]: _, ...found } = await journal.balances()
    const openings = Object.fromEntries(
      Object.entries(found).filter(([key]) => key.startsWith(openingAccount)),
    )
    const others = Object.fromEntries(Object.entries(found).filter(([key]) => !(key in openings)))
    expect(others).toEqual({
      ...Object.fromEntries(Object.entries(until).filter((row) => !isIncome(row))),
      ...Object.fromEntries(Object.entries(during).filter(isIncome)),
    })
    const earned = Object.entries(await ownBalances(server.db, undefined, (day) => day < from)).filter(
      isIncome,
    )
    expect(openings).toEqual(
      Object.fromEntries(earned.map(([key, units]) => [`${openingAccount} ${key.split(' ')[1]}`, units])),
    )
  })

  test('knows the decimals of each commodity', async () => {
    const journal = await hledger.open(operator)
    for (const commodity of ['RUB', 'JPY', 'KWD', 'CLF', 'ZZZ']) {
      const printed = await journal.run('balance', '-N', 'income', `cur:${commodity}`)
      const [, places = ''] = /\d(?:\.(\d*))? [A-Z]{3}/.exec(printed) ?? []
      expect(places).toHaveLength(commodityDecimals(commodity))
    }
  })
})
