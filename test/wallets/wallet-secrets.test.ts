import { HDNodeWallet } from 'ethers'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { permissionsOf } from '../../contract/api/roles.ts'
import type { WalletResponse } from '../../contract/wallets/wallets.ts'
import { createDerivationPool } from '../../server/features/wallets/derivation/derivation-pool.ts'
import { createSecretService } from '../../server/features/wallets/secret-service.ts'
import { type Actor, service } from '../../server/platform/actor.ts'
import { isFull } from '../support/cases/scale.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { auditOf, eventsOf, givenWallets, walletsPath } from '../support/given/given-wallets.ts'
import { type Client, startServer } from '../support/service/harness.ts'

const server = startServer()

/** Refused reads are written a moment later. */
async function denialsOf(administratorId: string | null): Promise<string[]> {
  const rows = await server.db
    .selectFrom('audit_events')
    .select('event')
    .where('actor_id', '=', administratorId)
    .where('action', 'in', ['secret.read', 'access.denied'])
    .where('outcome', '=', 'denied')
    .execute()
  return rows.map(({ event }) => JSON.parse(event).details.reason)
}

const derivation = createDerivationPool({ size: 1 })
afterAll(() => derivation.close())

/** What the services of another node on the same database are made of. */
function elsewhere() {
  const { organizations, vault, proofs, provenTables } = server.service
  const now = () => server.clock.at ?? new Date()
  return { db: server.db, now, organizations, vault, proofs, provenTables, derivation }
}

function actorOf({ id, sessionId }: Client): Actor {
  const permissions = permissionsOf('owner')
  return { ...service, kind: 'administrator', id, sessionId, permissions, authenticatedAt: server.clock.at }
}

describe('reading secrets', () => {
  test('the mnemonic has 24 words, and the wallets can be derived from it', async () => {
    const { id, owner, wallets } = await givenWallets(server)
    const reply = await owner.get(walletsPath(id, '/mnemonic'))

    expect(reply).toMatchObject({
      status: 200,
      body: { organization_id: id, word_count: 24, language: 'english' },
    })
    expect(reply.headers.get('cache-control')).toBe('no-store')
    const independent = HDNodeWallet.fromPhrase(reply.body.mnemonic, undefined, "m/44'/60'/0'/0/0")
    expect(wallets.find(({ network }) => network === 'ethereum')?.address).toBe(independent.address)
  })

  test('each secret key belongs to its wallet', async () => {
    const { id, owner, wallets } = await givenWallets(server)
    const reply = await owner.get(walletsPath(id, '/secret-keys'))

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

  test('the first read is recorded on the wallets, and each read is audited and sent as an event', async () => {
    const { id, owner } = await givenWallets(server)
    await owner.get(walletsPath(id, '/secret-keys'))
    const first = (await owner.get(walletsPath(id))).body
    await owner.get(walletsPath(id, '/mnemonic'))

    expect(first.every(({ exposed_at }: WalletResponse) => exposed_at !== null)).toBe(true)
    expect((await owner.get(walletsPath(id))).body).toEqual(first)
    const log = await auditOf(server, id, 'secret.read')
    expect(log).toMatchObject([
      { actor_id: owner.id, session_id: owner.sessionId, details: { what: 'secret_keys' } },
      { actor_id: owner.id, session_id: owner.sessionId, details: { what: 'mnemonic' } },
    ])
    expect((await eventsOf(server, id)).map(({ type }) => type)).toEqual([
      'wallets.created',
      'secret.read',
      'secret.read',
    ])
  })

  test('without wallets there is nothing to read', async () => {
    const owner = await server.signIn('owner')
    const { id } = await givenOrganization(server)
    for (const what of ['/mnemonic', '/secret-keys']) {
      const reply = await owner.get(walletsPath(id, what))
      expect(reply).toMatchObject({ status: 404, body: { code: 'wallets_not_created' } })
    }
  })

  test('an authentication older than 15 minutes is refused as in RFC 9470', async () => {
    const { id } = await givenWallets(server)
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
    const almost = await server.signIn('owner', { authenticatedAt: minutesAgo(14) })
    expect((await almost.get(walletsPath(id, '/mnemonic'))).status).toBe(200)
    const stale = await server.signIn('owner', { authenticatedAt: minutesAgo(16) })
    for (const what of ['/mnemonic', '/secret-keys']) {
      const reply = await stale.get(walletsPath(id, what))
      expect(reply).toMatchObject({ status: 401, body: { code: 'reauthentication_required' } })
      expect(reply.headers.get('www-authenticate')).toBe(
        'Bearer error="insufficient_user_authentication", max_age=900',
      )
      expect(reply.headers.get('cache-control')).toBe('no-store')
    }
    expect(await auditOf(server, id, 'secret.read')).toHaveLength(1)
    await expect
      .poll(() => denialsOf(stale.id), { timeout: 15_000 })
      .toEqual(['reauthentication_required', 'reauthentication_required'])
  })

  test('an authentication in the future, from before the clock was set back, is not fresh', async () => {
    const { id } = await givenWallets(server)
    const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)
    const nearly = await server.signIn('owner', { authenticatedAt: inMinutes(0.5) })
    expect((await nearly.get(walletsPath(id, '/mnemonic'))).status).toBe(200)
    const early = await server.signIn('owner', { authenticatedAt: inMinutes(60) })
    expect(await early.get(walletsPath(id, '/mnemonic'))).toMatchObject({
      status: 401,
      body: { code: 'reauthentication_required' },
    })
  })

  test('a cookie is not accepted', async () => {
    const { id, owner } = await givenWallets(server)
    const cookie = `__Host-kontor_refresh=${owner.token}`
    expect((await server.anonymous.get(walletsPath(id, '/mnemonic'), { cookie })).status).toBe(401)
  })

  test.runIf(isFull)(
    'thirty reads an hour, counted on every node, then 429 until the first is an hour old',
    async () => {
      const { id, owner } = await givenWallets(server)
      const other = createSecretService({
        ...elsewhere(),
        log: pino({ level: 'silent' }),
        authorization: server.service.authorization,
        audit: { record: () => {} },
      })
      const start = Date.now()
      server.clock.at = new Date(start)
      try {
        for (let read = 0; read < 15; read++) {
          expect((await owner.get(walletsPath(id, '/mnemonic'))).status).toBe(200)
          expect(await other.secretKeys(id, actorOf(owner))).toHaveLength(5)
        }
        const reply = await owner.get(walletsPath(id, '/mnemonic'))
        expect(reply).toMatchObject({ status: 429, body: { code: 'secret_reads_limited' } })
        expect(Number(reply.headers.get('retry-after'))).toBe(3_600)
        await expect(other.mnemonic(id, actorOf(owner))).rejects.toMatchObject({
          code: 'secret_reads_limited',
        })
        // The limit comes before the question whether there is anything to read.
        expect((await owner.get(walletsPath('missing', '/mnemonic'))).status).toBe(429)
        await expect
          .poll(() => denialsOf(owner.id), { timeout: 15_000 })
          .toEqual(Array(2).fill('secret_reads_limited'))
        const custodian = await server.signIn('custodian')
        expect((await custodian.get(walletsPath(id, '/mnemonic'))).status).toBe(200)
        expect(await auditOf(server, id, 'secret.read')).toHaveLength(31)

        server.clock.at = new Date(start + 3_600_000)
        const later = await server.signIn('owner')
        await server.db
          .updateTable('secret_read_limits')
          .set({ administrator_id: later.id as string })
          .where('administrator_id', '=', owner.id as string)
          .execute()
        expect((await later.get(walletsPath(id, '/mnemonic'))).status).toBe(200)
      } finally {
        server.clock.at = null
      }
    },
  )

  test('if the audit row cannot be written, no secret is returned', async () => {
    const { id, owner } = await givenWallets(server)
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
        const reply = await owner.get(walletsPath(id, what))
        expect(reply).toMatchObject({ status: 503, body: { code: 'audit_unavailable' } })
        expect(reply.headers.get('retry-after')).toEqual(expect.any(String))
        expect(JSON.stringify(reply.body)).not.toMatch(/disk full|mnemonic|secret_key/)
      }
    } finally {
      await sql`drop function refuse_secret_reads cascade`.execute(server.db)
    }
    expect((await owner.get(walletsPath(id))).body).toMatchObject(Array(5).fill({ exposed_at: null }))
    expect((await owner.get(walletsPath(id, '/mnemonic'))).status).toBe(200)
  })
})

describe('tampering', () => {
  async function expectDefect(id: string) {
    const custodian = await server.signIn('custodian')
    const reply = await custodian.get(walletsPath(id, '/mnemonic'))
    expect(reply).toMatchObject({ status: 500, body: { code: 'internal' } })
    expect(Object.keys(reply.body).sort()).toEqual(['code', 'detail', 'request_id'])
    expect(
      server.logged.some((line) => line.includes('"alert":"vault_unreadable"') && line.includes(id)),
    ).toBe(true)
  }

  test('a mnemonic that was moved to another organization cannot be opened', async () => {
    const one = await givenWallets(server)
    const two = await givenWallets(server)
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
    const { id } = await givenWallets(server)
    await sql`update wallet_seeds set sealed_entropy = ${damaged} where organization_id = ${id}`.execute(
      server.db,
    )
    await expectDefect(id)
  })

  test('no key is returned if the stored address does not match the mnemonic', async () => {
    const { id, owner } = await givenWallets(server)
    const network = 'tron'
    await server.db
      .updateTable('wallets')
      .set({ address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' })
      .where('organization_id', '=', id)
      .where('network', '=', network)
      .execute()
    expect(await owner.get(walletsPath(id, '/secret-keys'))).toMatchObject({
      status: 503,
      body: { code: 'proof_invalid', context: { kind: 'wallet' } },
    })
  })
})
