import { generateKeyPairSync, type KeyObject, privateDecrypt } from 'node:crypto'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import { afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { cli } from '../../server/platform/actor.ts'
import { createKeyManagement } from '../../server/platform/vault/key-management.ts'
import { openRootKey, unwrapDataKey } from '../../server/platform/vault/root-key.ts'
import { rotateRoot } from '../../server/platform/vault/rotate-root.ts'
import { newSlotKey, readKeyFile, slotIdOf } from '../../server/platform/vault/slot-key.ts'
import { type Unlocked, unlockWithAvailableKeys } from '../../server/platform/vault/unlock.ts'
import { createVault, type Place, type Vault } from '../../server/platform/vault/vault.ts'
import { holdRoot, insertDataKey, listWholeSlots } from '../../server/platform/vault/vault-store.ts'
import { sealedColumns } from '../../server/sealed-columns.ts'
import { isFull, scaled } from '../support/cases/scale.ts'
import { connectionsFor, untilWaiting, whileLocked } from '../support/database/locks.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { runCli } from '../support/processes/run-cli.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer({ connections: connectionsFor(4) })
const now = () => new Date()
let slotKey: Buffer
let vaults: Vault[] = []

beforeAll(async () => {
  slotKey = (await readKeyFile(server.config.keyFile)) as Buffer
})
beforeEach(async () => {
  vaults = []
  // Each test begins with the slot of the key file alone.
  await server.db.deleteFrom('vault_slots').where('id', '<>', slotIdOf(slotKey)).execute()
})
afterEach(async () => {
  for (const vault of vaults) await vault.stop()
})

function kontor(words: string, env: Record<string, string> = {}, input = '') {
  const own = { DATABASE_URL: server.databaseUrl, KONTOR_DATA_DIR: server.dataDir }
  return runCli(words.split(' '), { ...own, ...env }, input)
}

function place(scope: string): Place {
  return { organizationId: scope, table: 'wallet_seeds', record: scope, field: 'sealed_entropy' }
}

async function node({ key }: { key?: string } = {}): Promise<Vault> {
  const keyFile = key === undefined ? server.config.keyFile : join(server.dataDir, 'no.key')
  const log = pino({ level: 'silent' })
  const vault = createVault({ db: server.db, columns: sealedColumns, config: { keyFile, key }, log })
  vaults.push(vault)
  expect(await vault.unlock()).toBe('open')
  return vault
}

async function unlocked(): Promise<Unlocked> {
  const config = { keyFile: server.config.keyFile, key: undefined }
  return (await unlockWithAvailableKeys(server.db, config)) as Unlocked
}

async function rotate(): Promise<string> {
  const { root } = await unlocked()
  const slots = { root, slotKeys: [slotKey], mayRemove: new Set<string>() }
  return (await rotateRoot({ db: server.db, actor: cli('test'), now }, slots)).rootId
}

/** A record of each scope, sealed by this vault. */
async function sealAll(vault: Vault, scopes: string[]): Promise<Map<string, Buffer>> {
  const sealed = new Map<string, Buffer>()
  for (const scope of scopes) {
    const record = await server.db
      .transaction()
      .execute((db) => vault.seal(db, place(scope), Buffer.from(`secret of ${scope}`)))
    sealed.set(scope, record)
  }
  return sealed
}

/** A service that starts now reads everything. */
async function expectReadable(sealed: ReadonlyMap<string, Buffer>): Promise<void> {
  const fresh = await node()
  for (const [scope, record] of sealed) {
    expect((await fresh.open(server.db, place(scope), record)).toString()).toBe(`secret of ${scope}`)
  }
}

function scopes(count: number): string[] {
  const run = newSlotKey().toString('hex').slice(0, 8)
  return Array.from({ length: count }, (_, index) => `scope-${run}-${index}`)
}

function keyRows() {
  return sql`
    select (select json_agg(r) from vault_root r) as root, (select json_agg(s order by id) from vault_slots s) as slots,
           (select json_agg(k order by id) from data_keys k) as keys
  `
    .execute(server.db)
    .then(({ rows }) => rows[0])
}

test('all data keys and slots are sealed anew, and the running service goes on', async () => {
  const owner = await server.signIn('owner')
  const { id } = await givenOrganization(server)
  await owner.post(`/v1/organizations/${id}/wallets/create`)
  const { mnemonic } = (await owner.get(`/v1/organizations/${id}/wallets/mnemonic`)).body
  // The job that signs the end of the audit log makes a data key as well, at a moment of its own.
  await server.service.checkpoints.cut(true)
  const before = await server.db.selectFrom('data_keys').selectAll().orderBy('id').execute()
  expect(before).toHaveLength(3)
  const { root_id: previous } = before[0] as { root_id: string }

  const rotated = await kontor('vault rotate-root')

  expect(rotated).toMatchObject({
    code: 0,
    stdout: `The root key was rotated: ${before.length} data keys and 1 slots were sealed anew, 0 slots were removed.\n`,
  })
  const { id: rootId } = await server.db.selectFrom('vault_root').selectAll().executeTakeFirstOrThrow()
  expect(rootId).not.toBe(previous)
  const after = await server.db.selectFrom('data_keys').selectAll().orderBy('id').execute()
  expect(new Set(after.map(({ root_id }) => root_id))).toEqual(new Set([rootId]))
  for (const [index, row] of after.entries()) expect(row.wrapped_key).not.toEqual(before[index]?.wrapped_key)
  // Of the service, this needs a new data key, and that one a cached or stored one.
  const { id: another } = await givenOrganization(server)
  expect((await owner.post(`/v1/organizations/${another}/wallets/create`)).status).toBe(201)
  expect((await owner.get(`/v1/organizations/${id}/wallets/mnemonic`)).body.mnemonic).toBe(mnemonic)
  expect(await kontor('wallets verify')).toMatchObject({ code: 0, stdout: '10 wallets were verified.\n' })
  const [audited] = await server.db
    .selectFrom('audit_events')
    .select('event')
    .where('action', '=', 'vault.root_rotated')
    .execute()
  expect(JSON.parse(audited?.event ?? '')).toMatchObject({
    actor_name: 'kontor vault rotate-root',
    object_id: rootId,
    details: { previous, data_keys: before.length, slots_removed: [] },
  })
})

test('an old slot table opens no data key of today', async () => {
  const sealed = await sealAll(await node(), scopes(2))
  const root = await server.db.selectFrom('vault_root').selectAll().executeTakeFirstOrThrow()
  const slots = await listWholeSlots(server.db)
  await rotate()

  const old = openRootKey(slotKey, { root, slots }) as Buffer
  expect(old).toHaveLength(32)
  const { root: today } = await unlocked()
  for (const row of await server.db.selectFrom('data_keys').selectAll().execute()) {
    expect(unwrapDataKey(old, row)).toBeUndefined()
    expect(unwrapDataKey(today.key, row)).toHaveLength(32)
  }
  await expectReadable(sealed)
})

test.runIf(isFull)(
  'slots whose keys are not here are removed only with --yes, and are kept if their keys are given',
  async () => {
    const split = await kontor('vault split --shares 3 --threshold 2')
    const shares = split.stdout.match(/^[0-9A-Z-]{89}$/gm) as string[]
    const second = join(server.dataDir, 'another-node.key')
    await kontor(`vault add-slot file --key-file ${second}`)
    await kontor('vault add-slot env')
    const before = await keyRows()

    const refused = await kontor('vault rotate-root')

    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toMatch(/\(file\): its key is here; it stays valid/)
    expect(refused.stderr).toMatch(/\(any 2 of 3 shares\): its key is not here; IT IS REMOVED/)
    expect(refused.stderr).toContain('Nothing was changed.')
    expect(await keyRows()).toEqual(before)

    const typed = `${shares[2]}\n${shares[0]}\n`
    const rotated = await kontor(`vault rotate-root --yes --shares --key-file ${second}`, {}, typed)

    expect(rotated.stdout).toContain('3 slots were sealed anew, 1 slots were removed.')
    expect(await kontor('vault drill', {}, typed)).toMatchObject({ code: 0 })
    expect(await kontor(`vault drill --key-file ${second}`)).toMatchObject({ code: 0 })
    expect((await listWholeSlots(server.db)).map(({ kind }) => kind)).toEqual(['file', 'shares', 'file'])
  },
)

test('a key that is given but opens no slot is refused', async () => {
  const stray = join(server.dataDir, 'stray.key')
  await writeFile(stray, newSlotKey().toString('hex'))
  const before = await keyRows()
  expect(await kontor(`vault rotate-root --yes --key-file ${stray}`)).toMatchObject({
    code: 1,
    stderr: `kontor: The key in ${stray} opens no slot of this vault.\n`,
  })
  expect(await keyRows()).toEqual(before)
})

test('a node whose slot is gone seals itself; it neither reads nor makes keys any more', async () => {
  const key = newSlotKey()
  const keys = createKeyManagement({ db: server.db, actor: cli('test'), now })
  await keys.add('env', key, (await unlocked()).root)
  const locked = await node({ key: key.toString('hex') })
  const [scope = '', other = ''] = scopes(2)
  const record = await locked.seal(server.db, place(scope), Buffer.from('x'))

  await kontor('vault rotate-root --yes')
  await expect(locked.seal(server.db, place(other), Buffer.from('x'))).rejects.toMatchObject({
    code: 'vault_sealed',
  })

  expect(locked.sealedBecause()).toBe('key_wrong')
  await expect(locked.open(server.db, place(scope), record)).rejects.toMatchObject({ code: 'vault_sealed' })
})

test('the job of an idle node takes the new root key', async () => {
  const idle = await node()
  const [scope = ''] = scopes(1)
  const sealed = await sealAll(await node(), [scope])
  await rotate()

  await idle.job.run(new AbortController().signal)

  expect((await idle.open(server.db, place(scope), sealed.get(scope) as Buffer)).toString()).toContain(scope)
})

test('a node that has not noticed the rotation opens a data key that it never opened before', async () => {
  const late = await node()
  const sealed = await sealAll(await node(), scopes(1))
  await rotate()
  for (const [scope, record] of sealed) {
    expect((await late.open(server.db, place(scope), record)).toString()).toBe(`secret of ${scope}`)
  }
})

describe('at the same time', () => {
  test('of two rotations one succeeds, and the other says so', async () => {
    const outcomes = await whileLocked(server.db, holdRoot, () =>
      [rotate(), rotate()].map((done) => done.catch((error) => error)),
    )
    const refusals = outcomes.filter((outcome) => outcome instanceof Error)
    expect(refusals.map(({ message }) => message)).toEqual([
      'The root key was rotated in the meantime: run the command again.',
    ])
  })

  test('a rotation waits for a transaction that adds a data key, and seals that key, too', async () => {
    const vault = await node()
    const [scope = ''] = scopes(1)
    let sealed = Buffer.alloc(0)
    let rotation: Promise<string> | undefined
    await server.db.transaction().execute(async (db) => {
      sealed = Buffer.from(await vault.seal(db, place(scope), Buffer.from(`secret of ${scope}`)))
      rotation = rotate()
      await untilWaiting(server.db, 1)
    })
    await rotation
    await expectReadable(new Map([[scope, sealed]]))
  })

  test('a process that holds the previous root key can store nothing under it', async () => {
    const { root } = await unlocked()
    await rotate()
    const row = {
      id: 'late',
      scope: 'late',
      version: 1,
      wrapped_key: Buffer.alloc(61),
      state: 'active',
    } as const
    await expect(insertDataKey(server.db, { ...row, root_id: root.id })).rejects.toMatchObject({
      constraint: 'data_keys_root',
    })
    const keys = createKeyManagement({ db: server.db, actor: cli('test'), now })
    const refusal = 'The root key was rotated in the meantime: run the command again.'
    await expect(keys.add('env', newSlotKey(), root)).rejects.toThrow(refusal)
    await expect(keys.rotate('system', root)).rejects.toThrow(refusal)
    await expect(keys.split(root, 3, 2)).rejects.toThrow(refusal)
  })

  test('a node of 1.0.0, which names no root key, adds data keys until the first rotation only', async () => {
    const insert = (id: string) =>
      sql`
        insert into data_keys (id, scope, version, wrapped_key, state) values (${id}, ${id}, 1, '', 'active')
      `.execute(server.db)
    const { id, rotated_at } = await server.db.selectFrom('vault_root').selectAll().executeTakeFirstOrThrow()
    expect(rotated_at).not.toBeNull()
    await expect(insert('late')).rejects.toMatchObject({ constraint: 'data_keys_root_named' })
    await server.db.updateTable('vault_root').set({ rotated_at: null }).execute()
    await insert('early')
    const early = server.db.deleteFrom('data_keys').where('id', '=', 'early').returning('root_id')
    expect(await early.execute()).toEqual([{ root_id: id }])
  })

  test('nodes that make keys while the root key is rotated again and again lose nothing', async () => {
    const nodes = [await node(), await node()]
    let isOver = false
    const makers = nodes.map(async (vault) => {
      const all = new Map<string, Buffer>()
      while (!isOver) for (const [scope, record] of await sealAll(vault, scopes(3))) all.set(scope, record)
      return all
    })
    for (let round = 0; round < scaled(4, 40); round++) await rotate()
    isOver = true
    for (const made of await Promise.all(makers)) {
      expect(made.size).toBeGreaterThan(0)
      await expectReadable(made)
    }
  })
})

test('a data key that cannot be opened stops the rotation, because only the old root key could ever open it', async () => {
  const [scope = ''] = scopes(1)
  await sealAll(await node(), [scope])
  const flip = sql`
    update data_keys set wrapped_key = set_byte(wrapped_key, 20, get_byte(wrapped_key, 20) # 1)
    where scope = ${`${scope}/wallets`}
  `
  await flip.execute(server.db)
  const before = await keyRows()
  expect(await kontor('vault rotate-root')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/Data key \S+ cannot be opened: restore its row from a backup/),
  })
  expect(await keyRows()).toEqual(before)
  await flip.execute(server.db)
})

test.runIf(isFull)('a backup from before the rotation opens with the key material from before', async () => {
  const split = await kontor('vault split --shares 2 --threshold 2')
  const shares = (split.stdout.match(/^[0-9A-Z-]{89}$/gm) as string[]).join('\n')
  const backup = join(await mkdtemp(join(inject('runDir'), 'backup-')), 'before')
  expect(await kontor(`backup ${backup}`)).toMatchObject({ code: 0 })

  await kontor('vault rotate-root --yes')

  expect(await kontor(`backup verify ${backup}`)).toMatchObject({ code: 0 })
  // Their slot is gone, but not from the backup.
  expect(await kontor('vault drill', {}, shares)).toMatchObject({ code: 1 })
  expect(await kontor(`backup verify ${backup} --shares`, {}, shares)).toMatchObject({ code: 0 })
})

describe('the slot of a token', () => {
  let privateKey: KeyObject
  let pem: string

  beforeAll(async () => {
    const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
    privateKey = pair.privateKey
    pem = join(server.dataDir, 'token.pem')
    await writeFile(pem, pair.publicKey.export({ format: 'pem', type: 'spki' }))
  })

  /** What the token would do with the slot that is stored now. */
  async function openedByToken() {
    const slots = await listWholeSlots(server.db)
    const slot = slots.find(({ kind }) => kind === 'pkcs11') as (typeof slots)[number]
    const key = privateDecrypt(
      { key: privateKey, oaepHash: slot.oaep_hash as string },
      slot.wrapped_slot_key as Buffer,
    )
    const root = await server.db.selectFrom('vault_root').selectAll().executeTakeFirstOrThrow()
    return { slot, rootKey: openRootKey(key, { root, slots }) }
  }

  test('needs only the public key to be added and to be sealed anew', async () => {
    const added = await kontor(
      `vault add-slot pkcs11 --token hsm --key vault --public-key ${pem} --hash sha256`,
    )
    expect(added).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('The token has not opened it yet'),
    })
    const before = await openedByToken()
    expect(before).toMatchObject({ slot: { token: 'hsm', token_key: 'vault', oaep_hash: 'sha256' } })
    expect(before.rootKey).toEqual((await unlocked()).root.key)
    expect((await kontor('vault status')).stdout).toContain('pkcs11, key vault of token hsm, created')
    const owner = await server.signIn('owner')
    expect((await owner.get('/v1/vault')).body.slots).toMatchObject([{ kind: 'file' }, { kind: 'pkcs11' }])

    expect((await kontor('vault rotate-root')).stderr).toContain(
      'needs no key; it stays valid under a new id',
    )

    const after = await openedByToken()
    expect(after.slot.id).not.toBe(before.slot.id)
    expect(after.rootKey).toEqual((await unlocked()).root.key)
    expect(after.rootKey).not.toEqual(before.rootKey)
  })

  test('is not sealed for a public key that somebody put into the database', async () => {
    await kontor(`vault add-slot pkcs11 --token hsm --key vault --public-key ${pem}`)
    const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 })
    await server.db
      .updateTable('vault_slots')
      .set({ sealed_public_key: foreign.publicKey.export({ format: 'der', type: 'spki' }) })
      .where('kind', '=', 'pkcs11')
      .execute()
    expect(await kontor('vault rotate-root')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/The public key of slot \S+ was changed in the database/),
    })
  })

  test.each([
    ['a private key', () => privateKey.export({ format: 'pem', type: 'pkcs8' })],
    ['a key that is too short', () => shortKey()],
    ['a key of another kind', () => ecKey()],
    ['no key', () => 'nonsense'],
  ])('is not added for %s', async (_name, content) => {
    const file = join(server.dataDir, 'odd.pem')
    await writeFile(file, content())
    expect(await kontor(`vault add-slot pkcs11 --token hsm --key vault --public-key ${file}`)).toMatchObject({
      code: 1,
      stderr: `kontor: ${file} contains no RSA public key of at least 2048 bits (PEM or DER).\n`,
    })
  })
})

function shortKey() {
  return generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ format: 'pem', type: 'spki' })
}

function ecKey() {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  return publicKey.export({ format: 'pem', type: 'spki' })
}
