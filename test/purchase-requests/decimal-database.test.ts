import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDecimals, compareDecimals, multiplyDecimals } from '../../contract/money/decimal.ts'
import { connect, type Db } from '../../server/platform/db/database.ts'
import { fc, runs } from '../support/cases/properties.ts'
import { testSeed } from '../support/cases/seed.ts'
import { cloneDatabase } from '../support/service/harness.ts'

let db: Db
beforeAll(async () => {
  db = connect(await cloneDatabase(), { max: 1 })
})
afterAll(() => db.destroy())

const amounts = fc
  .record({ whole: fc.bigInt(0n, 10n ** 18n - 1n), fraction: fc.stringMatching(/^[0-9]{1,18}$/) })
  .map(({ whole, fraction }) => `${whole}.${fraction}`)

// A price that the contract computes and the table's constraint computes otherwise could never be stored.
test('the contract and PostgreSQL compute the same prices, sums and order', async () => {
  const pairs = fc.sample(fc.tuple(amounts, amounts), { numRuns: runs(500), seed: testSeed() })
  const ties = ['0.005', '0.015', '1.115', '2.5', '0.125'].map((tie) => [tie, '1'])
  const [a, b] = [0, 1].map((side) => [...pairs, ...ties].map((pair) => pair[side] as string)) as [
    string[],
    string[],
  ]
  const places = a.map((_pair, index) => index % 5)
  const { rows } = await sql<{ product: string; sum: string; order: number }>`
    select round(a * b, places)::text as product, (a + b)::text as sum, sign(a - b)::integer as order
    from unnest(${a}::numeric[], ${b}::numeric[], ${places}::integer[]) as pair (a, b, places)
  `.execute(db)
  expect(rows).toEqual(
    a.map((left, index) => ({
      product: multiplyDecimals(left, b[index] as string, places[index] as number),
      sum: addDecimals(left, b[index] as string),
      order: compareDecimals(left, b[index] as string),
    })),
  )
})
