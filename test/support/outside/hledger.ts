import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, inject } from 'vitest'
import { toUnits } from '../../../contract/money/commodities.ts'
import type { Db } from '../../../server/platform/db/database.ts'
import type { Client } from '../service/harness.ts'
import { hasPrograms } from './programs.ts'

/** By account and commodity, in smallest units; what is 0 is left out. */
export type Balances = Record<string, bigint>

export const hledger = {
  /** Debian: apt-get install hledger. */
  isInstalled: hasPrograms('hledger'),

  /** Exports the journal into a file, for hledger to read. `days` are further query parameters. */
  async open(client: Client, days = '') {
    const { status, body } = await client.get(`/v1/books/export?format=hledger${days}`)
    expect(status).toBe(200)
    const file = join(mkdtempSync(join(inject('runDir'), 'hledger-')), 'books.journal')
    writeFileSync(file, body)
    const run = (...args: string[]) =>
      promisify(execFile)('hledger', ['-f', file, ...args], {
        env: { ...process.env, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' },
        maxBuffer: 1 << 26,
      }).then(({ stdout }) => stdout)
    return { run, balances: async (...args: string[]) => readBalances(await balanceTable(run, args)) }
  },
}

function balanceTable(run: (...args: string[]) => Promise<string>, args: string[]): Promise<string> {
  return run('balance', '--flat', '-N', '--layout=bare', '-O', 'csv', ...args)
}

function readBalances(table: string): Balances {
  const result: Balances = {}
  for (const line of table.trim().split('\n').slice(1)) {
    const [, account, commodity = '', amount = ''] = /^"(.*)","(.*)","(.*)"$/.exec(line) ?? []
    const [, sign, digits = '0'] = /^(-?)(.*?)\.?$/.exec(amount) ?? []
    const units = toUnits(digits, commodity) * (sign === '-' ? -1n : 1n)
    if (units !== 0n) result[`${account} ${commodity}`] = units
  }
  return result
}

/** The sums of the entries themselves, of all organizations or of one. */
export async function ownBalances(
  db: Db,
  organizationId?: string,
  isIncluded: (day: string) => boolean = () => true,
): Promise<Balances> {
  const rows = await db
    .selectFrom('book_entries')
    .innerJoin('book_postings', 'book_postings.id', 'book_entries.posting_id')
    .select(['account', 'commodity', 'amount', 'day'])
    .$if(organizationId !== undefined, (query) =>
      query.where('organization_id', '=', organizationId as string),
    )
    .execute()
  const result: Balances = {}
  for (const { account, commodity, amount, day } of rows) {
    if (!isIncluded(day)) continue
    const key = `${account} ${commodity}`
    result[key] = (result[key] ?? 0n) + BigInt(amount)
  }
  return Object.fromEntries(Object.entries(result).filter(([, units]) => units !== 0n))
}
