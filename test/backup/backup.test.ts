import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { askForOwners } from '../../cli/storage/restored-access.ts'
import type { PasskeyRequestOptions } from '../../contract/administrators/passkeys.ts'
import type { PaperResponse } from '../../contract/purchase-requests/papers.ts'
import { verifyAudit } from '../../server/features/audit/verification/audit-verify.ts'
import { ArchiveRefused } from '../../server/features/backup/archive.ts'
import { verifyBackup } from '../../server/features/backup/verify-backup.ts'
import { accounts } from '../../server/features/books/accounts.ts'
import type { Posting } from '../../server/features/books/posting.ts'
import { connect, type Db } from '../../server/platform/db/database.ts'
import { newId } from '../../server/platform/db/ids.ts'
import { parseSlotKey } from '../../server/platform/vault/slot-key.ts'
import { untilCompared } from '../screening/given-lists.ts'
import { importList, tableOf } from '../screening/list-uploads.ts'
import { chosen, isFull } from '../support/cases/scale.ts'
import { fewer, thorough } from '../support/cases/thorough.ts'
import { pdf, pdfOfSize } from '../support/files/document-samples.ts'
import { form, upload } from '../support/given/document-uploads.ts'
import { validInn } from '../support/given/factories.ts'
import { download, givenCompany, issue } from '../support/given/given-paper.ts'
import { givenPerson } from '../support/given/given-person.ts'
import { newRequest } from '../support/given/given-purchase-request.ts'
import { givenParty, givenRegister } from '../support/given/party-fixtures.ts'
import { runCli } from '../support/processes/run-cli.ts'
import { type Client, emptyDatabase, startServer } from '../support/service/harness.ts'
import { addPasskey } from '../support/service/passkeys.ts'
import { startService } from '../support/service/second-node.ts'
import { SoftwareAuthenticator } from '../support/service/software-authenticator.ts'

const server = startServer({ connections: 4 })
let owner: Client
let organization: { id: string }
let archive: string
let invoice: PaperResponse
let printed: Buffer
let attached: { id: string }
let key: { id: string; secret: string }
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
    full_name: 'Общество с ограниченной ответственностью «Ромашка и сыновья»\\',
    notes: 'Ромашка\tи\nсыновья\\',
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
  await givenPerson(owner, { email: 'leaver@example.com', name: 'Пётр', role: 'operator' }, password)
  const used = await owner.post('/v1/api-keys', { name: 'Касса', scopes: ['requests:read'] })
  key = { id: used.body.api_key.id, secret: used.body.key }
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

/** All that a restore does not decide: who may sign in, and what is told about that. */
function withoutAccess({ administrators, outbox_events, ...rest }: Record<string, unknown[]>) {
  const toldBefore = (outbox_events as { type: string }[]).filter(
    ({ type }) => !/^(administrator\.(disabled|reset)|api_key\.suspended)$/.test(type),
  )
  return { ...rest, administrators: administrators?.length, outbox_events: toldBefore }
}

type Call = (method: string, path: string, body?: unknown) => Promise<Response>

/** Sets a password with the link that a command has printed, and signs in with it. */
async function signInByLink(call: Call, printed: string): Promise<string> {
  const [, token] = /set-password\?token=([\w-]+)/.exec(printed) ?? []
  const renewed = 'entirely other words of hers'
  const set = await call('POST', '/v1/auth/set-password', { token, password: renewed })
  expect(set.status).toBe(200)
  const login = await call('POST', '/v1/auth/login', { email: 'anna@example.com', password: renewed })
  return ((await login.json()) as { access_token: string }).access_token
}

test('a target that cannot be written ends with a sentence', async () => {
  const target = join(server.dataDir, 'root.key', 'monday')
  const backup = await runCli(['backup', target], environment())
  expect(backup.code).toBe(1)
  expect(backup.stderr).toMatch(/^kontor: a file cannot be read or written: ENOTDIR: .*\.$/m)
  expect(backup.stderr).not.toMatch(/^\s+at /m)
})

/** What a terminal gets to read and what the question gives, when somebody types this and ends the input. */
async function asked(typed: string, later?: { accounts: Set<string> }) {
  const { rows } = await sql<{ id: string }>`select id from administrators`.execute(server.db)
  const input = Object.assign(new PassThrough(), { isTTY: true })
  const output = Object.assign(new PassThrough(), { isTTY: true })
  input.end(typed)
  const couldSignIn = rows.map(({ id }) => id)
  const owners = await askForOwners(server.db, couldSignIn, later, input as never, output)
  output.end()
  return { owners, shown: await text(output) }
}

test('on a terminal, a restore asks which owners may sign in again', async () => {
  const { owners, shown } = await asked('anna@example.com, Boris@example.com\n')
  expect(owners).toEqual(['anna@example.com', 'Boris@example.com'])
  expect(shown).toMatch(/These owners could sign in when the backup was made:\s+.*anna@example\.com \(.+\)/s)
  expect(shown).toContain('Who may sign in again?')
  expect(shown).not.toContain('leaver@example.com')
  // Enter alone, the end of the input, Ctrl-D and Ctrl-C confirm nobody; then all stay locked.
  for (const nothing of ['\n', '', '\x04', '\x03']) expect((await asked(nothing)).owners).toEqual([])
  // With a newer log, only those whom it locks are asked about, and without any there is no question.
  const later = { accounts: new Set([owner.id ?? '']) }
  expect((await asked('\n', later)).shown).not.toContain('anna@example.com')
  expect(await asked('\n', { accounts: new Set() })).toEqual({ owners: [], shown: '' })
})

describe('a restore', () => {
  test('onto an empty machine with only the shares restores everything', { timeout: 120_000 }, async () => {
    const before = await contents(server.db)
    const env = await newMachine()
    const confirm = ['--confirm-owner', 'Anna@Example.com']
    const typed = `${shares[0]}\n${shares[2]}\n`
    const restored = await runCli(['restore', archive, '--shares', ...confirm], env, typed)
    expect(restored.code, restored.stderr).toBe(0)
    expect(restored.stdout).toContain('Books: 1 postings, 1 balances of clients\nThe books balance.\n')
    const recovered = await runCli(['vault', 'recover'], env, `${shares[0]}\n${shares[2]}\n`)
    expect(recovered.code).toBe(0)

    const db = connect(env.DATABASE_URL, { max: 1 })
    expect(withoutAccess(await contents(db))).toEqual(withoutAccess(before))
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

    const service = await startService(env)
    try {
      const call = async (method: string, path: string, body?: unknown, token?: string) =>
        fetch(service.url + path, {
          method,
          headers: {
            ...(body !== undefined && { 'content-type': 'application/json' }),
            ...(token && { authorization: `Bearer ${token}` }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        })
      // Her password of before may be one that was changed since: she sets a new one.
      const refused = await call('POST', '/v1/auth/login', { email: 'anna@example.com', password })
      const stranger = await call('POST', '/v1/auth/login', { email: 'nobody@example.com', password })
      for (const answer of [refused, stranger]) {
        expect(answer.status).toBe(401)
        expect(await answer.json()).toMatchObject({
          code: 'invalid_credentials',
          detail: expect.stringContaining('A backup was restored'),
          context: { restored: true },
        })
      }
      const access_token = await signInByLink(call, restored.stdout)
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
      // A passkey of before may have been removed since.
      const options = await call('POST', '/v1/auth/passkey/options')
      const credential = passkey.get((await options.json()) as PasskeyRequestOptions)
      const unknown = await call('POST', '/v1/auth/passkey/verify', { credential })
      expect(unknown.status).toBe(401)
      expect(await unknown.json()).toMatchObject({
        code: 'passkey_invalid',
        detail: expect.stringContaining('A backup was restored'),
        context: { reason: 'unknown', restored: true },
      })
      // Sessions of before stay behind.
      expect((await call('GET', '/v1/auth/me', undefined, owner.token ?? '')).status).toBe(401)
      // A key is refused until an owner resumes it.
      const withKey = () => call('GET', '/v1/purchase-requests', undefined, key.secret)
      expect((await withKey()).status).toBe(401)
      const listedKeys = await call('GET', '/v1/api-keys', undefined, access_token)
      expect(await listedKeys.json()).toMatchObject({
        items: expect.arrayContaining([
          expect.objectContaining({ id: key.id, suspended: true, suspended_because: 'restore' }),
        ]),
      })
      const resumed = await call('POST', `/v1/api-keys/${key.id}/resume`, undefined, access_token)
      expect(await resumed.json()).toMatchObject({ id: key.id })
      // Its maker is still locked, and comes back by an act of an owner and a link.
      expect((await withKey()).status).toBe(401)
      const path2 = `/v1/administrators/${owner.id}`
      expect(await (await call('GET', path2, undefined, access_token)).json()).toMatchObject({
        status: 'disabled',
        disabled_because: 'restore',
      })
      expect((await call('POST', `${path2}/enable`, undefined, access_token)).status).toBe(200)
      expect((await withKey()).status).toBe(200)
    } finally {
      await service.stop()
    }
    // All of it is in the log, proven.
    const audited = await runCli(['audit', 'verify'], env)
    expect(audited.stdout).toContain('Valid.')
    expect(audited.code).toBe(0)
  })

  thorough.test(
    'with a newer log locks what was taken away since, and nothing else',
    {
      timeout: 120_000,
    },
    async () => {
      const { body: people } = await owner.get('/v1/administrators')
      const idOf = (email: string) => people.items.find((one: { email: string }) => one.email === email).id
      expect((await owner.delete(`/v1/api-keys/${key.id}`)).status).toBe(200)
      expect((await owner.post(`/v1/administrators/${idOf('leaver@example.com')}/disable`)).status).toBe(200)
      const log = join(archive, '..', 'later.ndjson')
      expect((await runCli(['audit', 'export', '--output', log], environment())).code).toBe(0)

      const env = { ...(await newMachine()), KONTOR_KEY_FILE: join(server.dataDir, 'root.key') }
      const restored = await runCli(['restore', archive, '--audit-log', log], env)
      expect(restored.code, restored.stdout).toBe(0)
      expect(restored.stdout).toContain(
        'Locked accounts, which lost their credentials: 1. Suspended API keys: 1.',
      )
      const db = connect(env.DATABASE_URL, { max: 1 })
      const accounts = await db.selectFrom('administrators').select(['email', 'disabled_because']).execute()
      expect(accounts.filter(({ disabled_because }) => disabled_because)).toEqual([
        { email: 'leaver@example.com', disabled_because: 'restore' },
      ])
      const keys = db.selectFrom('api_keys').select(['name', 'suspended_at']).orderBy('name')
      expect(await keys.execute()).toEqual([
        { name: '1С', suspended_at: null },
        { name: 'Касса', suspended_at: expect.any(Date) },
      ])
      await db.destroy()
      const audited = await runCli(['audit', 'verify', '--empty'], env)
      expect(audited.stdout).toContain('Valid.')

      if (!isFull) return
      // Somebody left out a row: the log is not believed, and everything is locked.
      const rows = readFileSync(log, 'utf8').trimEnd().split('\n')
      const cut = rows.filter((row) => !row.includes('api_key.revoked'))
      expect(cut).toHaveLength(rows.length - 1)
      writeFileSync(log, `${cut.join('\n')}\n`)
      const again = { ...(await newMachine()), KONTOR_KEY_FILE: join(server.dataDir, 'root.key') }
      const refused = await runCli(['restore', archive, '--audit-log', log], again)
      expect(refused).toMatchObject({ code: 1, stdout: expect.stringContaining('THE LOG WAS NOT USED') })
      expect(refused.stdout).toContain(`Locked accounts, which lost their credentials: ${people.total}.`)
      expect(refused.stdout).toContain("Run 'kontor admin enable EMAIL'")
      const enabled = await runCli(['admin', 'enable', 'anna@example.com'], again)
      expect(enabled).toMatchObject({ code: 0, stdout: expect.stringContaining('/#/set-password?token=') })
    },
  )

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

  test.each(fewer(2, chosen(4, damages)))('a backup with %s is refused', async (_what, damage) => {
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
