import { rename } from 'node:fs/promises'
import { HDNodeWallet } from 'ethers'
import { afterAll, describe, expect, test } from 'vitest'
import { closureActs } from '../../contract/api/acts.ts'
import { roles } from '../../contract/api/roles.ts'
import type { PolicyRule } from '../../contract/control/policy.ts'
import { networks } from '../../contract/money/networks.ts'
import type { WalletGenerationResponse, WalletResponse } from '../../contract/wallets/wallets.ts'
import { createDerivationPool } from '../../server/features/wallets/derivation/derivation-pool.ts'
import { createWalletService } from '../../server/features/wallets/wallet-service.ts'
import { verifyWallets } from '../../server/features/wallets/wallet-verification.ts'
import { service } from '../../server/platform/actor.ts'
import { chosen, isFull, scaled } from '../support/cases/scale.ts'
import { thorough } from '../support/cases/thorough.ts'
import { changeAdministrators } from '../support/database/proven-rows.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { withoutRules } from '../support/given/given-policy.ts'
import { auditOf, eventsOf, givenWallets, walletsPath } from '../support/given/given-wallets.ts'
import { runCli } from '../support/processes/run-cli.ts'
import { type Client, startServer } from '../support/service/harness.ts'

const server = startServer()
const derivation = createDerivationPool({ size: 1 })
afterAll(() => derivation.close())

const reason = 'Фразу видел уволенный сотрудник'

function replace(client: Client, id: string, headers = {}) {
  return client.post(walletsPath(id, '/replace'), { reason }, headers)
}

async function generationsOf(client: Client, id: string): Promise<WalletGenerationResponse[]> {
  return (await client.get(walletsPath(id, '/generations'))).body.items
}

const addresses = (wallets: readonly WalletResponse[]) => wallets.map(({ address }) => address)

async function givenReplaced() {
  const given = await givenWallets(server)
  const before = (await given.owner.get(walletsPath(given.id, '/mnemonic'))).body.mnemonic as string
  const reply = await replace(given.owner, given.id)
  expect(reply.status).toBe(201)
  return { ...given, before, made: reply.body as WalletGenerationResponse }
}

describe('replacing', () => {
  test('makes a new mnemonic and new addresses; the old ones stay readable with their stamp', async () => {
    const { id, owner, wallets, before, made } = await givenReplaced()

    expect(made).toMatchObject({
      organization_id: id,
      generation: 2,
      status: 'current',
      retired_at: null,
      reason: null,
      exposed_at: null,
    })
    expect(made.wallets.map(({ network }) => network)).toEqual(networks)
    expect(new Set([...addresses(wallets), ...addresses(made.wallets)]).size).toBe(10)
    // The operations of the interface answer for the current generation.
    expect((await owner.get(walletsPath(id))).body).toEqual(made.wallets)
    expect((await owner.get(`/v1/organizations/${id}`)).body.wallets_count).toBe(5)
    expect(await owner.post(walletsPath(id, '/create'))).toMatchObject({
      status: 409,
      body: { code: 'wallets_exist' },
    })
    const [current, retired, ...more] = await generationsOf(owner, id)
    expect(more).toEqual([])
    expect(current).toEqual(made)
    expect(retired).toMatchObject({ generation: 1, status: 'retired', reason })
    expect(retired?.retired_at).toBe(made.created_at)
    expect(addresses(retired?.wallets ?? [])).toEqual(addresses(wallets))
    expect(retired?.exposed_at).toEqual(expect.any(String))

    const after = (await owner.get(walletsPath(id, '/mnemonic'))).body.mnemonic
    expect(after).not.toBe(before)
    const derived = HDNodeWallet.fromPhrase(after, undefined, "m/44'/60'/0'/0/0")
    expect(made.wallets.find(({ network }) => network === 'ethereum')?.address).toBe(derived.address)
    const keys = (await owner.get(walletsPath(id, '/secret-keys'))).body
    expect(addresses(keys)).toEqual(addresses(made.wallets))
  })

  test('leaves one event and one audit row with the reason, and no words', async () => {
    const { id, owner, before, made } = await givenReplaced()
    const told = made.wallets.map(({ id, network, address }) => ({ id, network, address }))
    expect(await auditOf(server, id, 'wallets.replaced')).toMatchObject([
      { actor_id: owner.id, object_id: id, details: { generation: 2, replaced: 1, reason, wallets: told } },
    ])
    const events = await eventsOf(server, id)
    expect(events.filter(({ type }) => type === 'wallets.replaced')).toEqual([
      { type: 'wallets.replaced', object_id: id, data: { generation: 2, wallets: told } },
    ])
    expect(JSON.stringify(events) + server.logged.join('')).not.toContain(before.split(' ', 3).join(' '))
  })

  test('again with the same Idempotency-Key returns the first response and replaces nothing', async () => {
    const { id, owner } = await givenWallets(server)
    const headers = { 'idempotency-key': 'once' }
    const first = await replace(owner, id, headers)
    expect(first.status).toBe(201)
    expect(await replace(owner, id, headers)).toMatchObject({ status: 201, body: first.body })
    expect(await generationsOf(owner, id)).toHaveLength(2)
    expect((await replace(owner, id)).body.generation).toBe(3)
  })

  test.runIf(isFull)(
    'keeps the networks, and wallets that are created later come from the current mnemonic',
    async () => {
      const { organizations, vault, provenTables } = server.service
      const few = createWalletService({
        db: server.db,
        now: () => new Date(),
        organizations,
        vault,
        provenTables,
        derivation,
        networks: ['ethereum', 'bitcoin'],
      })
      const owner = await server.signIn('owner')
      const { id } = await givenOrganization(server)
      await few.create(id, service, null)
      const made = (await replace(owner, id)).body as WalletGenerationResponse
      expect(made.wallets.map(({ network }) => network)).toEqual(['bitcoin', 'ethereum'])
      expect((await owner.get(`/v1/organizations/${id}`)).body.wallets_count).toBe(2)
      const words = (await owner.get(walletsPath(id, '/mnemonic'))).body.mnemonic

      const rest = await owner.post(walletsPath(id, '/create'))

      expect(rest.body.wallets.map(({ network }: WalletResponse) => network)).toEqual([
        'tron',
        'solana',
        'ton',
      ])
      expect((await owner.get(`/v1/organizations/${id}`)).body.wallets_count).toBe(5)
      expect((await owner.get(walletsPath(id, '/mnemonic'))).body.mnemonic).toBe(words)
      const [current, retired] = await generationsOf(owner, id)
      expect([current?.wallets.length, retired?.wallets.length]).toEqual([5, 2])
      const verified = await verifyWallets(server.db, { vault, derivation }, () => {})
      expect(verified.drifts.filter(({ organizationId }) => organizationId === id)).toEqual([])
    },
  )

  test.each([
    ['no reason', {}],
    ['an empty reason', { reason: '' }],
    ['a long reason', { reason: 'x'.repeat(1_001) }],
    ['an unknown field', { reason: 'x', networks: ['ton'] }],
  ])('%s is 422', async (_name, body) => {
    const owner = await server.signIn('owner')
    const { id } = await givenOrganization(server)
    expect((await owner.post(walletsPath(id, '/replace'), body)).status).toBe(422)
  })

  test('without wallets there is nothing to replace, and a foreign id is not found', async () => {
    const owner = await server.signIn('owner')
    const { id } = await givenOrganization(server)
    expect(await replace(owner, id)).toMatchObject({ status: 404, body: { code: 'wallets_not_created' } })
    expect((await owner.get(walletsPath(id, '/generations'))).body).toEqual({ items: [] })
    for (const path of ['missing', '%00', '00000000-0000-7000-8000-000000000000']) {
      expect(await replace(owner, path)).toMatchObject({ body: { code: 'organization_not_found' } })
      expect(await owner.get(walletsPath(path, '/generations'))).toMatchObject({ status: 404 })
    }
  })

  test.each(scaled(['custodian', 'officer'] as const, roles))(
    '%s may do what the role permits',
    async (role) => {
      const { id } = await givenWallets(server)
      const client = await server.signIn(role)
      const custody = role === 'owner' || role === 'custodian'
      expect((await client.get(walletsPath(id, '/generations'))).status).toBe(200)
      expect((await replace(client, id)).status).toBe(custody ? 201 : 403)
      expect((await client.get(walletsPath(id, '/generations/1/mnemonic'))).status).toBe(custody ? 200 : 403)
    },
  )
})

describe('the mnemonic of a generation', () => {
  test('is read like the current one: stamped, audited and counted', async () => {
    const { id, owner } = await givenWallets(server)
    await replace(owner, id)
    expect((await generationsOf(owner, id))[1]).toMatchObject({ exposed_at: null })

    const reply = await owner.get(walletsPath(id, '/generations/1/mnemonic'))

    expect(reply).toMatchObject({
      status: 200,
      body: { organization_id: id, word_count: 24, language: 'english' },
    })
    expect(reply.headers.get('cache-control')).toBe('no-store')
    const [current, retired] = await generationsOf(owner, id)
    const derived = HDNodeWallet.fromPhrase(reply.body.mnemonic, undefined, "m/44'/60'/0'/0/0")
    expect(retired?.wallets.find(({ network }) => network === 'ethereum')?.address).toBe(derived.address)
    expect(retired?.exposed_at).toEqual(expect.any(String))
    expect(retired?.wallets.every(({ exposed_at }) => exposed_at === retired.exposed_at)).toBe(true)
    expect(current).toMatchObject({ exposed_at: null })
    const own = await owner.get(walletsPath(id, '/generations/2/mnemonic'))
    expect(own.body).toEqual((await owner.get(walletsPath(id, '/mnemonic'))).body)
    expect(await auditOf(server, id, 'secret.read')).toMatchObject([
      { actor_id: owner.id, details: { what: 'mnemonic', generation: 1 } },
      { details: { what: 'mnemonic', generation: 2 } },
      { details: { what: 'mnemonic', generation: 2 } },
    ])
  })

  test.each(chosen(3, ['0', '2', '01', '-1', '1.0', 'x', '%00', '2147483648', '9'.repeat(400)]))(
    'generation %s is not found',
    async (number) => {
      const { id, owner } = await givenWallets(server)
      expect(await owner.get(walletsPath(id, `/generations/${number}/mnemonic`))).toMatchObject({
        status: 404,
        body: { code: 'wallet_generation_not_found' },
      })
    },
  )

  thorough.test('neither mnemonic opens in the place of the other', async () => {
    const { id } = await givenReplaced()
    const seeds = await server.db
      .selectFrom('wallet_seeds')
      .selectAll()
      .where('organization_id', '=', id)
      .orderBy('generation')
      .execute()
    const put = (generation: number, sealed_entropy: Buffer) =>
      server.db
        .updateTable('wallet_seeds')
        .set({ sealed_entropy })
        .where('organization_id', '=', id)
        .where('generation', '=', generation)
        .execute()
    await put(1, seeds[1]?.sealed_entropy as Buffer)
    await put(2, seeds[0]?.sealed_entropy as Buffer)
    const custodian = await server.signIn('custodian')
    for (const generation of [1, 2]) {
      const reply = await custodian.get(walletsPath(id, `/generations/${generation}/mnemonic`))
      expect(reply).toMatchObject({ status: 500, body: { code: 'internal' } })
    }
    const { vault } = server.service
    const { drifts } = await verifyWallets(server.db, { vault, derivation }, () => {})
    expect(drifts.filter(({ organizationId }) => organizationId === id).map(({ what }) => what)).toEqual([
      'its mnemonic of generation 1 cannot be opened',
      'its mnemonic cannot be opened',
    ])
    await put(1, seeds[0]?.sealed_entropy as Buffer)
    await put(2, seeds[1]?.sealed_entropy as Buffer)
  })
})

thorough.test('a rotated key seals all generations again, and each is read as before', async () => {
  const { id, before } = await givenReplaced()
  const custodian = await server.signIn('custodian')
  const now = (await custodian.get(walletsPath(id, '/mnemonic'))).body.mnemonic
  const versions = async () => {
    const rows = await server.db
      .selectFrom('wallet_seeds')
      .select('sealed_entropy')
      .where('organization_id', '=', id)
      .execute()
    return rows.map(({ sealed_entropy }) => sealed_entropy.readUInt32BE(1))
  }
  expect(await versions()).toEqual([1, 1])
  const env = { DATABASE_URL: server.databaseUrl, KONTOR_DATA_DIR: server.dataDir }
  expect(await runCli(['vault', 'rotate-key', '--organization', id], env)).toMatchObject({
    code: 0,
    stdout: '1 keys were rotated.\n2 records were rewrapped.\n',
  })
  expect(await versions()).toEqual([2, 2])
  expect((await custodian.get(walletsPath(id, '/generations/1/mnemonic'))).body.mnemonic).toBe(before)
  expect((await custodian.get(walletsPath(id, '/mnemonic'))).body.mnemonic).toBe(now)
})

test('search finds a retired address and says so', async () => {
  const { owner, wallets, made } = await givenReplaced()
  const find = async ({ address = '' }: Partial<WalletResponse> = {}) =>
    (await owner.get(`/v1/search?q=${address}`)).body.items
  expect(await find(wallets[0])).toMatchObject([{ kind: 'wallet', matched: 'retired_address' }])
  expect(await find(made.wallets[0])).toMatchObject([{ kind: 'wallet', matched: 'address' }])
})

test('while the vault is sealed, generations are listed, and replacing and reading are 503', async () => {
  const { id, owner } = await givenReplaced()
  const before = await generationsOf(owner, id)
  const { vault } = server.service
  await vault.stop()
  await rename(server.config.keyFile, `${server.config.keyFile}.away`)
  expect(await vault.unlock()).toBe('sealed')
  try {
    expect(await generationsOf(owner, id)).toEqual(before)
    for (const reply of [
      await replace(owner, id),
      await owner.get(walletsPath(id, '/generations/1/mnemonic')),
    ]) {
      expect(reply).toMatchObject({ status: 503, body: { code: 'vault_sealed' } })
    }
  } finally {
    await rename(`${server.config.keyFile}.away`, server.config.keyFile)
    expect(await vault.unlock()).toBe('open')
  }
  expect(await generationsOf(owner, id)).toEqual(before)
})

describe('with a policy', () => {
  test.runIf(isFull)(
    'others approve this replacement with its reason; an approval of before is void after it',
    async () => {
      const [asker, voter, late] = [
        await server.signIn('owner'),
        await server.signIn('owner'),
        await server.signIn('custodian'),
      ]
      const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000)
      await changeAdministrators(server, { role_since: twoDaysAgo, credentials_since: twoDaysAgo })
      const { id } = await givenWallets(server)
      const acts = ['wallet.replace', 'wallet.reveal', ...closureActs] as const
      const rules = acts.map((act): PolicyRule => ({ act, approvals: 1, from: ['owner', 'custodian'] }))
      expect((await asker.put('/v1/policy', { rules })).status).toBe(200)
      try {
        const asked = await replace(asker, id)
        expect(asked).toMatchObject({ status: 403, body: { code: 'approval_required' } })
        const { approval_id } = asked.body.context
        const other = (await replace(late, id)).body.context.approval_id
        expect((await voter.get(`/v1/approvals/${approval_id}`)).body).toMatchObject({
          act: 'wallet.replace',
          content: { generation: 1, networks, reason },
        })
        await voter.post(`/v1/approvals/${approval_id}/votes`, { decision: 'approve' })
        await voter.post(`/v1/approvals/${other}/votes`, { decision: 'approve' })
        // Another reason is another act.
        expect((await asker.post(walletsPath(id, '/replace'), { reason: 'Иная' })).status).toBe(403)
        expect(await replace(asker, id)).toMatchObject({ status: 201, body: { generation: 2 } })
        expect((await voter.get(`/v1/approvals/${other}`)).body.status).toBe('stale')
        expect((await replace(late, id)).status).toBe(403)
        expect(await generationsOf(asker, id)).toHaveLength(2)

        // An approval to read one mnemonic is none to read another.
        const read = (generation: number) => asker.get(walletsPath(id, `/generations/${generation}/mnemonic`))
        const old = await read(1)
        expect(old).toMatchObject({ status: 403, body: { code: 'approval_required' } })
        await voter.post(`/v1/approvals/${old.body.context.approval_id}/votes`, { decision: 'approve' })
        expect((await read(1)).status).toBe(200)
        expect((await read(2)).status).toBe(403)
        expect((await asker.get(walletsPath(id, '/mnemonic'))).status).toBe(403)
      } finally {
        await withoutRules(server)
      }
    },
  )
})
