import { rename } from 'node:fs/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { roles } from '../../contract/api/roles.ts'
import { networks } from '../../contract/money/networks.ts'
import type { WalletResponse } from '../../contract/wallets/wallets.ts'
import { createDerivationPool } from '../../server/features/wallets/derivation/derivation-pool.ts'
import { createWalletService } from '../../server/features/wallets/wallet-service.ts'
import { service } from '../../server/platform/actor.ts'
import { scaled } from '../support/cases/scale.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { auditOf, eventsOf, givenWallets, walletsPath } from '../support/given/given-wallets.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer()

async function walletsCount(id: string) {
  const row = await server.db
    .selectFrom('organizations')
    .select('wallets_count')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.wallets_count
}

const derivation = createDerivationPool({ size: 1 })
afterAll(() => derivation.close())

/** What the services of another node on the same database are made of. */
function elsewhere() {
  const { organizations, vault, proofs, provenTables } = server.service
  const now = () => server.clock.at ?? new Date()
  return { db: server.db, now, organizations, vault, proofs, provenTables, derivation }
}

describe('creating', () => {
  test('creates one wallet per network, with one audit row and one event', async () => {
    const { id, owner, wallets } = await givenWallets(server)

    expect(wallets.map(({ network }) => network)).toEqual(networks)
    expect(wallets.every((wallet) => wallet.organization_id === id && wallet.exposed_at === null)).toBe(true)
    expect(await owner.get(walletsPath(id))).toMatchObject({ status: 200, body: wallets })
    expect(await walletsCount(id)).toBe(5)
    const made = wallets.map(({ id, network, address }) => ({ id, network, address }))
    expect(await auditOf(server, id, 'wallets.created')).toMatchObject([
      { actor_id: owner.id, object_id: id, details: { wallets: made, new_mnemonic: true } },
    ])
    expect(await eventsOf(server, id)).toEqual([
      { type: 'wallets.created', object_id: id, data: { wallets: made } },
    ])
  })

  test('again is a conflict, and changes nothing', async () => {
    const { id, owner, wallets } = await givenWallets(server)
    expect(await owner.post(walletsPath(id, '/create'))).toMatchObject({
      status: 409,
      body: { code: 'wallets_exist' },
    })
    expect((await owner.get(walletsPath(id))).body).toEqual(wallets)
    expect(await walletsCount(id)).toBe(5)
  })

  test('again with the same Idempotency-Key returns the first response', async () => {
    const owner = await server.signIn('custodian')
    const { id } = await givenOrganization(server)
    const headers = { 'idempotency-key': 'one' }
    const first = await owner.post(walletsPath(id, '/create'), undefined, headers)
    const again = await owner.post(walletsPath(id, '/create'), undefined, headers)
    expect(first.status).toBe(201)
    expect(again).toMatchObject({ status: 201, body: first.body })
    expect(
      await owner.post(walletsPath(id, '/create'), undefined, { 'idempotency-key': 'two' }),
    ).toMatchObject({
      status: 409,
    })
  })

  test('accepts an empty body of any content type', async () => {
    const owner = await server.signIn('owner')
    const { id } = await givenOrganization(server)
    const reply = await owner.post(walletsPath(id, '/create'), '', { 'content-type': 'text/plain' })
    expect(reply.status).toBe(201)
  })

  test('the wallet of a network that was enabled later is derived from the same mnemonic', async () => {
    const before = createWalletService({ ...elsewhere(), networks: ['ethereum', 'bitcoin'] })
    const owner = await server.signIn('owner')
    const { id } = await givenOrganization(server)
    const first = await before.create(id, service, null)
    expect(first.wallets.map(({ network }) => network)).toEqual(['ethereum', 'bitcoin'])
    await expect(before.create(id, service, null)).rejects.toMatchObject({ code: 'wallets_exist' })
    const words = (await owner.get(walletsPath(id, '/mnemonic'))).body.mnemonic

    const rest = await owner.post(walletsPath(id, '/create'))

    expect(rest.status).toBe(201)
    expect(rest.body.wallets.map(({ network }: WalletResponse) => network)).toEqual(['tron', 'solana', 'ton'])
    expect((await owner.get(walletsPath(id, '/mnemonic'))).body.mnemonic).toBe(words)
    const listed: WalletResponse[] = (await owner.get(walletsPath(id))).body
    // Whoever read the mnemonic can derive the later wallets too.
    expect(new Set(listed.map(({ exposed_at }) => exposed_at)).size).toBe(1)
    expect(listed[0]?.exposed_at).toEqual(expect.any(String))
    expect(await walletsCount(id)).toBe(5)
    expect(await auditOf(server, id, 'wallets.created')).toMatchObject([
      { details: { new_mnemonic: true } },
      { details: { new_mnemonic: false } },
    ])
  })

  test.each(scaled(['custodian', 'officer'] as const, roles))(
    '%s may do what the role permits',
    async (role) => {
      const { id } = await givenWallets(server)
      const client = await server.signIn(role)
      const fresh = await givenOrganization(server)
      const custody = role === 'owner' || role === 'custodian'
      expect((await client.get(walletsPath(id))).status).toBe(200)
      expect((await client.post(walletsPath(fresh.id, '/create'))).status).toBe(custody ? 201 : 403)
      expect((await client.get(walletsPath(id, '/mnemonic'))).status).toBe(custody ? 200 : 403)
      expect((await client.get(walletsPath(id, '/secret-keys'))).status).toBe(custody ? 200 : 403)
    },
  )

  test.each(['missing', '%00', '00000000-0000-7000-8000-000000000000', 'x'.repeat(3_000), '%F0%9F%92%A9'])(
    'an impossible organization id (%#) is not found',
    async (id) => {
      const owner = await server.signIn('owner')
      for (const reply of [
        await owner.get(walletsPath(id)),
        await owner.post(walletsPath(id, '/create')),
        await owner.get(walletsPath(id, '/mnemonic')),
        await owner.get(walletsPath(id, '/secret-keys')),
      ]) {
        expect(reply).toMatchObject({ status: 404, body: { code: 'organization_not_found' } })
      }
    },
  )
})

describe('checking an address', () => {
  test('returns the usual spelling, or why the address is not valid', async () => {
    const auditor = await server.signIn('auditor')
    const check = (network: string, address: string) =>
      auditor.post('/v1/addresses/check', { network, address })
    expect(await check('ethereum', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed')).toMatchObject({
      status: 200,
      body: {
        network: 'ethereum',
        valid: true,
        address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
        kind: 'account',
        checksum: false,
        reason: null,
      },
    })
    expect((await check('bitcoin', 'кошелёк')).body).toMatchObject({ valid: false, reason: 'format' })
    expect(await check('dogecoin', 'x')).toMatchObject({ status: 422 })
    expect(await check('ton', 'x'.repeat(300))).toMatchObject({ status: 422 })
    expect(await server.anonymous.post('/v1/addresses/check', {})).toMatchObject({ status: 401 })
  })
})

describe('while the vault is sealed', () => {
  test('lists work, creation and secrets are 503 until the key is restored', async () => {
    const { id, owner, wallets } = await givenWallets(server)
    const fresh = await givenOrganization(server)
    const { vault } = server.service
    await vault.stop()
    await rename(server.config.keyFile, `${server.config.keyFile}.away`)
    expect(await vault.unlock()).toBe('sealed')

    expect(await owner.get(walletsPath(id))).toMatchObject({ status: 200, body: wallets })
    for (const reply of [
      await owner.post(walletsPath(fresh.id, '/create')),
      await owner.get(walletsPath(id, '/mnemonic')),
      await owner.get(walletsPath(id, '/secret-keys')),
    ]) {
      expect(reply).toMatchObject({ status: 503, body: { code: 'vault_sealed' } })
      expect(reply.headers.get('retry-after')).toEqual(expect.any(String))
    }
    expect(await owner.get('/readyz')).toMatchObject({ status: 200, body: { vault: 'sealed' } })
    expect((await owner.get('/metrics')).body).toContain('kontor_vault_open 0')
    expect(await owner.get('/v1/vault')).toMatchObject({
      status: 200,
      body: { state: 'sealed', sealed_because: 'key_missing', backed_up: false },
    })
    expect(await auditOf(server, id, 'secret.read')).toEqual([])

    await rename(`${server.config.keyFile}.away`, server.config.keyFile)
    expect(await vault.unlock()).toBe('open')
    expect((await owner.get(walletsPath(id, '/mnemonic'))).status).toBe(200)
    expect((await owner.post(walletsPath(fresh.id, '/create'))).status).toBe(201)
  })

  test('owners see the state of the vault, others do not', async () => {
    const owner = await server.signIn('owner')
    const reply = await owner.get('/v1/vault')
    expect(reply).toMatchObject({
      status: 200,
      body: {
        state: 'open',
        sealed_because: null,
        backed_up: false,
        slots: [{ kind: 'file', in_use: true }],
      },
    })
    expect((await (await server.signIn('custodian')).get('/v1/vault')).status).toBe(403)
  })
})
