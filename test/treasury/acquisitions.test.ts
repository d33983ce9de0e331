import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../server/platform/db/ids.ts'
import { connectionsFor, whileLocked } from '../support/database/locks.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { givenCompany } from '../support/given/given-paper.ts'
import { hledger } from '../support/outside/hledger.ts'
import { type Client, startServer } from '../support/service/harness.ts'
import { acquire, givenTreasury, newAcquisition, type Treasury } from './given-treasury.ts'

const server = startServer({ connections: connectionsFor(2) })
const path = '/v1/treasury/acquisitions'
let owner: Client
let officer: Client
let treasury: Treasury

beforeAll(async () => {
  owner = await server.signIn('owner')
  officer = await server.signIn('officer')
  treasury = await givenTreasury(server, owner)
})

type Fault = { ctx?: { code: string }; loc: string[] }

/** What the books have of a fact, by account. */
async function postedFor(factId: string): Promise<Record<string, string>> {
  const rows = await server.db
    .selectFrom('book_entries')
    .innerJoin('book_postings', 'book_postings.id', 'posting_id')
    .select(['account', 'amount'])
    .where('fact_id', '=', factId)
    .execute()
  const sums = new Map<string, bigint>()
  for (const { account, amount } of rows) sums.set(account, (sums.get(account) ?? 0n) + BigInt(amount))
  return Object.fromEntries([...sums].map(([account, units]) => [account, String(units)]))
}

describe('an acquisition', () => {
  test('is posted, shown, listed, exported and reversed once', async () => {
    const body = newAcquisition(treasury, { fee: '92', tx_hash: 'AB'.repeat(32) })
    const made = await officer.post(path, body)
    expect(made.status).toBe(201)
    expect(made.headers.get('location')).toBe(`${path}/${made.body.id}`)
    expect(made.body).toMatchObject({
      company_id: treasury.companyId,
      wallet_address: treasury.wallet('tron').address,
      amount: '1000',
      cost: { currency: 'RUB', amount: '92000.00' },
      fee: '92.00',
      day: '2026-01-15',
      counterparty: { name: 'ООО «Биржа»', organization_id: null },
      tx_hash: 'ab'.repeat(32),
      reversal: null,
    })
    const coins = `assets:coins:tron:USDT:${treasury.wallet('tron').id}`
    expect(await postedFor(made.body.id)).toEqual({
      [coins]: '1000000000',
      'equity:trading:USDT': '-1000000000',
      'equity:trading:RUB': '9209200',
      'liabilities:counterparty:ООО%20%c2%abБиржа%c2%bb': '-9209200',
    })
    const own = `${path}/${made.body.id}`
    expect((await officer.get(own)).body).toEqual(made.body)
    const { items } = (await officer.get(`${path}?asset=USDT&from=2026-01-15&to=2026-01-15`)).body
    expect(items.map(({ id }: { id: string }) => id)).toContain(made.body.id)
    expect((await officer.get(`${path}?network=ton`)).body.items).toEqual([])
    const file = (await officer.get('/v1/exports/acquisitions?format=csv')).body
    expect(file).toMatch(new RegExp(`${made.body.id}.*,USDT,tron,.*,1000,RUB,92000,92,`))

    expect((await officer.post(path, body)).body).toMatchObject({
      code: 'duplicate',
      context: { reason: 'acquisition_reference', existing_id: made.body.id },
    })
    const reversed = await officer.post(`${own}/reverse`, { reason: 'Дважды' })
    expect(reversed.body.reversal).toMatchObject({ day: '2026-01-15', reason: 'Дважды' })
    expect(Object.values(await postedFor(made.body.id))).toEqual(['0', '0', '0', '0'])
    expect((await officer.post(`${own}/reverse`, { reason: 'Дважды' })).body.code).toBe(
      'acquisition_reversed',
    )
    // The reference is free again.
    expect((await officer.post(path, body)).status).toBe(201)
    expect((await officer.get(`${path}/none`)).status).toBe(404)
  })

  test('has its reference once, also for two people at a time', async () => {
    const body = newAcquisition(treasury)
    const alone = (db: typeof server.db) =>
      sql`select pg_advisory_xact_lock(hashtextextended('kontor books', 0))`.execute(db)
    const replies = await whileLocked(server.db, alone, () =>
      [officer, owner].map((by) => by.post(path, body)),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const [made, refused] = replies.toSorted((a, b) => a.status - b.status)
    expect(refused?.body).toMatchObject({
      code: 'duplicate',
      context: { reason: 'acquisition_reference', existing_id: made?.body.id },
    })
  })

  test('names an organization, which has an account by its id', async () => {
    const { id } = await givenOrganization(server)
    const made = await acquire(officer, treasury, { counterparty: { organization_id: id } })
    expect(made.counterparty).toMatchObject({ organization_id: id })
    expect(Object.keys(await postedFor(made.id))).toContain(`liabilities:counterparty:${id}`)
  })

  test.each([
    ['nothing', { amount: '0' }, 'amount', 'not_positive'],
    ['no cost', { cost: { currency: 'RUB', amount: '0.00' } }, 'cost', 'not_positive'],
    ['too fine', { amount: '1.0000001' }, 'amount', 'too_many_decimals'],
    ['half a kopeck', { cost: { currency: 'RUB', amount: '1.005' } }, 'cost', 'too_many_decimals'],
    [
      'of tomorrow',
      { acquired_at: new Date(Date.now() + 86_400_000).toISOString() },
      'acquired_at',
      'in_future',
    ],
    ['on another network', { asset: 'BTC' as const }, 'network', 'asset_not_on_network'],
    ['in no currency', { cost: { currency: 'ZZQ', amount: '1' } }, 'cost', 'currency_code'],
    ['from nobody', { counterparty: {} }, 'counterparty', 'one_counterparty'],
    ['of no company', { company_id: newId() }, 'company_id', 'acquirer_not_found'],
    ['without a rate', { cost: { currency: 'CNY', amount: '1' } }, 'cost', 'cost_without_rate'],
    [
      'from a stranger',
      { counterparty: { organization_id: newId() } },
      'counterparty',
      'counterparty_not_found',
    ],
  ])('%s is refused', async (_, overrides, place, code) => {
    const { status, body } = await officer.post(path, newAcquisition(treasury, overrides))
    expect(status).toBe(422)
    const found = body.detail.map(({ ctx, loc }: Fault) => [ctx?.code, loc[1]])
    expect(found).toContainEqual([code, place])
  })

  test('comes to a wallet of the company on that network', async () => {
    const other = await givenTreasury(server, owner)
    const wallets = [
      [other.wallet('tron').id, 'wallet_not_of_company'],
      [treasury.wallet('ton').id, 'wallet_of_other_network'],
    ]
    for (const [wallet_id, code] of wallets) {
      const { status, body } = await officer.post(path, { ...newAcquisition(treasury), wallet_id })
      expect([status, body.detail[0].ctx.code]).toEqual([422, code])
    }
    const bare = await givenCompany(owner)
    const { body } = await officer.post(path, { ...newAcquisition(treasury), company_id: bare.id })
    expect(body.detail[0].ctx.code).toBe('company_without_organization')
  })

  test('of a closed day is refused, and one that is reversed later goes to the first open day', async () => {
    const made = await acquire(officer, treasury, { acquired_at: '2026-01-05T09:00:00Z' })
    const through = '2026-01-31'
    expect((await officer.post('/v1/books/close', { through, reason: 'Проверка' })).status).toBe(200)
    const late = await officer.post(path, newAcquisition(treasury))
    expect([late.status, late.body.code]).toEqual([409, 'period_closed'])
    const reversed = await officer.post(`${path}/${made.id}/reverse`, { reason: 'Ошибка' })
    expect(reversed.body.reversal.day).toBe('2026-02-01')
    expect((await officer.post('/v1/books/reopen', { through: null })).status).toBe(200)
  })

  test('is no business of auditors', async () => {
    const auditor = await server.signIn('auditor')
    expect((await auditor.post(path, newAcquisition(treasury))).status).toBe(403)
    expect((await auditor.get(path)).status).toBe(200)
  })

  test.skipIf(!hledger.isInstalled)('is accepted by hledger', async () => {
    const journal = await hledger.open(officer)
    expect(await journal.run('check', '--strict')).toBe('')
  })
})
