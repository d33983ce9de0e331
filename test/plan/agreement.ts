import { expect } from 'vitest'
import { toUnits } from '../../contract/money/commodities.ts'
import { readWorkbook } from '../support/files/read-workbook.ts'
import { hledger } from '../support/outside/hledger.ts'
import type { Client, TestServer } from '../support/service/harness.ts'

interface Row {
  debit: string
  credit: string
  currency: string
  amount: bigint
  roubles: bigint
}

interface Balance {
  account: string
  commodity: string
  opening: string
  debit: string
  credit: string
  balance: string
}

/** What the books say in several ways of the months of one server, the first of which begins on a day. */
export function createAgreement(
  server: Pick<TestServer, 'url'>,
  { first, officer }: { first: string; officer: () => Client },
) {
  async function readJournal(from: string, to: string): Promise<Row[]> {
    const response = await fetch(`${server.url}/v1/books/journal?format=xlsx&from=${from}&to=${to}`, {
      headers: { authorization: `Bearer ${officer().token}` },
    })
    expect(response.status).toBe(200)
    const [, ...rows] = readWorkbook(Buffer.from(await response.arrayBuffer()))
    return rows.map((cells) => {
      const at = (index: number) => cells[index]?.text ?? ''
      const currency = at(9)
      return {
        debit: at(6),
        credit: at(8),
        currency,
        amount: units(at(10), currency),
        roubles: units(at(11), 'RUB'),
      }
    })
  }

  const trialBalance = async (from: string, through: string): Promise<Balance[]> =>
    (await officer().get(`/v1/books/trial-balance?from=${from}&through=${through}&limit=200`)).body.items

  /** What the journal adds up to in roubles, by account and currency. */
  async function worthOf(from: string, through: string): Promise<Record<string, bigint>> {
    const worth = new Map<string, bigint>()
    const add = (key: string, roubles: bigint) => worth.set(key, (worth.get(key) ?? 0n) + roubles)
    for (const { debit, credit, currency, roubles } of await readJournal(from, through)) {
      add(`${debit} ${currency}`, roubles)
      add(`${credit} ${currency}`, -roubles)
    }
    return Object.fromEntries([...worth].filter(([, roubles]) => roubles !== 0n))
  }

  /** In roubles, money and debts are worth in the journal what the revaluation says, since the first day. */
  async function demandRoubles(through: string): Promise<void> {
    const rows = await readJournal(first, through)
    const { items } = (await officer().get(`/v1/books/revaluation?through=${through}`)).body
    for (const { account, value, difference } of items) {
      expect(difference).toBe('0.00')
      const names = [account, `assets:revaluation:${account.split(':').slice(1).join(':')}`]
      const worth = rows.reduce(
        (sum, { debit, credit, roubles }) =>
          sum + (names.includes(debit) ? roubles : 0n) - (names.includes(credit) ? roubles : 0n),
        0n,
      )
      expect(worth, account).toBe(units(value, 'RUB'))
    }
  }

  /** The opening and the closing balance of an act, as the books have them: money that the desk owes is negative. */
  async function readAct(id: string, currency: string, from: string, to: string) {
    const response = await fetch(
      `${server.url}/v1/organizations/${id}/reconciliation-act?from=${from}&to=${to}&currency=${currency}&language=en&format=xlsx`,
      { headers: { authorization: `Bearer ${officer().token}` } },
    )
    expect(response.status).toBe(200)
    const rows = readWorkbook(Buffer.from(await response.arrayBuffer()))
    const balance = (name: RegExp) => {
      const row = rows.find(([, label]) => name.test(label?.text ?? ''))
      return units(row?.[2]?.text ?? '', currency) - units(row?.[3]?.text ?? '', currency)
    }
    return { opening: balance(/^Opening balance/), closing: balance(/^Closing balance/) }
  }

  return {
    /** What the end of a month says of its postings, without what names them. */
    async closeOf(from: string, through: string) {
      const revalued = await officer().post('/v1/books/revalue', { through })
      expect(revalued.status, JSON.stringify(revalued.body)).toBe(200)
      expect((await officer().post('/v1/books/revalue', { through })).body.totals).toEqual([])
      const balances = await trialBalance(from, through)
      return {
        balances,
        worth: await worthOf(from, through),
        named: balances
          .filter(({ commodity, balance }) => units(balance, commodity) !== 0n)
          .map(({ account, commodity, balance }) => `${account} ${commodity} ${balance}`),
      }
    },

    async demandAgreement(
      { from, through }: { from: string; through: string },
      balances: readonly Balance[],
      acts: readonly { client: string; currency: string }[],
    ): Promise<void> {
      for (const which of ['opening', 'balance'] as const) {
        const sums = new Map<string, bigint>()
        for (const row of balances)
          sums.set(row.commodity, (sums.get(row.commodity) ?? 0n) + units(row[which], row.commodity))
        expect([...sums.values()].every((sum) => sum === 0n)).toBe(true)
      }
      const rows = await readJournal(from, through)
      const turnover = (side: 'debit' | 'credit', account: string, commodity: string) =>
        rows
          .filter((row) => row[side] === account && row.currency === commodity)
          .reduce((sum, { amount }) => sum + amount, 0n)
      for (const { account, commodity, debit, credit } of balances) {
        expect(turnover('debit', account, commodity), account).toBe(units(debit, commodity))
        expect(turnover('credit', account, commodity), account).toBe(units(credit, commodity))
      }
      await demandRoubles(through)
      for (const { client, currency } of acts) {
        const account = `liabilities:client:${client}:${currency}`
        const found = balances.find((row) => row.account === account && row.commodity === currency)
        const { opening, closing } = await readAct(client, currency, from, through)
        expect(closing, `${client} ${currency}`).toBe(units(found?.balance ?? '', currency))
        expect(opening, `${client} ${currency}`).toBe(units(found?.opening ?? '', currency))
      }
      if (!hledger.isInstalled) return
      const journal = await hledger.open(officer(), `&to=${through}`)
      expect(await journal.run('check', '--strict')).toBe('')
      const known = balances
        .map(({ account, commodity, balance }) => [`${account} ${commodity}`, units(balance, commodity)])
        .filter(([, amount]) => amount !== 0n)
      expect(await journal.balances()).toEqual(Object.fromEntries(known))
    },
  }
}

/** In smallest units; nothing is zero. */
function units(amount: string, commodity: string): bigint {
  if (amount === '') return 0n
  return amount.startsWith('-') ? -toUnits(amount.slice(1), commodity) : toUnits(amount, commodity)
}
