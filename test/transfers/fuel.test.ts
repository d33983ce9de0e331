import { expect, test } from 'vitest'
import { coins } from '../../contract/money/assets.ts'
import { holdTopUps } from '../../server/features/transfers/transfer/transfer-store.ts'
import { whileLocked } from '../support/database/locks.ts'
import { givenOwnOrganization } from '../support/given/given-stock.ts'
import { eth, ethereumInputs, transferPath, transfersOn, walletOn } from '../support/given/given-transfer.ts'
import { givenWallets, walletsPath } from '../support/given/given-wallets.ts'
import { type Client, client, startServer } from '../support/service/harness.ts'
import { startSecondNode } from '../support/service/second-node.ts'

const server = startServer({ env: transfersOn, connections: 4 })
const bounds = { most_amount: String(eth / 100n), most_fee: String(eth / 500n) }
type Own = Awaited<ReturnType<typeof givenOwnOrganization>>

async function name(owner: Client, { company, wallet }: Own, given: Record<string, unknown> = {}) {
  const fuel_wallets = [{ wallet_id: wallet.id, ...bounds, ...given }]
  const { version } = (await owner.get(`/v1/desk/companies/${company.id}`)).body
  return owner.patch(`/v1/desk/companies/${company.id}`, { fuel_wallets, version })
}

/** Nobody else's company gives coins on ethereum. */
async function givenSource() {
  await server.db
    .updateTable('desk_companies')
    .set({ fuel_wallets: '[]' as never })
    .execute()
  const own = await givenOwnOrganization(server)
  expect((await name(own.owner, own)).status).toBe(200)
  return own
}

async function givenNeedy(
  by: Client,
  coin: string | null = '0.001',
  network: 'ethereum' | 'ton' = 'ethereum',
) {
  const { id, wallets } = await givenWallets(server, by)
  const wallet = walletOn(wallets, network)
  const known = [
    { asset: 'USDT' as const, amount: '1500' },
    ...(coin ? [{ asset: coins[network], amount: coin }] : []),
  ]
  for (const one of known)
    await server.db
      .insertInto('wallet_balances')
      .values({ wallet_id: wallet.id, ...one, checked_at: new Date() })
      .execute()
  return { id, wallet }
}

const topUp = (owner: Client, { wallet }: { wallet: { id: string } }, body = {}) =>
  owner.post(`/v1/wallets/${wallet.id}/top-up`, body)
const sign = (owner: Client, id: string, nonce = 0) =>
  owner.post(transferPath(id, '/sign'), ethereumInputs(nonce))
const codesOf = (reply: { body: { detail: { ctx?: { code: string }; loc: (string | number)[] }[] } }) =>
  reply.body.detail.map(({ ctx, loc }) => [loc.at(-1), ctx?.code])

test('a wallet with a token and too little of the coin shows what it needs, and gets it from the named wallet', async () => {
  const own = await givenSource()
  const needy = await givenNeedy(own.owner)
  const read = async () => (await own.owner.get(`/v1/wallets/${needy.wallet.id}`)).body
  expect(await read()).toMatchObject({ needs_fuel: { asset: 'ETH', amount: '0.005' } })
  const listed = await own.owner.get(`/v1/wallets?organization_id=${needy.id}&network=ethereum`)
  expect(listed.body.items[0].needs_fuel).toEqual({ asset: 'ETH', amount: '0.005' })

  const reply = await topUp(own.owner, needy)
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  expect(reply.body).toMatchObject({
    organization_id: own.id,
    from_wallet_id: own.wallet.id,
    fuel_for: needy.id,
    address_id: needy.wallet.id,
    to_address: needy.wallet.address,
    asset: 'ETH',
    amount: String(eth / 200n),
    fee_ceiling: String(eth / 500n),
    status: 'draft',
  })
  const again = await topUp(own.owner, needy)
  expect([again.status, again.body.code, again.body.context]).toEqual([
    409,
    'top_up_open',
    { transfer_id: reply.body.id },
  ])
  expect((await sign(own.owner, reply.body.id)).status).toBe(200)
  expect((await topUp(own.owner, needy)).body.code).toBe('top_up_open')
  const evidence = { evidence: 'Виден в обозревателе' }
  expect((await own.owner.post(transferPath(reply.body.id, '/confirm'), evidence)).status).toBe(200)
  // For the desk it is an expense, together with the fee.
  const entries = await server.db
    .selectFrom('book_entries')
    .select(['account', 'amount'])
    .where('account', '=', `assets:coins:ethereum:ETH:${own.wallet.id}`)
    .execute()
  expect(entries).toHaveLength(1)
  await server.db
    .updateTable('wallet_balances')
    .set({ amount: '0.006' })
    .where('wallet_id', '=', needy.wallet.id)
    .where('asset', '=', 'ETH')
    .execute()
  expect((await read()).needs_fuel).toBeNull()
  expect(codesOf(await topUp(own.owner, needy))).toEqual([['amount', 'fuel_not_needed']])
  expect((await topUp(own.owner, needy, { amount: '1000' })).status).toBe(201)
})

test('on TON a wallet needs also what goes along with a token', async () => {
  const owner = await server.signIn('owner')
  for (const [coin, needed] of [
    ['0.06', { asset: 'TON', amount: '0.05' }],
    ['0', { asset: 'TON', amount: '0.11' }],
    ['0.11', null],
  ] as const) {
    const { wallet } = await givenNeedy(owner, coin, 'ton')
    expect((await owner.get(`/v1/wallets/${wallet.id}`)).body.needs_fuel).toEqual(needed)
  }
})

test('nobody is given more than the company allows', async () => {
  const own = await givenSource()
  const needy = await givenNeedy(own.owner, null)
  const above = { amount: String(eth / 100n + 1n), fee_ceiling: String(eth / 500n + 1n) }
  expect(codesOf(await topUp(own.owner, needy, above))).toEqual([
    ['amount', 'above_fuel_cap'],
    ['fee_ceiling', 'above_fuel_cap'],
  ])
  // What is not known is all that may be needed.
  const first = await topUp(own.owner, needy)
  expect(first.body.amount).toBe(String((6n * eth) / 1000n))
  expect((await sign(own.owner, first.body.id)).status).toBe(200)
  const replacement = (changes: object) =>
    own.owner.post('/v1/transfers', {
      organization_id: own.id,
      network: 'ethereum',
      asset: 'ETH',
      from_wallet_id: own.wallet.id,
      address_id: needy.wallet.id,
      amount: first.body.amount,
      fee_ceiling: first.body.fee_ceiling,
      reason: 'Быстрее',
      replaces: first.body.id,
      ...changes,
    })
  expect(codesOf(await replacement({ amount: String(eth) }))).toEqual([['amount', 'above_fuel_cap']])
  expect(codesOf(await replacement({ amount: 'all' }))).toEqual([['amount', 'above_fuel_cap']])
  expect(codesOf(await replacement({ asset: 'USDT', amount: '1' }))).toEqual([
    ['asset', 'top_up_of_other_asset'],
  ])
  const replaced = await replacement({})
  expect(replaced.body).toMatchObject({ fuel_for: needy.id, replaces: first.body.id })
  // Without being a replacement, nobody pays a wallet of somebody else.
  const { status, body } = await replacement({ replaces: undefined })
  expect([status, codesOf({ body })]).toEqual([422, [['address_id', 'destination_not_found']]])
})

test('a company names its own wallets, one for a network', async () => {
  const own = await givenOwnOrganization(server)
  const other = await givenWallets(server, own.owner)
  const tron = walletOn(other.wallets, 'tron')
  expect(codesOf(await name(own.owner, own, { wallet_id: tron.id }))).toEqual([
    ['wallet_id', 'fuel_wallet_not_own'],
  ])
  expect(codesOf(await name(own.owner, own, { most_fee: String(eth) }))).toEqual([
    ['most_fee', 'fuel_fee_too_high'],
  ])
  const { version } = own.company
  const twice = { wallet_id: own.wallet.id, ...bounds }
  const repeated = await own.owner.patch(`/v1/desk/companies/${own.company.id}`, {
    fuel_wallets: [twice, twice],
    version,
  })
  expect(codesOf(repeated)).toEqual([['wallet_id', 'fuel_wallet_repeated']])
  expect((await name(own.owner, own)).body.fuel_wallets).toEqual([
    { wallet_id: own.wallet.id, network: 'ethereum', ...bounds },
  ])
})

test('without a named wallet, or for one that was replaced, nothing is prepared', async () => {
  const own = await givenSource()
  const needy = await givenNeedy(own.owner)
  await own.owner.post(walletsPath(needy.id, '/replace'), { reason: 'Утечка' })
  expect(codesOf(await topUp(own.owner, needy))).toEqual([['address_id', 'destination_not_found']])
  const another = await givenNeedy(own.owner)
  await server.db
    .updateTable('desk_companies')
    .set({ fuel_wallets: '[]' as never })
    .execute()
  expect((await topUp(own.owner, another)).body).toMatchObject({
    code: 'no_fuel_wallet',
    context: { network: 'ethereum' },
  })
  // The wallet that pays does not pay itself.
  await name(own.owner, own)
  expect((await topUp(own.owner, own)).body.code).toBe('no_fuel_wallet')
})

test('a wallet that somebody named in the database pays nobody', async () => {
  const own = await givenSource()
  const needy = await givenNeedy(own.owner)
  const victim = await givenWallets(server, own.owner)
  const wallet_id = walletOn(victim.wallets, 'ethereum').id
  const fuel_wallets = JSON.stringify([{ wallet_id, network: 'ethereum', ...bounds }]) as never
  await server.db
    .updateTable('desk_companies')
    .set({ fuel_wallets })
    .where('id', '=', own.company.id)
    .execute()
  expect(codesOf(await topUp(own.owner, needy))).toEqual([['from_wallet_id', 'wallet_not_found']])
  // A top-up is what was approved: the same row as a payment of the desk to somebody else is none.
  await name(own.owner, own)
  const { body } = await topUp(own.owner, needy)
  await server.db.updateTable('transfers').set({ fuel_for: victim.id }).where('id', '=', body.id).execute()
  expect((await sign(own.owner, body.id)).body.code).toBe('proof_invalid')
})

test('nothing goes to an organization that is stopped', async () => {
  const own = await givenSource()
  const needy = await givenNeedy(own.owner)
  const { body } = await topUp(own.owner, needy)
  await server.db
    .updateTable('organizations')
    .set({ kyb_status: 'suspended', kyb_reason: 'Проверка' })
    .where('id', '=', needy.id)
    .execute()
  expect((await sign(own.owner, body.id)).body.code).toBe('organization_stopped')
})

test('two people on two nodes prepare one top-up', async () => {
  const own = await givenSource()
  const needy = await givenNeedy(own.owner)
  const second = await startSecondNode(server)
  try {
    const replies = await whileLocked(
      server.db,
      (db) => holdTopUps(db, needy.wallet.id),
      () => [topUp(own.owner, needy), topUp(client(second, own.owner.token), needy)],
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(replies.find(({ status }) => status === 409)?.body.code).toBe('top_up_open')
  } finally {
    await second.stop()
  }
})
