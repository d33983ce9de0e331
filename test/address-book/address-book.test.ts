import { describe, expect, test } from 'vitest'
import { roles } from '../../contract/api/roles.ts'
import { scaled } from '../support/cases/scale.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { auditOf, eventsOf, givenWallets, walletsPath } from '../support/given/given-wallets.ts'
import { startNode } from '../support/service/auth-helpers.ts'
import { client, startServer } from '../support/service/harness.ts'
import { add, bookOf, bookPath, declared, entryOf, givenEntry, newTronAddress } from './given-address.ts'

const server = startServer({ connections: 6 })

describe('the book', () => {
  test('has the current wallets first, and then the entries, newest first', async () => {
    const { id, owner, wallets } = await givenWallets(server)
    const first = await givenEntry(owner, id)
    const second = await givenEntry(owner, id, {
      network: 'ethereum',
      address: '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
      label: 'Холодный кошелёк',
    })

    const book = await bookOf(owner, id)

    expect(book.map((entry) => entry.id)).toEqual([
      ...wallets.map((wallet) => wallet.id),
      second.id,
      first.id,
    ])
    for (const [index, wallet] of wallets.entries())
      expect(book[index]).toEqual({
        id: wallet.id,
        organization_id: id,
        network: wallet.network,
        address: wallet.address,
        memo: null,
        label: null,
        owner: null,
        ownership: 'own_wallet',
        usable_from: wallet.created_at,
        is_usable: true,
        blockers: [],
        created_by: null,
        created_at: wallet.created_at,
        removed_at: null,
      })
    expect(book.at(-2)).toEqual(second)
    expect(second).toMatchObject({
      organization_id: id,
      network: 'ethereum',
      address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      label: 'Холодный кошелёк',
      owner: 'ООО «Ромашка»',
      ownership: 'declared',
      is_usable: true,
      blockers: [],
      created_by: expect.stringContaining('@example.com'),
      removed_at: null,
    })
    expect(second.usable_from).toBe(second.created_at)
    const tron = await bookOf(owner, id, '?network=tron')
    expect(tron.map((entry) => entry.id)).toEqual([
      wallets.find(({ network }) => network === 'tron')?.id,
      first.id,
    ])
    expect((await owner.get(bookPath(id, '?network=dogecoin'))).status).toBe(422)
  })

  test('follows a replacement of the wallets', async () => {
    const { id, owner, wallets } = await givenWallets(server)
    const made = (await owner.post(walletsPath(id, '/replace'), { reason: 'Утечка' })).body
    expect((await bookOf(owner, id)).map((entry) => entry.id)).toEqual(
      made.wallets.map((wallet: { id: string }) => wallet.id),
    )
    const old = wallets.find(({ network }) => network === 'tron')
    // A wallet whose key somebody may have is not written down as a destination again.
    expect(await add(owner, id, declared({ address: old?.address }))).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'address'], ctx: { code: 'wallet_retired' } }] },
    })
  })

  test('says that the wallet of somebody else was replaced since', async () => {
    const theirs = await givenWallets(server)
    const { id } = await givenOrganization(server)
    const ton = theirs.wallets.find(({ network }) => network === 'ton')?.address as string
    const entry = await givenEntry(theirs.owner, id, { network: 'ton', address: ton })
    expect(entry.is_usable).toBe(true)
    await theirs.owner.post(walletsPath(theirs.id, '/replace'), { reason: 'Утечка' })
    expect(await entryOf(theirs.owner, id, entry.id)).toMatchObject({
      is_usable: false,
      blockers: ['wallet_retired'],
    })
  })

  test('is the same on a node that starts later', async () => {
    const { id, owner } = await givenWallets(server)
    await givenEntry(owner, id)
    const node = await startNode(server)
    try {
      expect(await bookOf(client(node, owner.token), id)).toEqual(await bookOf(owner, id))
    } finally {
      await node.stop()
    }
  })
})

test.each(scaled(['operator', 'auditor'] as const, roles))(
  '%s may do what the role permits',
  async (role) => {
    const { id, owner } = await givenWallets(server)
    const entry = await givenEntry(owner, id)
    const by = await server.signIn(role)
    const edits = role === 'owner' || role === 'officer' || role === 'operator'
    expect((await by.get(bookPath(id))).status).toBe(200)
    const place = { network: 'ethereum', address: '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed' }
    expect((await by.post(bookPath(id, '/challenge'), place)).status).toBe(edits ? 201 : 403)
    expect((await add(by, id, declared())).status).toBe(edits ? 201 : 403)
    expect((await by.delete(bookPath(id, `/${entry.id}`))).status).toBe(edits ? 204 : 403)
  },
)

test('an API key reads the book and adds nothing', async () => {
  const { id, owner } = await givenWallets(server)
  const scopes = ['organizations:read', 'organizations:write', 'requests:write']
  const { body } = await owner.post('/v1/api-keys', { name: 'CRM', scopes })
  const key = client(server, body.key)
  expect((await key.get(bookPath(id))).status).toBe(200)
  expect((await add(key, id, declared())).status).toBe(403)
})

describe('adding', () => {
  test('leaves one event and one audit row, which do not say whose address it is', async () => {
    const { id, owner } = await givenWallets(server)
    const { id: entryId, address } = await givenEntry(owner, id)
    const told = { network: 'tron', address, ownership: 'declared' }
    expect((await eventsOf(server, id)).filter(({ type }) => type === 'address.added')).toEqual([
      { type: 'address.added', object_id: entryId, data: told },
    ])
    const [row, ...more] = await auditOf(server, id, 'address.added')
    expect(more).toEqual([])
    expect(row).toMatchObject({ actor_id: owner.id, object_id: entryId })
    expect(row.details).toEqual({ ...told, label: 'Биржа', cooling_off: 0 })
  })

  test('the same address twice is 409, until the first is removed', async () => {
    const { id, owner } = await givenWallets(server)
    const ethereum = { network: 'ethereum', address: '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed' }
    const entry = await givenEntry(owner, id, ethereum)
    const same = declared({ ...ethereum, address: ethereum.address.toUpperCase().replace('0X', '0x') })
    const duplicate = {
      status: 409,
      body: { code: 'duplicate', context: { reason: 'book_address', existing_id: entry.id } },
    }
    expect(await add(owner, id, same)).toMatchObject(duplicate)
    // Another organization has a book of its own.
    expect((await add(owner, (await givenOrganization(server)).id, same)).status).toBe(201)
    await owner.delete(bookPath(id, `/${entry.id}`))
    expect((await add(owner, id, same)).status).toBe(201)
  })

  test('two spellings of one account of TON are the same address', async () => {
    const { id, owner, wallets } = await givenWallets(server)
    const raw = `0:${'b1'.repeat(32)}`
    const entry = await givenEntry(owner, id, { network: 'ton', address: raw })
    const check = await owner.post('/v1/addresses/check', { network: 'ton', address: entry.address })
    expect(check.body).toMatchObject({ valid: true, kind: 'non_bounceable' })
    const again = await add(owner, id, declared({ network: 'ton', address: bounceable(entry.address) }))
    expect(again).toMatchObject({ status: 409, body: { code: 'duplicate' } })
    const own = wallets.find(({ network }) => network === 'ton')
    const wallet = await add(
      owner,
      id,
      declared({ network: 'ton', address: bounceable(own?.address as string) }),
    )
    expect(wallet).toMatchObject({
      status: 409,
      body: { code: 'address_is_wallet', context: { wallet_id: own?.id } },
    })
  })

  test('twice at once: one is added', async () => {
    const { id, owner } = await givenWallets(server)
    const body = declared()
    const replies = await Promise.all([1, 2, 3, 4].map(() => add(owner, id, body)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
    expect(await bookOf(owner, id, '?network=tron')).toHaveLength(2)
  })

  test('with an idempotency key, the same call answers the same', async () => {
    const { id, owner } = await givenWallets(server)
    const [body, headers] = [declared(), { 'idempotency-key': 'add-1' }]
    const first = await add(owner, id, body, headers)
    const second = await add(owner, id, body, headers)
    expect(first.status).toBe(201)
    expect(second.body).toEqual(first.body)
    expect(await auditOf(server, id, 'address.added')).toHaveLength(1)
  })

  test.each([
    ['an address of another network', { network: 'bitcoin' }, 'address'],
    ['no address', { address: 'nowhere' }, 'address'],
    ['an empty label', { label: '' }, 'label'],
    ['an unknown network', { network: 'dogecoin' }, 'network'],
    ['an unknown field', { ownership: 'own_wallet' }, 'ownership'],
  ])('%s is 422', async (_name, overrides, field) => {
    const { id, owner } = await givenWallets(server)
    const reply = await add(owner, id, declared(overrides))
    expect(reply.status).toBe(422)
    expect(reply.body.detail.map(({ loc }: { loc: string[] }) => loc[1])).toContain(field)
  })
})

test.each([
  ['tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'token_contract'],
  ['ethereum', '0x000000000000000000000000000000000000dEaD', 'burn'],
  ['solana', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'system'],
])('nobody could get coins back from %s %s: %s', async (network, address, kind) => {
  const { id, owner } = await givenWallets(server)
  const refused = { loc: ['body', 'address'], ctx: { code: 'address_not_payable', kind } }
  const reply = await add(owner, id, declared({ network, address }))
  expect(reply).toMatchObject({ status: 422, body: { detail: [refused] } })
  expect((await owner.post('/v1/addresses/check', { network, address })).body).toMatchObject({
    valid: true,
    not_payable: kind,
  })
})

describe('removing', () => {
  test('marks the entry, tells of it once, and keeps it readable', async () => {
    const { id, owner } = await givenWallets(server)
    const entry = await givenEntry(owner, id)
    for (const _time of [1, 2]) expect((await owner.delete(bookPath(id, `/${entry.id}`))).status).toBe(204)
    expect(await entryOf(owner, id, entry.id)).toMatchObject({
      is_usable: false,
      blockers: ['removed'],
      removed_at: expect.any(String),
    })
    expect(await auditOf(server, id, 'address.removed')).toMatchObject([{ object_id: entry.id }])
    const removed = (await eventsOf(server, id)).filter(({ type }) => type === 'address.removed')
    expect(removed).toMatchObject([{ object_id: entry.id, data: { address: entry.address } }])
  })

  test('a wallet stays, and entries of others are not found', async () => {
    const { id, owner, wallets } = await givenWallets(server)
    const theirs = await givenWallets(server)
    const foreign = await givenEntry(owner, theirs.id)
    expect(await owner.delete(bookPath(id, `/${wallets[0]?.id}`))).toMatchObject({
      status: 409,
      body: { code: 'address_is_wallet' },
    })
    for (const other of [foreign.id, theirs.wallets[0]?.id, 'missing', '%00'])
      expect(await owner.delete(bookPath(id, `/${other}`))).toMatchObject({
        status: 404,
        body: { code: 'address_not_found' },
      })
    expect(await entryOf(owner, theirs.id, foreign.id)).toMatchObject({ is_usable: true })
  })
})

test.each(['missing', '%00', '00000000-0000-7000-8000-000000000000'])(
  'organization %s is not found',
  async (id) => {
    const owner = await server.signIn('owner')
    const body = { code: 'organization_not_found' }
    for (const reply of [
      await owner.get(bookPath(id)),
      await add(owner, id, declared()),
      await owner.post(bookPath(id, '/challenge'), { network: 'tron', address: newTronAddress() }),
      await owner.delete(bookPath(id, '/missing')),
    ])
      expect(reply).toMatchObject({ status: 404, body })
  },
)

/** The same account, in the form for contracts (TEP-2). */
function bounceable(address: string): string {
  const bytes = Buffer.from(address, 'base64url')
  bytes[0] = 0x11
  let crc = 0
  for (const byte of bytes.subarray(0, 34)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  bytes.writeUInt16BE(crc, 34)
  return bytes.toString('base64url')
}
