import { generateKeyPairSync } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { mnemonicToEntropy } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { networks } from '../../contract/money/networks.ts'
import {
  derivations,
  deriveWallets,
  seedOf,
  withKey,
} from '../../server/features/wallets/derivation/derivation.ts'
import { connect, type Db } from '../../server/platform/db/database.ts'
import { superuserUrl } from '../support/database/superuser.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { otherPayments } from '../support/given/given-payments.ts'
import {
  ethereumInputs,
  givenEntry,
  givenTransfer,
  transferPath,
  transfersOn,
  walletOn,
} from '../support/given/given-transfer.ts'
import { runCli } from '../support/processes/run-cli.ts'
import { type Client, type Reply, startServer } from '../support/service/harness.ts'

const pin = '6140928375'
const server = startServer({
  connections: 4,
  env: { ...transfersOn, KONTOR_PKCS11_MODULE: '/nowhere/token.so', KONTOR_PKCS11_PIN: pin },
})

/** The service may not look at the files of PostgreSQL. */
let admin: Db
beforeAll(async () => {
  admin = connect(superuserUrl(server.databaseUrl), { max: 1 })
  // Keeps the WAL of this test: a checkpoint of another one would let its files be used again.
  await sql`select pg_create_physical_replication_slot('secrets', true)`.execute(admin)
})
afterAll(async () => {
  await sql`select pg_drop_replication_slot('secrets')`.execute(admin)
  await admin.destroy()
})

/** Every secret that was made, in every form it could have been written down in. */
const secrets = new Map<string, Buffer>()
const refusals: Reply[] = []
const signedTransactions: string[] = []

function remember(name: string, value: string | Buffer): void {
  const bytes = Buffer.from(value)
  secrets.set(name, bytes)
  secrets.set(`${name}, hexadecimal`, Buffer.from(bytes.toString('hex')))
  secrets.set(`${name}, base64`, Buffer.from(bytes.toString('base64').replace(/=+$/, '')))
}

async function makeSecrets(): Promise<string[]> {
  const owner = await server.signIn('owner')
  const addresses: string[] = []
  for (let count = 0; count < 2; count++) {
    const { id } = await givenOrganization(server)
    const path = `/v1/organizations/${id}/wallets`
    await owner.post(`${path}/create`, undefined, { 'idempotency-key': `wallets-${id}` })
    if (count === 1) {
      const key = { 'idempotency-key': `replaced-${id}` }
      expect((await owner.post(`${path}/replace`, { reason: 'Утечка' }, key)).status).toBe(201)
      const old = await owner.get(`${path}/generations/1/mnemonic`)
      remember('mnemonic of retired wallets', old.body.mnemonic)
      remember('entropy of retired wallets', Buffer.from(mnemonicToEntropy(old.body.mnemonic, wordlist)))
    }
    const { mnemonic } = (await owner.get(`${path}/mnemonic`)).body
    const keys = (await owner.get(`${path}/secret-keys`)).body
    remember(`mnemonic ${count}`, mnemonic)
    remember(`half of mnemonic ${count}`, mnemonic.split(' ').slice(0, 12).join(' '))
    remember(`entropy ${count}`, Buffer.from(mnemonicToEntropy(mnemonic, wordlist)))
    remember(`seed ${count}`, seedOf(mnemonic))
    for (const { network, secretKey, address } of deriveWallets(
      seedOf(mnemonic),
      networks.map((network) => ({ network })),
    )) {
      expect(keys.find((key: { network: string }) => key.network === network).secret_key).toBe(secretKey)
      remember(`${network} key ${count}`, secretKey)
      // What signs: an exported key has other bytes around it.
      withKey(network, seedOf(mnemonic), derivations[network].path, ({ privateKey }) =>
        remember(`${network} key ${count}, raw`, Buffer.from(privateKey)),
      )
      addresses.push(address)
    }
    await signTransfers(owner, id)
    const dataKey = await server.service.vault.dataKey(server.db, `${id}/wallets`)
    remember(`data key ${count}`, dataKey.key)
    await sql`
      update wallet_seeds set sealed_entropy = set_byte(sealed_entropy, 30, get_byte(sealed_entropy, 30) # 1)
      where organization_id = ${id}
    `.execute(server.db)
    const stale = await server.signIn('owner', { authenticatedAt: new Date(0) })
    const operator = await server.signIn('operator')
    refusals.push(
      await owner.get(`${path}/mnemonic`),
      await owner.get(`${path}/secret-keys`),
      await owner.post(`${path}/create`),
      // Its mnemonic can no longer be opened.
      await signOne(owner, id, 1),
      await stale.get(`${path}/mnemonic`),
      await operator.get(`${path}/secret-keys`),
    )
  }
  remember('PIN of the token', pin)
  remember('slot key', Buffer.from((await readFile(server.config.keyFile, 'latin1')).trim(), 'hex'))
  return addresses
}

/** Signs with every kind of key, and tries what is refused. */
async function signTransfers(owner: Client, id: string): Promise<void> {
  expect((await signOne(owner, id, 0)).status).toBe(200)
  for (const [network, to, terms, inputs] of otherPayments) {
    const wallet = walletOn((await owner.get(`/v1/organizations/${id}/wallets`)).body, network)
    const entry = await givenEntry(owner, id, { network, address: to })
    const transfer = await givenTransfer(owner, { id, wallet, entry }, { network, ...terms })
    const reply = await owner.post(transferPath(transfer.id, '/sign'), { inputs: inputs(wallet.address) })
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    signedTransactions.push(reply.body.raw)
  }
  const { transfer } = await draft(owner, id)
  refusals.push(await owner.post(transferPath(transfer, '/sign'), ethereumInputs(1, { balance: '0' })))
  expect(refusals.at(-1)?.status).toBe(422)
}

async function signOne(owner: Client, id: string, nonce: number): Promise<Reply> {
  const { transfer } = await draft(owner, id)
  const reply = await owner.post(transferPath(transfer, '/sign'), ethereumInputs(nonce))
  if (reply.status === 200) signedTransactions.push(reply.body.raw)
  return reply
}

async function draft(owner: Client, id: string): Promise<{ transfer: string }> {
  const wallet = walletOn((await owner.get(`/v1/organizations/${id}/wallets`)).body, 'ethereum')
  const entry = await givenEntry(owner, id)
  return { transfer: (await givenTransfer(owner, { id, wallet, entry })).id }
}

test('no secret is in a database file, the WAL, a log, an error, a metric, an event or an audit row', async () => {
  const firstSegment = await walSegment()
  const addresses = await makeSecrets()
  const commands = await askForToken()
  const lastSegment = await walSegment()
  expect(refusals.map(({ status }) => status).slice(0, 7)).toEqual([422, 500, 500, 409, 500, 401, 403])

  const places = new Map<string, Buffer>()
  const collect = async (directories: string[], wanted = (_path: string) => true) => {
    for (const path of (await filesIn(directories)).filter(wanted)) {
      places.set(path, await readFile(path).catch(() => Buffer.alloc(0)))
    }
  }
  // The WAL first, since after a checkpoint PostgreSQL may use its files for something else; and only what was
  // written meanwhile, since all tests of a run share it.
  await collect(['pg_wal'], (path) => basename(path) >= firstSegment && basename(path) <= lastSegment)
  await sql`checkpoint`.execute(admin)
  await collect([`base/${await databaseOid()}`, 'global', 'pg_xact', 'pg_multixact'])
  places.set('commands', Buffer.from(commands))
  places.set('log', Buffer.from(server.logged.join('')))
  places.set(
    'refusals',
    Buffer.from(refusals.map(({ body, headers }) => JSON.stringify([body, [...headers]])).join('')),
  )
  places.set('metrics', Buffer.from((await server.anonymous.get('/metrics')).body))
  for (const table of [
    'audit_events',
    'outbox_events',
    'idempotency_keys',
    'wallet_seeds',
    'wallets',
    'transfers',
    'transfer_steps',
    'data_keys',
    'vault_slots',
  ]) {
    const { rows } = await sql<{
      text: string
    }>`select string_agg(t::text, '') as text from ${sql.table(table)} t`.execute(server.db)
    places.set(table, Buffer.from(rows[0]?.text ?? ''))
  }

  const found = [...places].flatMap(([place, content]) =>
    [...secrets].filter(([, secret]) => content.includes(secret)).map(([name]) => `${name} in ${place}`),
  )
  expect(found).toEqual([])

  // The search sees what is there: what is public is in files, WAL, audit log and events.
  const holding = (text: string) =>
    [...places].filter(([, content]) => content.includes(text)).map(([place]) => place)
  for (const address of addresses) {
    const where = holding(address)
    expect(where).toEqual(
      expect.arrayContaining(['audit_events', 'outbox_events', 'idempotency_keys', 'wallets']),
    )
    expect(where.some((place) => place.includes('/base/'))).toBe(true)
  }
  // What was signed is no secret, and is there.
  expect(signedTransactions).toHaveLength(2 * networks.length)
  for (const raw of signedTransactions) expect(holding(raw)).toContain('transfers')
  // One of them: the header of a page of the WAL may stand in the middle of another.
  expect(addresses.flatMap(holding).some((place) => place.includes('/pg_wal/'))).toBe(true)
  expect(secrets.size).toBeGreaterThan(80)
})

/** Adds a slot for a token that is not there. Every command then asks for it, with the PIN, and says that it is not. */
async function askForToken(): Promise<string> {
  const pem = join(server.dataDir, 'token.pem')
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  await writeFile(pem, publicKey.export({ format: 'pem', type: 'spki' }))
  const settings = { KONTOR_PKCS11_MODULE: '/nowhere/token.so', KONTOR_PKCS11_PIN: pin }
  const env = { DATABASE_URL: server.databaseUrl, KONTOR_DATA_DIR: server.dataDir, ...settings }
  const add = `vault add-slot pkcs11 --token t --key k --public-key ${pem}`.split(' ')
  const outcomes = [
    await runCli(add, { ...env, KONTOR_PKCS11_MODULE: '', KONTOR_PKCS11_PIN: '' }),
    await runCli(['vault', 'status'], env),
    await runCli(['vault', 'rewrap'], { ...env, KONTOR_KEY_FILE: `${pem}.none` }),
    await runCli(['vault', 'drill', '--pkcs11'], env),
  ]
  expect(outcomes.map(({ code }) => code)).toEqual([0, 1, 1, 1])
  return outcomes.map(({ stdout, stderr }) => stdout + stderr).join('')
}

async function filesIn(directories: string[]): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`select current_setting('data_directory') as path`.execute(
    admin,
  )
  const pgdata = rows[0]?.path ?? ''
  expect(pgdata.startsWith(inject('runDir'))).toBe(true)
  const lists = await Promise.all(
    directories.map(async (directory) => {
      const entries = await readdir(join(pgdata, directory), { withFileTypes: true, recursive: true })
      return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    }),
  )
  return lists.flat()
}

async function walSegment(): Promise<string> {
  const { rows } = await sql<{
    name: string
  }>`select pg_walfile_name(pg_current_wal_insert_lsn()) as name`.execute(server.db)
  return rows[0]?.name ?? ''
}

async function databaseOid(): Promise<string> {
  const { rows } = await sql<{ oid: string }>`
    select oid::text from pg_database where datname = current_database()
  `.execute(server.db)
  return rows[0]?.oid ?? ''
}
