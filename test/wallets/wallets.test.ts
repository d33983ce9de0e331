import { rename } from 'node:fs/promises'
import { HDNodeWallet } from 'ethers'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { networks } from '../../contract/networks.ts'
import { roles } from '../../contract/roles.ts'
import type { WalletResponse } from '../../contract/wallets.ts'
import { createDerivationPool } from '../../server/features/wallets/derivation/derivation-pool.ts'
import { createSecretService } from '../../server/features/wallets/secret-service.ts'
import { createWalletService } from '../../server/features/wallets/wallet-service.ts'
import { type Actor, service } from '../../server/platform/actor.ts'
import { givenOrganization } from '../support/factories.ts'
import { type Client, startServer } from '../support/harness.ts'

const server = startServer()

function at(organizationId: string, what = ''): string {
  return `/v1/organizations/${organizationId}/wallets${what}`
}

async function givenWallets() {
  const owner = await server.signIn('owner')
  const { id } = await givenOrganization(server)
  const reply = await owner.post(at(id, '/create'))
  expect(reply.status).toBe(201)
  return { id, owner, wallets: reply.body.wallets as WalletResponse[] }
}

async function auditOf(organizationId: string, action: string) {
  const rows = await server.db
    .selectFrom('audit_events')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('action', '=', action)
    .orderBy('seq')
    .execute()
  return rows.map(({ event }) => JSON.parse(event))
}

/** Refused reads are written a moment later. */
async function denialsOf(administratorId: string | null): Promise<string[]> {
  const rows = await server.db
    .selectFrom('audit_events')
    .select('event')
    .where('actor_id', '=', administratorId)
    .where('action', '=', 'secret.read')
    .where('outcome', '=', 'denied')
    .execute()
  return rows.map(({ event }) => JSON.parse(event).details.reason)
}

async function eventsOf(organizationId: string) {
  return server.db
    .selectFrom('outbox_events')
    .select(['type', 'object_id', 'data'])
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .execute()
}

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
  const { organizations, vault } = server.service
  return { db: server.db, now: () => server.clock.at ?? new Date(), organizations, vault, derivation }
}

function actorOf({ id, sessionId }: Client): Actor {
  return { ...service, kind: 'administrator', id, sessionId, authenticatedAt: server.clock.at }
}

describe('creating', () => {
  test('makes one wallet per network, listed and counted, with one audit row and one event', async () => {
    const { id, owner, wallets } = await givenWallets()

    expect(wallets.map(({ network }) => network)).toEqual(networks)
    expect(wallets.every((wallet) => wallet.organization_id === id && wallet.exposed_at === null)).toBe(true)
    expect(await owner.get(at(id))).toMatchObject({ status: 200, body: wallets })
    expect(await walletsCount(id)).toBe(5)
    const made = wallets.map(({ id, network, address }) => ({ id, network, address }))
    expect(await auditOf(id, 'wallets.created')).toMatchObject([
      { actor_id: owner.id, object_id: id, details: { wallets: made, new_mnemonic: true } },
    ])
    expect(await eventsOf(id)).toEqual([{ type: 'wallets.created', object_id: id, data: { wallets: made } }])
  })

  test('again is a conflict, and changes nothing', async () => {
    const { id, owner, wallets } = await givenWallets()
    expect(await owner.post(at(id, '/create'))).toMatchObject({
      status: 409,
      body: { code: 'wallets_exist' },
    })
    expect((await owner.get(at(id))).body).toEqual(wallets)
    expect(await walletsCount(id)).toBe(5)
  })

  test('again with the same Idempotency-Key gives the first response', async () => {
    const owner = await server.signIn('custodian')
    const { id } = await givenOrganization(server)
    const headers = { 'idempotency-key': 'one' }
    const first = await owner.post(at(id, '/create'), undefined, headers)
    const again = await owner.post(at(id, '/create'), undefined, headers)
    expect(first.status).toBe(201)
    expect(again).toMatchObject({ status: 201, body: first.body })
    expect(await owner.post(at(id, '/create'), undefined, { 'idempotency-key': 'two' })).toMatchObject({
      status: 409,
    })
  })

  test('takes an empty body of any content type', async () => {
    const owner = await server.signIn('owner')
    const { id } = await givenOrganization(server)
    const reply = await owner.post(at(id, '/create'), '', { 'content-type': 'text/plain' })
    expect(reply.status).toBe(201)
  })

  test('a network that was enabled since comes from the same mnemonic', async () => {
    const before = createWalletService({ ...elsewhere(), networks: ['ethereum', 'bitcoin'] })
    const owner = await server.signIn('owner')
    const { id } = await givenOrganization(server)
    const first = await before.create(id, service, null)
    expect(first.wallets.map(({ network }) => network)).toEqual(['ethereum', 'bitcoin'])
    await expect(before.create(id, service, null)).rejects.toMatchObject({ code: 'wallets_exist' })
    const words = (await owner.get(at(id, '/mnemonic'))).body.mnemonic

    const rest = await owner.post(at(id, '/create'))

    expect(rest.status).toBe(201)
    expect(rest.body.wallets.map(({ network }: WalletResponse) => network)).toEqual(['tron', 'solana', 'ton'])
    expect((await owner.get(at(id, '/mnemonic'))).body.mnemonic).toBe(words)
    const listed: WalletResponse[] = (await owner.get(at(id))).body
    // Whoever read the mnemonic can derive the later wallets too.
    expect(new Set(listed.map(({ exposed_at }) => exposed_at)).size).toBe(1)
    expect(listed[0]?.exposed_at).toEqual(expect.any(String))
    expect(await walletsCount(id)).toBe(5)
    expect(await auditOf(id, 'wallets.created')).toMatchObject([
      { details: { new_mnemonic: true } },
      { details: { new_mnemonic: false } },
    ])
  })

  test.each(roles)('%s may do what its role says', async (role) => {
    const { id } = await givenWallets()
    const client = await server.signIn(role)
    const fresh = await givenOrganization(server)
    const custody = role === 'owner' || role === 'custodian'
    expect((await client.get(at(id))).status).toBe(200)
    expect((await client.post(at(fresh.id, '/create'))).status).toBe(custody ? 201 : 403)
    expect((await client.get(at(id, '/mnemonic'))).status).toBe(custody ? 200 : 403)
    expect((await client.get(at(id, '/secret-keys'))).status).toBe(custody ? 200 : 403)
  })

  test.each(['missing', '%00', '00000000-0000-7000-8000-000000000000', 'x'.repeat(3_000), '%F0%9F%92%A9'])(
    'an organization that cannot exist (%#) is not found',
    async (id) => {
      const owner = await server.signIn('owner')
      for (const reply of [
        await owner.get(at(id)),
        await owner.post(at(id, '/create')),
        await owner.get(at(id, '/mnemonic')),
        await owner.get(at(id, '/secret-keys')),
      ]) {
        expect(reply).toMatchObject({ status: 404, body: { code: 'organization_not_found' } })
      }
    },
  )
})

describe('reading secrets', () => {
  test('the mnemonic has 24 words, and the wallets follow from it', async () => {
    const { id, owner, wallets } = await givenWallets()
    const reply = await owner.get(at(id, '/mnemonic'))

    expect(reply).toMatchObject({
      status: 200,
      body: { organization_id: id, word_count: 24, language: 'english' },
    })
    expect(reply.headers.get('cache-control')).toBe('no-store')
    const independent = HDNodeWallet.fromPhrase(reply.body.mnemonic, undefined, "m/44'/60'/0'/0/0")
    expect(wallets.find(({ network }) => network === 'ethereum')?.address).toBe(independent.address)
  })

  test('each secret key belongs to its wallet', async () => {
    const { id, owner, wallets } = await givenWallets()
    const reply = await owner.get(at(id, '/secret-keys'))

    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(reply.body.map(({ wallet_id }: { wallet_id: string }) => wallet_id)).toEqual(
      wallets.map(({ id }) => id),
    )
    const formats = Object.fromEntries(
      reply.body.map(({ network, format, secret_key }: Record<string, string>) => [
        network,
        [format, secret_key],
      ]),
    )
    expect(formats).toEqual({
      bitcoin: ['wif', expect.stringMatching(/^[KL][1-9A-HJ-NP-Za-km-z]{51}$/)],
      ethereum: ['0x-hex', expect.stringMatching(/^0x[0-9a-f]{64}$/)],
      tron: ['hex', expect.stringMatching(/^[0-9a-f]{64}$/)],
      solana: ['base58', expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/)],
      ton: ['hex', expect.stringMatching(/^[0-9a-f]{128}$/)],
    })
  })

  test('the first read is stamped on the wallets and stays; each is in the audit log and an event', async () => {
    const { id, owner } = await givenWallets()
    await owner.get(at(id, '/secret-keys'))
    const first = (await owner.get(at(id))).body
    await owner.get(at(id, '/mnemonic'))

    expect(first.every(({ exposed_at }: WalletResponse) => exposed_at !== null)).toBe(true)
    expect((await owner.get(at(id))).body).toEqual(first)
    const log = await auditOf(id, 'secret.read')
    expect(log).toMatchObject([
      { actor_id: owner.id, session_id: owner.sessionId, details: { what: 'secret_keys' } },
      { actor_id: owner.id, session_id: owner.sessionId, details: { what: 'mnemonic' } },
    ])
    expect((await eventsOf(id)).map(({ type }) => type)).toEqual([
      'wallets.created',
      'secret.read',
      'secret.read',
    ])
  })

  test('without wallets there is nothing to read', async () => {
    const owner = await server.signIn('owner')
    const { id } = await givenOrganization(server)
    for (const what of ['/mnemonic', '/secret-keys']) {
      const reply = await owner.get(at(id, what))
      expect(reply).toMatchObject({ status: 404, body: { code: 'wallets_not_created' } })
    }
  })

  test('an authentication older than 15 minutes is stale, and says so as RFC 9470 does', async () => {
    const { id } = await givenWallets()
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
    const almost = await server.signIn('owner', { authenticatedAt: minutesAgo(14) })
    expect((await almost.get(at(id, '/mnemonic'))).status).toBe(200)
    const stale = await server.signIn('owner', { authenticatedAt: minutesAgo(16) })
    for (const what of ['/mnemonic', '/secret-keys']) {
      const reply = await stale.get(at(id, what))
      expect(reply).toMatchObject({ status: 401, body: { code: 'reauthentication_required' } })
      expect(reply.headers.get('www-authenticate')).toBe(
        'Bearer error="insufficient_user_authentication", max_age=900',
      )
      expect(reply.headers.get('cache-control')).toBe('no-store')
    }
    expect(await auditOf(id, 'secret.read')).toHaveLength(1)
    await expect
      .poll(() => denialsOf(stale.id), { timeout: 15_000 })
      .toEqual(['reauthentication_required', 'reauthentication_required'])
  })

  test('a cookie is no credential here', async () => {
    const { id, owner } = await givenWallets()
    const cookie = `__Host-kontor_refresh=${owner.token}`
    expect((await server.anonymous.get(at(id, '/mnemonic'), { cookie })).status).toBe(401)
  })

  test('thirty reads an hour, counted on every node, then 429 until the first is an hour old', async () => {
    const { id, owner } = await givenWallets()
    const other = createSecretService({
      ...elsewhere(),
      log: pino({ level: 'silent' }),
      approvals: undefined,
      audit: { record: () => {} },
    })
    const start = Date.now()
    server.clock.at = new Date(start)
    try {
      for (let read = 0; read < 15; read++) {
        expect((await owner.get(at(id, '/mnemonic'))).status).toBe(200)
        expect(await other.secretKeys(id, actorOf(owner))).toHaveLength(5)
      }
      const reply = await owner.get(at(id, '/mnemonic'))
      expect(reply).toMatchObject({ status: 429, body: { code: 'secret_reads_limited' } })
      expect(Number(reply.headers.get('retry-after'))).toBe(3_600)
      await expect(other.mnemonic(id, actorOf(owner))).rejects.toMatchObject({ code: 'secret_reads_limited' })
      // The limit comes before the question whether there is anything to read.
      expect((await owner.get(at('missing', '/mnemonic'))).status).toBe(429)
      await expect
        .poll(() => denialsOf(owner.id), { timeout: 15_000 })
        .toEqual(Array(2).fill('secret_reads_limited'))
      const custodian = await server.signIn('custodian')
      expect((await custodian.get(at(id, '/mnemonic'))).status).toBe(200)
      expect(await auditOf(id, 'secret.read')).toHaveLength(31)

      server.clock.at = new Date(start + 3_600_000)
      const later = await server.signIn('owner')
      await server.db
        .updateTable('secret_read_limits')
        .set({ administrator_id: later.id as string })
        .where('administrator_id', '=', owner.id as string)
        .execute()
      expect((await later.get(at(id, '/mnemonic'))).status).toBe(200)
    } finally {
      server.clock.at = null
    }
  })

  test('where the audit row cannot be written there is no secret', async () => {
    const { id, owner } = await givenWallets()
    await sql`
      create function refuse_secret_reads() returns trigger language plpgsql as $$
      begin
        if new.event::jsonb ->> 'action' = 'secret.read' then raise exception 'disk full'; end if;
        return new;
      end $$
    `.execute(server.db)
    await sql`
      create trigger refuse_secret_reads before insert on audit_events
      for each row execute function refuse_secret_reads()
    `.execute(server.db)
    try {
      for (const what of ['/mnemonic', '/secret-keys']) {
        const reply = await owner.get(at(id, what))
        expect(reply).toMatchObject({ status: 503, body: { code: 'audit_unavailable' } })
        expect(reply.headers.get('retry-after')).toEqual(expect.any(String))
        expect(JSON.stringify(reply.body)).not.toMatch(/disk full|mnemonic|secret_key/)
      }
    } finally {
      await sql`drop function refuse_secret_reads cascade`.execute(server.db)
    }
    expect((await owner.get(at(id))).body).toMatchObject(Array(5).fill({ exposed_at: null }))
    expect((await owner.get(at(id, '/mnemonic'))).status).toBe(200)
  })
})

describe('tampering', () => {
  async function expectDefect(id: string) {
    const custodian = await server.signIn('custodian')
    const reply = await custodian.get(at(id, '/mnemonic'))
    expect(reply).toMatchObject({ status: 500, body: { code: 'internal' } })
    expect(Object.keys(reply.body).sort()).toEqual(['code', 'detail', 'request_id'])
    expect(
      server.logged.some((line) => line.includes('"alert":"vault_unreadable"') && line.includes(id)),
    ).toBe(true)
  }

  test('a mnemonic moved to another organization does not open', async () => {
    const one = await givenWallets()
    const two = await givenWallets()
    await sql`
      update wallet_seeds set sealed_entropy = (select sealed_entropy from wallet_seeds where organization_id = ${one.id})
      where organization_id = ${two.id}
    `.execute(server.db)
    await expectDefect(two.id)
  })

  test.each([
    ['a flipped bit', sql`set_byte(sealed_entropy, 30, get_byte(sealed_entropy, 30) # 1)`],
    ['a tag of four bytes', sql`substring(sealed_entropy for length(sealed_entropy) - 12)`],
    ['another key version', sql`set_byte(sealed_entropy, 4, 2)`],
    ['another format', sql`set_byte(sealed_entropy, 0, 9)`],
    ['nothing', sql`''::bytea`],
  ])('%s does not open', async (_name, damaged) => {
    const { id } = await givenWallets()
    await sql`update wallet_seeds set sealed_entropy = ${damaged} where organization_id = ${id}`.execute(
      server.db,
    )
    await expectDefect(id)
  })

  test('a stored address that does not follow from the mnemonic gets no key', async () => {
    const { id, owner } = await givenWallets()
    const network = 'tron'
    await server.db
      .updateTable('wallets')
      .set({ address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' })
      .where('organization_id', '=', id)
      .where('network', '=', network)
      .execute()
    expect((await owner.get(at(id, '/secret-keys'))).status).toBe(500)
    expect(server.logged.some((line) => line.includes('"alert":"wallet_drift"'))).toBe(true)
  })
})

describe('checking an address', () => {
  test('tells the usual spelling, or why it is none', async () => {
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
  test('lists go on, creation and secrets are 503, and the key put back is enough', async () => {
    const { id, owner, wallets } = await givenWallets()
    const fresh = await givenOrganization(server)
    const { vault } = server.service
    await vault.stop()
    await rename(server.config.keyFile, `${server.config.keyFile}.away`)
    expect(await vault.unlock()).toBe('sealed')

    expect(await owner.get(at(id))).toMatchObject({ status: 200, body: wallets })
    for (const reply of [
      await owner.post(at(fresh.id, '/create')),
      await owner.get(at(id, '/mnemonic')),
      await owner.get(at(id, '/secret-keys')),
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
    expect(await auditOf(id, 'secret.read')).toEqual([])

    await rename(`${server.config.keyFile}.away`, server.config.keyFile)
    expect(await vault.unlock()).toBe('open')
    expect((await owner.get(at(id, '/mnemonic'))).status).toBe(200)
    expect((await owner.post(at(fresh.id, '/create'))).status).toBe(201)
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
