import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { provenEntries } from '../../server/features/address-book/entry-proofs.ts'
import { hash, pathOf, payment, terms } from '../deals/given-deal.ts'
import { hitsOf, publish } from '../screening/given-lists.ts'
import { isFull } from '../support/cases/scale.ts'
import { proveRow } from '../support/database/proven-rows.ts'
import {
  approve,
  givenBuyer,
  givenRequest,
  givenWallet,
  newRequest,
  review,
} from '../support/given/given-purchase-request.ts'
import { type Client, startServer } from '../support/service/harness.ts'
import {
  anew,
  bookPath,
  givenEntry,
  hour,
  moveClock,
  newOwner,
  newTronAddress,
  resetPolicy,
  setPolicy,
} from './given-address.ts'

const server = startServer()
let owner: Client
let id: string
beforeEach(async () => {
  owner = await server.signIn('owner')
  id = (await givenBuyer(server)).id
})
afterEach(async () => {
  server.clock.at = null
  await resetPolicy(server)
})

const create = (overrides: object) =>
  owner.post('/v1/purchase-requests', newRequest(id, { ...terms, ...overrides }))
const move = (requestId: string, body: object) => owner.patch(`${pathOf(requestId)}/status`, body)
const remove = (entryId: string) => owner.delete(bookPath(id, `/${entryId}`))
const blockersOf = async (requestId: string, to: string) => {
  const { body } = await owner.get(`${pathOf(requestId)}/next-steps`)
  const step = body.steps.find(({ status }: { status: string }) => status === to)
  return step.blockers.map(({ code }: { code: string }) => code)
}
async function givenEthereumWallet() {
  await givenWallet(server, id, 'ethereum', newOwner().address)
}
const fault = (code: string) => ({
  status: 422,
  body: { detail: [{ loc: ['body', 'address_id'], ctx: { code } }] },
})

describe('a new request', () => {
  test('goes to the address of the entry that it names', async () => {
    const entry = await givenEntry(owner, id)
    const { status, body } = await create({ address_id: entry.id })
    expect(status).toBe(201)
    const destination = { address_id: entry.id, destination_address: entry.address, wallet_id: null }
    expect(body).toMatchObject(destination)
    expect((await owner.get(pathOf(body.id))).body).toMatchObject(destination)
    const listed = (await owner.get('/v1/purchase-requests?limit=100')).body.items
    expect(listed.find((one: { id: string }) => one.id === body.id)).toMatchObject(destination)
    expect((await create({})).body).toMatchObject({ address_id: null, destination_address: null })
  })

  test('names an own wallet by the same field', async () => {
    const [wallet] = (await owner.get(bookPath(id, '?network=tron'))).body.items
    expect((await create({ address_id: wallet.id })).body).toMatchObject({
      address_id: null,
      wallet_id: wallet.id,
      destination_address: wallet.address,
    })
  })

  test('refuses an entry of before from which nothing comes back', async () => {
    const entry = await givenEntry(owner, id)
    const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
    await server.db
      .updateTable('address_book_entries')
      .set({ address, account: address })
      .where('id', '=', entry.id)
      .execute()
    await proveRow(server, provenEntries, entry.id)
    expect(await create({ address_id: entry.id })).toMatchObject(fault('address_not_payable'))
  })

  test('refuses entries that are not there, and more than one destination', async () => {
    const entry = await givenEntry(owner, id)
    const foreign = await givenEntry(owner, (await givenBuyer(server)).id)
    for (const address_id of [foreign.id, 'missing', '00000000-0000-7000-8000-000000000000'])
      expect(await create({ address_id })).toMatchObject(fault('book_address_not_found'))
    const ethereum = await givenEntry(owner, id, {
      network: 'ethereum',
      address: '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
    })
    expect(await create({ address_id: ethereum.id })).toMatchObject(fault('book_address_not_found'))
    const both = { address_id: entry.id, destination_address: entry.address }
    expect(await create(both)).toMatchObject(fault('one_destination'))
    await remove(entry.id)
    expect(await create({ address_id: entry.id })).toMatchObject(fault('book_address_not_found'))
  })
})

describe('a correction', () => {
  test('chooses an entry, and an address of one’s own instead of it', async () => {
    const entry = await givenEntry(owner, id)
    const request = await givenRequest(owner, id, terms, review, approve)
    const chosen = await owner.patch(pathOf(request.id), { version: request.version, address_id: entry.id })
    expect(chosen).toMatchObject({
      status: 200,
      body: {
        status: 'in_review',
        address_id: entry.id,
        destination_address: entry.address,
        wallet_id: null,
      },
    })
    const noted = await owner.patch(pathOf(request.id), { version: chosen.body.version, comment: 'Срочно' })
    expect(noted.body).toMatchObject({ address_id: entry.id, destination_address: entry.address })
    const same = await owner.patch(pathOf(request.id), {
      version: noted.body.version,
      address_id: entry.id,
    })
    expect(same.body.version).toBe(noted.body.version)
    const other = newTronAddress()
    const typed = await owner.patch(pathOf(request.id), {
      version: noted.body.version,
      destination_address: other,
    })
    expect(typed.body).toMatchObject({ address_id: null, destination_address: other })
    const { items } = (await owner.get(`${pathOf(request.id)}/history`)).body
    const changes = items.flatMap((row: { changes: object[] | null }) => row.changes ?? [])
    expect(changes).toEqual(
      expect.arrayContaining([
        { field: 'address_id', from: null, to: entry.id },
        { field: 'address_id', from: entry.id, to: null },
      ]),
    )
    const cleared = await owner.patch(pathOf(request.id), {
      version: typed.body.version,
      address_id: null,
    })
    expect(cleared.body).toMatchObject({ address_id: null, destination_address: null })
  })

  test('of a paid request does not send the coins elsewhere', async () => {
    const entry = await givenEntry(owner, id)
    const request = await givenRequest(owner, id, terms, review, approve)
    await owner.post(`${pathOf(request.id)}/payments`, payment())
    const { version } = (await owner.get(pathOf(request.id))).body
    expect(await owner.patch(pathOf(request.id), { version, address_id: entry.id })).toMatchObject({
      status: 409,
      body: { code: 'already_paid' },
    })
  })
})

describe('neither approved nor delivered', () => {
  /** One request that waits for its approval, and one that is paid. */
  async function given(entryId: string) {
    const waiting = await givenRequest(owner, id, { ...terms, address_id: entryId }, review)
    const paid = await givenRequest(owner, id, { ...terms, address_id: entryId }, review, approve)
    expect((await owner.post(`${pathOf(paid.id)}/payments`, payment())).status).toBe(201)
    return { waiting: waiting.id, paid: paid.id }
  }

  async function expectBlocked({ waiting, paid }: { waiting: string; paid: string }, code: string) {
    expect(await blockersOf(waiting, 'approved')).toEqual([code])
    expect(await blockersOf(paid, 'completed')).toEqual([code])
    for (const reply of [
      await move(waiting, approve),
      await move(paid, { status: 'completed', tx_hash: hash('a') }),
      await owner.post(`${pathOf(paid)}/deliveries`, { tx_hash: hash('b'), amount: '1' }),
    ])
      expect(reply).toMatchObject({
        status: 409,
        body: { code: 'approval_blocked', context: { blockers: [{ code, organization_id: id }] } },
      })
  }

  async function expectFree({ waiting, paid }: { waiting: string; paid: string }) {
    expect((await move(waiting, approve)).status).toBe(200)
    expect((await move(paid, { status: 'completed', tx_hash: hash('a') })).status).toBe(200)
  }

  test('while the entry is cooling off', async () => {
    await setPolicy(owner, [{ act: 'address.add', cooling_off: 7_200 }])
    const entry = await givenEntry(owner, id)
    const { id: waiting } = await givenRequest(owner, id, { ...terms, address_id: entry.id }, review)
    expect(await move(waiting, approve)).toMatchObject({
      status: 409,
      body: {
        context: {
          blockers: [{ code: 'address_cooling_off', address_id: entry.id, usable_from: entry.usable_from }],
        },
      },
    })
    moveClock(server, 2 * hour)
    owner = await anew(server, owner)
    expect((await move(waiting, approve)).status).toBe(200)
  })

  test.runIf(isFull)('to an entry that was removed', async () => {
    const entry = await givenEntry(owner, id)
    const requests = await given(entry.id)
    await remove(entry.id)
    await expectBlocked(requests, 'address_removed')
  })

  test('to what the policy does not allow', async () => {
    const entry = await givenEntry(owner, id)
    const requests = await given(entry.id)
    await setPolicy(owner, [{ act: 'address.add', only: 'proven' }])
    await expectBlocked(requests, 'address_not_allowed')
    await resetPolicy(server)
    await expectFree(requests)
  })

  test.runIf(isFull)('to a typed address, if the policy says which ones are allowed', async () => {
    const other = newTronAddress()
    const entry = await givenEntry(owner, id)
    const [own] = (await owner.get(bookPath(id, '?network=tron'))).body.items
    const to = (destination_address: string) =>
      givenRequest(owner, id, { ...terms, destination_address }, review)
    const [typed, written, wallet] = [await to(other), await to(entry.address), await to(own.address)]
    const paid = await givenRequest(owner, id, { ...terms, destination_address: other }, review, approve)
    await owner.post(`${pathOf(paid.id)}/payments`, payment())
    await setPolicy(owner, [{ act: 'address.add', only: 'own_wallets' }])
    await expectBlocked({ waiting: typed.id, paid: paid.id }, 'address_not_allowed')
    expect(await blockersOf(written.id, 'approved')).toEqual(['address_not_allowed'])
    expect((await move(wallet.id, approve)).status).toBe(200)
    await resetPolicy(server)
    await expectFree({ waiting: typed.id, paid: paid.id })
  })

  test.runIf(isFull)('to a typed address that is proven, but cools off', async () => {
    const them = newOwner()
    await setPolicy(owner, [{ act: 'address.add', only: 'proven', cooling_off: 7_200 }])
    const body = await them.proven(owner, id)
    expect((await owner.post(bookPath(id), body)).status).toBe(201)
    // The wallet that every approval needs.
    await givenEthereumWallet()
    const typed = { asset: 'USDT', network: 'ethereum', destination_address: them.address.toLowerCase() }
    const request = await givenRequest(owner, id, { ...terms, ...typed }, review)
    expect(await blockersOf(request.id, 'approved')).toEqual(['address_cooling_off'])
    moveClock(server, 2 * hour)
    owner = await anew(server, owner)
    expect((await move(request.id, approve)).status).toBe(200)
  })

  test('to a listed address, until one decision about the entry', async () => {
    const entry = await givenEntry(owner, id)
    const requests = await given(entry.id)
    await publish(server, owner, 'own', [
      { id: 'listed', schema: 'Person', name: 'Владелец адреса', crypto_addresses: entry.address },
    ])
    const [hit, ...more] = await hitsOf(owner, id)
    expect(more).toEqual([])
    expect(hit).toMatchObject({ subject: { kind: 'address', id: entry.id } })
    await expectBlocked(requests, 'screening_hit')
    await owner.patch(`/v1/screening/hits/${hit.id}`, { status: 'dismissed', reason: 'Не он' })
    await expectFree(requests)
  })
})
