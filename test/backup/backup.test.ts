import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import type { PaperResponse } from '../../contract/papers.ts'
import type { PasskeyRequestOptions } from '../../contract/passkeys.ts'
import { verifyAudit } from '../../server/features/audit/audit-verify.ts'
import { ArchiveRefused } from '../../server/features/backup/archive.ts'
import { verifyBackup } from '../../server/features/backup/verify-backup.ts'
import { accounts } from '../../server/features/books/accounts.ts'
import type { Posting } from '../../server/features/books/posting.ts'
import { connect, type Db } from '../../server/platform/db/database.ts'
import { newId } from '../../server/platform/db/ids.ts'
import { parseSlotKey } from '../../server/platform/vault/slot-key.ts'
import { untilCompared } from '../screening/given-lists.ts'
import { importList, tableOf } from '../screening/list-uploads.ts'
import { pdf, pdfOfSize } from '../support/document-samples.ts'
import { form, upload } from '../support/document-uploads.ts'
import { validInn } from '../support/factories.ts'
import { download, givenCompany, issue } from '../support/given-paper.ts'
import { givenPerson } from '../support/given-person.ts'
import { newRequest } from '../support/given-purchase-request.ts'
import { type Client, emptyDatabase, startServer } from '../support/harness.ts'
import { givenParty, givenRegister } from '../support/party-fixtures.ts'
import { addPasskey } from '../support/passkeys.ts'
import { runCli } from '../support/run-cli.ts'
import { startProcess, untilReady } from '../support/service-process.ts'
import { SoftwareAuthenticator } from '../support/software-authenticator.ts'

const server = startServer({ connections: 4 })
let owner: Client
let organization: { id: string }
let archive: string
let invoice: PaperResponse
let printed: Buffer
let attached: { id: string }
const letter = pdf({ padding: 900 })
let shares: string[] = []
const charter = pdfOfSize(300_000)
const password = 'correct horse battery staple'
const passkey = new SoftwareAuthenticator()
const listed = { id: '7', name: 'Круглов Архип Саввич' }
const registered = givenParty({ full_name: 'ООО "Реестровая"' })

function environment() {
  return { DATABASE_URL: server.databaseUrl, KONTOR_DATA_DIR: server.dataDir }
}

/** An empty database and an empty data directory: a new machine. */
async function newMachine(): Promise<{ DATABASE_URL: string; KONTOR_DATA_DIR: string }> {
  return {
    DATABASE_URL: await emptyDatabase(),
    KONTOR_DATA_DIR: mkdtempSync(join(inject('runDir'), 'new-machine-')),
  }
}

async function isEmpty(env: { DATABASE_URL: string; KONTOR_DATA_DIR: string }): Promise<boolean> {
  const db = connect(env.DATABASE_URL, { max: 1 })
  const { rows } = await sql`select from pg_class where relnamespace = 'public'::regnamespace`.execute(db)
  await db.destroy()
  return rows.length === 0 && readdirSync(env.KONTOR_DATA_DIR).length === 0
}

/** Money of the organization, in kopecks. */
function posting(amount: bigint): Posting {
  return {
    kind: 'payment',
    organizationId: organization.id,
    fact: { type: 'payment', id: String(amount) },
    description: 'Оплата',
    at: new Date(),
    entries: [
      { account: accounts.bank(null), commodity: 'RUB', amount },
      { account: accounts.client(organization.id, 'RUB'), commodity: 'RUB', amount: -amount },
    ],
  }
}

/** A person who owns the organization through a company that was added later. */
async function givenOwners(): Promise<void> {
  const people = `/v1/organizations/${organization.id}/people`
  const passport = { type: 'passport', number: '45 10 654321' }
  const person = { role: 'owner', schema: 'Person', name: 'Петрова Анна', identity_document: passport }
  const { id } = (await owner.post(people, person)).body
  const company = { role: 'owner', schema: 'Company', name: 'ООО «Холдинг»', share: '75.5' }
  const parent = (await owner.post(people, company)).body
  expect((await owner.patch(`${people}/${id}`, { parent_id: parent.id })).status).toBe(200)
}

/** A comment with a file, and a mail about it that was not sent yet. */
async function givenComment(): Promise<void> {
  const path = `/v1/organizations/${organization.id}`
  attached = (await owner.post(`${path}/comment-attachments`, form(letter, {}, 'Письмо.pdf'))).body
  const comment = { comment: 'См. письмо', mentions: [owner.id], attachments: [attached.id] }
  expect((await owner.post(`${path}/comments`, comment)).status).toBe(201)
  const at = new Date()
  await server.db
    .insertInto('mails')
    .values({
      id: newId(),
      administrator_id: owner.id ?? '',
      notice_id: null,
      digest_day: '2026-11-16',
      next_attempt_at: at,
      created_at: at,
    })
    .execute()
}

beforeAll(async () => {
  owner = await server.signIn('owner')
  const created = await owner.post('/v1/organizations', {
    inn: validInn(771_234_567),
    ogrn: '1027700132195',
    full_name: 'Общество с ограниченной ответственностью «Ромашка»\tи\nсыновья\\',
  })
  expect(created.status).toBe(201)
  organization = created.body
  await givenRegister(server.databaseUrl, [registered])
  expect((await owner.post('/v1/organizations', { inn: registered.inn })).status).toBe(201)
  expect((await owner.post(`/v1/organizations/${organization.id}/wallets/create`)).status).toBe(201)
  const leaked = { reason: 'Утечка' }
  expect((await owner.post(`/v1/organizations/${organization.id}/wallets/replace`, leaked)).status).toBe(201)
  await givenOwners()
  expect((await upload(owner, organization, 'charter', charter)).status).toBe(200)
  expect((await upload(owner, organization, 'charter', pdf({ padding: 50 }))).status).toBe(200)
  await givenComment()
  const { body: request } = await owner.post('/v1/purchase-requests', newRequest(organization.id))
  await server.db.updateTable('purchase_requests').set({ status: 'approved' }).execute()
  invoice = await issue(owner, request, { kind: 'invoice', company_id: (await givenCompany(owner)).id })
  printed = (await download(server, owner, invoice)).pdf
  await givenPerson(owner, { email: 'anna@example.com', name: 'Анна', role: 'owner' }, password)
  await addPasskey(owner, passkey)
  const invited = { email: 'invited@example.com', name: 'Борис', role: 'auditor' }
  expect((await owner.post('/v1/administrators', invited)).status).toBe(201)
  const limited = { name: '1С', scopes: ['requests:read'], networks: ['10.0.0.0/8'] }
  expect((await owner.post('/v1/api-keys', limited)).status).toBe(201)
  await server.db.transaction().execute((db) => server.service.books.post(db, posting(700n)))
  const namesake = { id: 'namesake', name: 'Петрова Анна' }
  const imported = await importList(owner, 'own', { 'own.csv': tableOf([listed, namesake]) })
  expect(imported.status).toBe(201)
  await untilCompared(server, imported.body.generation)
  expect(await server.db.selectFrom('screening_hits').select('id').execute()).toHaveLength(1)
  const split = await runCli(['vault', 'split', '--shares', '3', '--threshold', '2'], environment())
  shares = split.stdout.match(/^[0-9A-Z-]{89}$/gm) ?? []
  expect(shares).toHaveLength(3)

  archive = join(mkdtempSync(join(inject('runDir'), 'backup-')), 'monday')
  const backup = await runCli(['backup', archive], environment())
  expect(backup).toMatchObject({ code: 0, stdout: expect.stringContaining('4 documents') })
})

describe('a backup', () => {
  test('can be verified with the key file and with shares', async () => {
    const byKey = await runCli(['backup', 'verify', archive], environment())
    expect(byKey).toMatchObject({ code: 0, stdout: expect.stringContaining('is valid') })
    const elsewhere = { KONTOR_DATA_DIR: mkdtempSync(join(inject('runDir'), 'elsewhere-')) }
    const byShares = await runCli(
      ['backup', 'verify', archive, '--shares'],
      elsewhere,
      `${shares[1]}\n${shares[2]}\n`,
    )
    expect(byShares).toMatchObject({ code: 0, stdout: expect.stringContaining('is valid') })
  })

  test('contains no plaintext and not the key file', async () => {
    const files = readdirSync(archive, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    )
    const bytes = Buffer.concat(files.map((entry) => readFileSync(join(entry.parentPath, entry.name))))
    expect(bytes.includes('Ромашка')).toBe(false)
    expect(bytes.includes('anna@example.com')).toBe(false)
    expect(bytes.includes('654321')).toBe(false)
    expect(bytes.includes(readFileSync(join(server.dataDir, 'root.key')).subarray(0, 64))).toBe(false)
    expect(bytes.includes('%PDF')).toBe(false)
    for (const entry of files) expect(statSync(join(entry.parentPath, entry.name)).mode & 0o077).toBe(0)
  })

  test('does not overwrite another one, and leaves nothing behind when it fails', async () => {
    const again = await runCli(['backup', archive], environment())
    expect(again).toMatchObject({ code: 1, stderr: `kontor: ${archive} already exists.\n` })
    expect(readdirSync(join(archive, '..'))).toEqual(['monday'])
  })
})

async function contents(db: Db): Promise<Record<string, unknown[]>> {
  const tables = [
    'administrators',
    'organizations',
    'organization_people',
    'organization_responses',
    'wallets',
    'wallet_seeds',
    'document_decisions',
    'comments',
    'comment_mentions',
    'comment_attachments',
    'purchase_requests',
    'purchase_request_responses',
    'purchase_request_history',
    'outbox_events',
    'idempotency_keys',
    'data_keys',
    'audit_values',
    'book_postings',
    'book_entries',
    'book_accounts',
    'client_balances',
    'screening_state',
    'screening_lists',
    'screening_entries',
    'screening_imports',
    'screening_subjects',
    'screening_hits',
    'screening_passes',
  ]
  const result: Record<string, unknown[]> = {}
  for (const table of tables) {
    result[table] = (await sql`select * from ${sql.id(table)} order by 1, 2`.execute(db)).rows
  }
  return result
}

test('a target that cannot be written ends with a sentence', async () => {
  const target = join(server.dataDir, 'root.key', 'monday')
  const backup = await runCli(['backup', target], environment())
  expect(backup.code).toBe(1)
  expect(backup.stderr).toMatch(/^kontor: a file cannot be read or written: ENOTDIR: .*\.$/m)
  expect(backup.stderr).not.toMatch(/^\s+at /m)
})

describe('a restore', () => {
  test('onto an empty machine with only the shares restores everything', { timeout: 120_000 }, async () => {
    const before = await contents(server.db)
    const env = await newMachine()
    const restored = await runCli(['restore', archive, '--shares'], env, `${shares[0]}\n${shares[2]}\n`)
    expect(restored.code, restored.stderr).toBe(0)
    expect(restored.stdout).toContain('Books: 1 postings, 1 balances of clients\nThe books balance.\n')
    const recovered = await runCli(['vault', 'recover'], env, `${shares[0]}\n${shares[2]}\n`)
    expect(recovered.code).toBe(0)

    const db = connect(env.DATABASE_URL, { max: 1 })
    expect(await contents(db)).toEqual(before)
    expect((await verifyAudit(db)).problem).toBeNull()
    // The original may have sent it.
    expect(await db.selectFrom('mails').select('state').execute()).toEqual([{ state: 'dropped' }])
    // The books go on, under the same rules.
    await db.transaction().execute((db) => server.service.books.post(db, posting(300n)))
    await expect(sql`delete from book_entries`.execute(db)).rejects.toThrow('append-only')
    expect(await db.selectFrom('client_balances').select('balance').execute()).toEqual([{ balance: '1000' }])
    await db.destroy()
    const verified = await runCli(['wallets', 'verify'], env)
    // Of the current generation and of the one that was replaced.
    expect(verified).toMatchObject({ code: 0, stdout: '10 wallets were verified.\n' })

    const service = await startProcess(env)
    try {
      await untilReady(service)
      const call = async (method: string, path: string, body?: unknown, token?: string) =>
        fetch(service.url + path, {
          method,
          headers: {
            ...(body !== undefined && { 'content-type': 'application/json' }),
            ...(token && { authorization: `Bearer ${token}` }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        })
      const login = await call('POST', '/v1/auth/login', { email: 'anna@example.com', password })
      const { access_token } = (await login.json()) as { access_token: string }
      // Its receivers may know later events, and the original may still be running.
      const delivery = await call('GET', '/v1/webhook-delivery', undefined, access_token)
      expect(await delivery.json()).toMatchObject({ paused: true, reason: 'restore' })
      const signing = await call('GET', '/v1/signing', undefined, access_token)
      expect(await signing.json()).toMatchObject({ is_stopped: true, stopped_by: 'kontor restore' })
      const path = `/v1/organizations/${organization.id}/documents/charter/versions`
      const versions = (await (await call('GET', path, undefined, access_token)).json()) as [
        { download_url: string },
      ]
      const content = await call('GET', versions[0].download_url)
      expect(content.status).toBe(200)
      expect(Buffer.from(await content.arrayBuffer()).equals(charter)).toBe(true)
      const place = `/v1/purchase-requests/${invoice.request_id}/papers/${invoice.id}/content`
      const paper = await call('GET', place, undefined, access_token)
      expect(Buffer.from(await paper.arrayBuffer()).equals(printed)).toBe(true)
      const file = `/v1/organizations/${organization.id}/comment-attachments/${attached.id}`
      const restoredFile = await call('GET', file, undefined, access_token)
      expect(Buffer.from(await restoredFile.arrayBuffer()).equals(letter)).toBe(true)
      // The register is not in the backup, so organizations that were in it are found by themselves too.
      for (const q of ['ромашка', 'реестровая']) {
        const search = `/v1/organizations/search?${new URLSearchParams({ q })}`
        expect(await (await call('GET', search, undefined, access_token)).json()).toMatchObject({
          total: 1,
          items: [{ source: 'organization' }],
        })
      }
      for (const path of ['/v1/organizations', '/v1/purchase-requests']) {
        const list = await call('GET', path, undefined, access_token)
        expect(await list.json()).toEqual((await owner.get(path)).body)
      }
      // The lists are there, and searched.
      const somebody = { schema: 'Person', name: listed.name }
      const check = await call('POST', '/v1/screening/check', somebody, access_token)
      expect(await check.json()).toMatchObject({ items: [{ list: 'own', entry: listed }], generation: 1 })
      // A client that follows the changes has to load everything again, even if the backup has all that it has seen.
      const first = (await owner.get('/v1/changes?limit=1')).body.cursor
      const last = (await owner.get('/v1/changes?after=now')).body.cursor
      for (const cursor of [first, last]) {
        const followed = await call('GET', `/v1/changes?after=${cursor}`, undefined, access_token)
        expect(followed.status).toBe(410)
      }
      // What the database gives out goes on: a new request, with its history and its audit row.
      const next = await call('POST', '/v1/purchase-requests', newRequest(organization.id), access_token)
      expect(next.status).toBe(201)
      // A passkey of before signs in.
      const options = await call('POST', '/v1/auth/passkey/options')
      const credential = passkey.get((await options.json()) as PasskeyRequestOptions)
      const withPasskey = await call('POST', '/v1/auth/passkey/verify', { credential })
      expect(await withPasskey.json()).toMatchObject({ admin: { id: owner.id, passkeys: 1 } })
      // Sessions of before stay behind.
      expect((await call('GET', '/v1/auth/me', undefined, owner.token ?? '')).status).toBe(401)
    } finally {
      service.child.kill('SIGTERM')
      await service.ended
    }
  })

  test('into a non-empty database is refused', async () => {
    const env = environment()
    const restored = await runCli(['restore', archive], env)
    expect(restored).toMatchObject({ code: 1, stderr: expect.stringContaining('not empty') })
  })

  test('of a backup of another vault is refused before anything is changed', async () => {
    const env = { ...(await newMachine()), KONTOR_VAULT_KEY: 'ab'.repeat(32) }
    const restored = await runCli(['restore', archive], env)
    expect(restored).toMatchObject({ code: 1, stderr: expect.stringContaining('No available key') })
    expect(await isEmpty(env)).toBe(true)
  })

  const damages: [string, (copy: string) => void][] = [
    ['a flipped bit in a table', (copy) => flip(join(copy, 'tables/organizations'))],
    ['a flipped bit in a document', (copy) => flip(firstBlob(copy))],
    ['a missing document', (copy) => rmSync(firstBlob(copy))],
    ['a cut table', (copy) => cut(join(copy, 'tables/wallets'))],
    [
      'a table in the place of another',
      (copy) => cpSync(join(copy, 'tables/wallets'), join(copy, 'tables/wallet_seeds')),
    ],
    ['a changed manifest', (copy) => change(copy, (manifest) => ({ ...manifest, migrations: [] }))],
    ['a manifest that is no JSON', (copy) => cut(join(copy, 'manifest.json'))],
    ['no manifest', (copy) => rmSync(join(copy, 'manifest.json'))],
  ]

  function damagedCopy(damage: (copy: string) => void): string {
    const copy = `${archive}-${Math.random().toString(36).slice(2)}`
    cpSync(archive, copy, { recursive: true })
    damage(copy)
    return copy
  }

  test.each(damages)('a backup with %s is refused', async (_what, damage) => {
    const slotKeys = [parseSlotKey(readFileSync(join(server.dataDir, 'root.key'))) as Buffer]
    const opening = verifyBackup({ directory: damagedCopy(damage), slotKeys, onProgress: () => {} })
    await expect(opening).rejects.toThrow(ArchiveRefused)
  })

  test('of a damaged backup is refused before anything is changed', async () => {
    const env = await newMachine()
    const keyFile = { KONTOR_KEY_FILE: join(server.dataDir, 'root.key') }
    const copy = damagedCopy((copy) => flip(firstBlob(copy)))
    const restored = await runCli(['restore', copy], { ...env, ...keyFile })
    expect(restored).toMatchObject({ code: 1, stderr: expect.stringMatching(/^kontor: .* damaged: .*$/m) })
    expect(await isEmpty(env)).toBe(true)
  })
})

function flip(path: string): void {
  const bytes = readFileSync(path)
  const at = Math.floor(bytes.length / 2)
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
  writeFileSync(path, bytes)
}

function cut(path: string): void {
  writeFileSync(path, readFileSync(path).subarray(0, -7))
}

function firstBlob(copy: string): string {
  const shelf = join(copy, 'blobs', readdirSync(join(copy, 'blobs'))[0] as string)
  return join(shelf, readdirSync(shelf)[0] as string)
}

function change(copy: string, edit: (manifest: object) => object): void {
  const path = join(copy, 'manifest.json')
  writeFileSync(path, JSON.stringify(edit(JSON.parse(readFileSync(path, 'utf8')))))
}
