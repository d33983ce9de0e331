import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { hitsOf, type Listed, publish } from '../screening/given-lists.ts'
import { givenWallets } from '../support/given/given-wallets.ts'
import { type Client, startServer } from '../support/service/harness.ts'
import {
  add,
  anew,
  bookOf,
  bookPath,
  declared,
  entryOf,
  givenEntry,
  moveClock,
  newTronAddress,
} from './given-address.ts'

const server = startServer()
let owner: Client
const rows = new Map<string, Listed>([['first', { id: 'first', name: 'Неизвестный Некто Никтович' }]])
const list = (...added: Listed[]) => {
  for (const row of added) rows.set(row.id, row)
  return publish(server, owner, 'own', [...rows.values()])
}
const listAddress = (address: string) =>
  list({ id: address, schema: 'Person', name: `Владелец ${address}`, crypto_addresses: address })
const decide = (hitId: string, status: string) =>
  owner.patch(`/v1/screening/hits/${hitId}`, { status, reason: 'Проверено' })

beforeAll(async () => {
  owner = await server.signIn('owner')
  await list()
})
afterEach(() => {
  server.clock.at = null
})

const spellings: [network: string, listed: string, asked: string][] = [
  ['ethereum', '0xde709f2102306220921060314715629080e2fb77', '0xDE709F2102306220921060314715629080E2FB77'],
  ['bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4'],
  ['tron', 'TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL', 'TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL'],
  ['solana', 'FVen3X669xLzsi6N2V91DoiyzHzg1uAgqiT8jZ9nS96Z', 'FVen3X669xLzsi6N2V91DoiyzHzg1uAgqiT8jZ9nS96Z'],
  [
    'ton',
    '0:c113a994b5024a16719f69139328eb759596c38a25f59028b146fecdc3621dfe',
    'EQDBE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_r71',
  ],
]

test.each(spellings)(
  'a listed address of %s cannot be used from the moment it is added',
  async (network, listed, address) => {
    const { id } = await givenWallets(server)
    await listAddress(listed)
    const entry = await givenEntry(owner, id, { network, address, label: 'Биржа' })
    expect(entry).toMatchObject({ is_usable: false, blockers: ['screening_hit'] })
    expect(await hitsOf(owner, id)).toMatchObject([
      {
        status: 'open',
        above_threshold: true,
        subject: { kind: 'address', id: entry.id, name: `Биржа · ${entry.address}` },
        reasons: [{ code: 'address_equal' }],
      },
    ])
  },
)

describe('a new list', () => {
  test('blocks what is there already, and only that', async () => {
    const { id } = await givenWallets(server)
    const [clean, listed] = [await givenEntry(owner, id), await givenEntry(owner, id)]
    expect(listed.is_usable).toBe(true)
    await listAddress(listed.address)
    const [hit] = await hitsOf(owner, id)
    expect(hit).toMatchObject({ subject: { id: listed.id } })
    expect(await entryOf(owner, id, listed.id)).toMatchObject({
      is_usable: false,
      blockers: ['screening_hit'],
    })
    expect(await entryOf(owner, id, clean.id)).toMatchObject({ is_usable: true, blockers: [] })
    // A decision that it is somebody else lifts it; a confirmation does not.
    await decide(hit.id, 'confirmed')
    expect(await entryOf(owner, id, listed.id)).toMatchObject({ blockers: ['screening_hit'] })
    await decide(hit.id, 'dismissed')
    expect(await entryOf(owner, id, listed.id)).toMatchObject({ is_usable: true, blockers: [] })
  })

  test('counts also for an entry that screening was not told of', async () => {
    const { id } = await givenWallets(server)
    const entry = await givenEntry(owner, id)
    await server.db.deleteFrom('screening_subjects').where('id', '=', entry.id).execute()
    await listAddress(entry.address)
    expect(await entryOf(owner, id, entry.id)).toMatchObject({ blockers: ['screening_hit'] })
  })

  test('finds entries that nobody has told screening of', async () => {
    const { id } = await givenWallets(server)
    const [lost, removed] = [await givenEntry(owner, id), await givenEntry(owner, id)]
    await owner.delete(bookPath(id, `/${removed.id}`))
    await server.db.deleteFrom('screening_subjects').where('id', '=', lost.id).execute()
    await server.service.partySweep.job.run(new AbortController().signal)
    const known = await server.db
      .selectFrom('screening_subjects')
      .select(['id', 'name'])
      .where('kind', '=', 'address')
      .where('organization_id', '=', id)
      .execute()
    expect(known).toEqual([{ id: lost.id, name: `Биржа · ${lost.address}` }])
  })
})

test('a removed entry is no longer compared, and its hit waits for a decision', async () => {
  const { id } = await givenWallets(server)
  const entry = await givenEntry(owner, id)
  await listAddress(entry.address)
  await owner.delete(bookPath(id, `/${entry.id}`))
  expect(await hitsOf(owner, id)).toMatchObject([{ status: 'open', reopened_because: ['party_removed'] }])
  expect(await entryOf(owner, id, entry.id)).toMatchObject({ blockers: ['removed'] })
  // Who adds it again is told again.
  const again = await add(owner, id, declared({ address: entry.address }))
  expect(again.body).toMatchObject({ is_usable: false, blockers: ['screening_hit'] })
})

test('a hit of the organization stops what leaves its hands, and not what stays in them', async () => {
  const { id, wallets } = await givenWallets(server)
  const entry = await givenEntry(owner, id)
  const { inn } = (await owner.get(`/v1/organizations/${id}`)).body
  await list({ id: 'organization', schema: 'Company', name: 'Глубинпромснаб', inn })
  for (const { id: addressId, blockers } of await bookOf(owner, id))
    expect(blockers).toEqual(addressId === entry.id ? ['screening_hit'] : [])
  // A wallet that is listed itself is no place to send coins to.
  await listAddress(wallets[0]?.address as string)
  expect((await bookOf(owner, id))[0]).toMatchObject({ is_usable: false, blockers: ['screening_hit'] })
})

test('lists that are too old stop entries, and not own wallets', async () => {
  const { id } = await givenWallets(server)
  const entry = await givenEntry(owner, id, { address: newTronAddress() })
  moveClock(server, 31 * 24 * 3_600_000)
  for (const { id: addressId, blockers } of await bookOf(await anew(server, owner), id))
    expect(blockers).toEqual(addressId === entry.id ? ['screening_stale'] : [])
})
