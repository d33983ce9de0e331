import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { commodityDecimals, toUnits } from '../../contract/commodities.ts'
import { openingAccount } from '../../server/features/books/export/book-format.ts'
import { givenOrganization } from '../support/factories.ts'
import { arbitraryPostings } from '../support/given-postings.ts'
import { type Client, startServer } from '../support/harness.ts'
import { fc } from '../support/properties.ts'
import { scaled } from '../support/scale.ts'
import { seed } from '../support/seed.ts'

const isInstalled = spawnSync('hledger', ['--version']).status === 0

describe.skipIf(!isInstalled)('hledger (Debian: apt-get install hledger)', () => {
  const server = startServer()
  let operator: Client
  beforeAll(async () => {
    operator = await server.signIn('operator')
    const organizations = [await givenOrganization(server), await givenOrganization(server)]
    const postings = arbitraryPostings(organizations.map(({ id }) => id))
    for (const posting of fc.sample(postings, { numRuns: scaled(300, 5_000), seed })) {
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

  /** The journal in a file, and what hledger says about it. */
  async function journal(days = '') {
    const { status, body } = await operator.get(`/v1/books/export?format=hledger${days}`)
    expect(status).toBe(200)
    const file = join(mkdtempSync(join(inject('runDir'), 'hledger-')), 'books.journal')
    writeFileSync(file, body)
    return (...args: string[]) =>
      promisify(execFile)('hledger', ['-f', file, ...args], {
        env: { ...process.env, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' },
        maxBuffer: 1 << 26,
      }).then(({ stdout }) => stdout)
  }

  /** By account and commodity, in smallest units; what is 0 is left out. */
  async function balances(hledger: (...args: string[]) => Promise<string>, ...args: string[]) {
    const table = await hledger('balance', '--flat', '-N', '--layout=bare', '-O', 'csv', ...args)
    const result: Record<string, bigint> = {}
    for (const line of table.trim().split('\n').slice(1)) {
      const [, account, commodity = '', amount = ''] = /^"(.*)","(.*)","(.*)"$/.exec(line) ?? []
      const [, sign, digits = '0'] = /^(-?)(.*?)\.?$/.exec(amount) ?? []
      const units = toUnits(digits, commodity) * (sign === '-' ? -1n : 1n)
      if (units !== 0n) result[`${account} ${commodity}`] = units
    }
    return result
  }

  async function ownBalances(isIncluded: (day: string) => boolean = () => true) {
    const rows = await server.db
      .selectFrom('book_entries')
      .innerJoin('book_postings', 'book_postings.id', 'book_entries.posting_id')
      .select(['account', 'commodity', 'amount', 'day'])
      .execute()
    const result: Record<string, bigint> = {}
    for (const { account, commodity, amount, day } of rows) {
      if (!isIncluded(day)) continue
      const key = `${account} ${commodity}`
      result[key] = (result[key] ?? 0n) + BigInt(amount)
    }
    return Object.fromEntries(Object.entries(result).filter(([, units]) => units !== 0n))
  }

  test('accepts the books strictly and computes the same balances', async () => {
    const hledger = await journal()
    expect(await hledger('check', '--strict')).toBe('')
    expect(await balances(hledger)).toEqual(await ownBalances())
    const { body } = await operator.get('/v1/balances?limit=100')
    const shown = body.items.map(({ organization_id, commodity, balance }: Record<string, string>) => [
      `liabilities:client:${organization_id}:${commodity} ${commodity}`,
      -BigInt((balance as string).replace('.', '')),
    ])
    expect(await balances(hledger, 'liabilities')).toEqual(Object.fromEntries(shown))
  })

  test('begins a later period with what was before, and with no income', async () => {
    const [from, to] = ['2026-06-01', '2026-06-30']
    const hledger = await journal(`&from=${from}&to=${to}`)
    expect(await hledger('check', '--strict')).toBe('')
    const until = await ownBalances((day) => day <= to)
    const during = await ownBalances((day) => day >= from && day <= to)
    const isIncome = ([key]: [string, bigint]) => key.startsWith('income:')
    const { [openingAccount]: _, ...found } = await balances(hledger)
    const openings = Object.fromEntries(
      Object.entries(found).filter(([key]) => key.startsWith(openingAccount)),
    )
    const others = Object.fromEntries(Object.entries(found).filter(([key]) => !(key in openings)))
    expect(others).toEqual({
      ...Object.fromEntries(Object.entries(until).filter((row) => !isIncome(row))),
      ...Object.fromEntries(Object.entries(during).filter(isIncome)),
    })
    const earned = Object.entries(await ownBalances((day) => day < from)).filter(isIncome)
    expect(openings).toEqual(
      Object.fromEntries(earned.map(([key, units]) => [`${openingAccount} ${key.split(' ')[1]}`, units])),
    )
  })

  test('knows the decimals of each commodity', async () => {
    const hledger = await journal()
    for (const commodity of ['RUB', 'JPY', 'KWD', 'CLF', 'ZZZ']) {
      const printed = await hledger('balance', '-N', 'income', `cur:${commodity}`)
      const [, places = ''] = /\d(?:\.(\d*))? [A-Z]{3}/.exec(printed) ?? []
      expect(places).toHaveLength(commodityDecimals(commodity))
    }
  })
})
