import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { documentKinds } from '../../contract/organizations/documents.ts'
import { restoreBackup } from '../../server/features/backup/restore-backup.ts'
import { verifyBackup } from '../../server/features/backup/verify-backup.ts'
import { createBlobStores } from '../../server/platform/blobs/open-storage.ts'
import { readMigrations } from '../../server/platform/db/migrations.ts'
import { connectClient } from '../../server/platform/db/primary/primary-client.ts'
import { parseSlotKey } from '../../server/platform/vault/slot-key.ts'
import type { OpenApi } from '../contract/breaking-changes.ts'
import { dollars, oneC, rubles } from '../statements/samples.ts'
import { importFile } from '../statements/uploads.ts'
import { pdf } from '../support/files/document-samples.ts'
import { form, upload } from '../support/given/document-uploads.ts'
import { validInn } from '../support/given/factories.ts'
import { givenOwnAccounts } from '../support/given/given-own-accounts.ts'
import { givenCompany } from '../support/given/given-paper.ts'
import { givenPerson } from '../support/given/given-person.ts'
import { approve, complete, newRequest, pay, review } from '../support/given/given-purchase-request.ts'
import { runCli } from '../support/processes/run-cli.ts'
import { type Client, client, type Reply, type TestServer } from '../support/service/harness.ts'
import type { Released } from './released-migrations.ts'

/** What a release leaves to later ones: a backup that it made, its description, and what its API said about the contents. */
export interface Release {
  backup: string
  /** Its `/openapi.json`. */
  openApi: OpenApi
  contents: unknown
  migrations: Released[]
}

export const releasesFolder = join(import.meta.dirname, 'releases')

/** The vault key of every release, so that none has to be stored. It protects nothing but test data. */
export function writeReleaseKey(folder: string): string {
  const path = join(folder, 'release.key')
  writeFileSync(path, createHash('sha256').update('a release of Kontor').digest('hex'), { mode: 0o600 })
  return path
}

const account = { email: 'release@example.com', password: 'correct horse battery staple' }

/** All releases so far; a folder is added with each. */
export function readReleases(): (Release & { name: string })[] {
  if (!existsSync(releasesFolder)) return []
  return readdirSync(releasesFolder).map((name) => ({ name, ...readRelease(join(releasesFolder, name)) }))
}

function readRelease(folder: string): Release {
  return {
    backup: join(folder, 'backup'),
    openApi: readJson(join(folder, 'openapi.json')) as OpenApi,
    contents: readJson(join(folder, 'contents.json')),
    migrations: readJson(join(folder, 'migrations.json')) as Released[],
  }
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'))
}

function writeJson(path: string, value: unknown): void {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`)
}

/** The data of the release itself. `kontor restore` would lock its accounts, as test/backup/ shows. */
export async function loadRelease(
  directory: string,
  env: { DATABASE_URL: string; KONTOR_DATA_DIR: string; KONTOR_KEY_FILE: string },
): Promise<void> {
  const slotKeys = [parseSlotKey(readFileSync(env.KONTOR_KEY_FILE)) as Buffer]
  const backup = await verifyBackup({ directory, slotKeys, onProgress: () => {} })
  const dataDir = env.KONTOR_DATA_DIR
  const stores = createBlobStores({ url: `file:${join(dataDir, 'documents')}`, dataDir })
  const client = await connectClient(env.DATABASE_URL, 'test')
  try {
    const { couldSignIn } = await restoreBackup({ client, backup, stores, onProgress: () => {} })
    await client.query('update administrators set disabled_at = null where id = any ($1)', [couldSignIn])
  } finally {
    stores.close()
    await client.end()
  }
}

/** The token of a session of its owner. */
export async function signInToRelease(url: string): Promise<string> {
  const { body } = await client({ url }, null).post('/v1/auth/login', account)
  return body.access_token
}

/** Writes the release folder of the running version. */
export async function makeRelease(server: TestServer, folder: string): Promise<Release> {
  const env = {
    DATABASE_URL: server.databaseUrl,
    KONTOR_DATA_DIR: server.dataDir,
    KONTOR_KEY_FILE: server.config.keyFile,
  }
  const { code, stderr } = await runCli(['backup', join(folder, 'backup')], env)
  if (code !== 0) throw new Error(stderr)
  const migrations = (await readMigrations()).map(({ name, checksum }) => ({ name, checksum }))
  writeJson(join(folder, 'migrations.json'), migrations)
  writeJson(join(folder, 'contents.json'), await readContents(server.url))
  writeFileSync(join(folder, 'openapi.json'), await (await fetch(`${server.url}/openapi.json`)).text())
  return readRelease(folder)
}

/** At least one row of everything that a customer would miss. */
export async function givenContents(server: TestServer): Promise<void> {
  const owner = await server.signIn('owner')
  const expectStatus = async (reply: Promise<{ status: number; body: unknown }>, status: number) => {
    const { status: actual, body } = await reply
    if (actual !== status) throw new Error(`${actual} ${JSON.stringify(body)}`)
    return body as { id: string; version: number }
  }
  const { email, password } = account
  await givenPerson(owner, { email, name: 'Анна', role: 'owner' }, password)
  const organization = await expectStatus(
    owner.post('/v1/organizations', {
      inn: validInn(771_234_567),
      ogrn: '1027700132195',
      full_name: 'Общество с ограниченной ответственностью «Ромашка»',
      director: { name: 'Иванов Иван Иванович', post: 'Генеральный директор' },
      contact: { email: 'info@example.com' },
      external_id: 'A-1',
    }),
    201,
  )
  await expectStatus(owner.patch(`/v1/organizations/${organization.id}`, { notes: 'Заметка' }), 200)
  await expectStatus(owner.post(`/v1/organizations/${organization.id}/wallets/create`), 201)
  for (const padding of [10, 20]) {
    await expectStatus(upload(owner, organization, 'charter', pdf({ padding })), 200)
  }
  const request = await expectStatus(owner.post('/v1/purchase-requests', newRequest(organization.id)), 201)
  await expectStatus(owner.patch(`/v1/purchase-requests/${request.id}/status`, { status: 'in_review' }), 200)
  await givenDeal(owner, organization.id)
  await expectStatus(owner.post('/v1/webhooks', { url: 'https://hooks.example.com/kontor' }), 201)
  await expectStatus(owner.post('/v1/api-keys', { name: '1С', scopes: ['organizations:read'] }), 201)
}

/** What came with 1.1.0: a list, a person that it knows, statements, a deal with its money and papers, a view, a comment. */
async function givenDeal(owner: Client, organizationId: string): Promise<void> {
  const path = `/v1/organizations/${organizationId}`
  const ok = async (reply: Promise<Reply>) => {
    const { status, body } = await reply
    if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body
  }
  for (const kind of documentKinds)
    await ok(owner.put(`${path}/documents/${kind}`, form(pdf(), {}, `${kind}.pdf`)))
  await ok(owner.patch(path, { kyb_status: 'in_review' }))
  await ok(owner.patch(path, { kyb_status: 'approved' }))
  const request = await ok(owner.post('/v1/purchase-requests', newRequest(organizationId)))
  const requestPath = `/v1/purchase-requests/${request.id}`
  const move = (body: object) => ok(owner.patch(`${requestPath}/status`, body))
  for (const body of [review, approve]) await move(body)
  await givenOwnAccounts(owner, [rubles, dollars])
  const company = await givenCompany(owner)
  await ok(importFile(owner, oneC(undefined, { encoding: 'UTF-8' })))
  const invoice = { kind: 'invoice', company_id: company.id, language: 'ru' }
  await ok(owner.post(`${requestPath}/papers`, invoice))
  for (const body of [pay, complete]) await move(body)
  await ok(owner.post(`${requestPath}/comments`, { comment: 'Готово' }))

  const list = new FormData()
  list.set('list', 'house')
  list.set('file', new File(['id,schema,name\nP1,Person,Гордиенко Захар Лукич\n'], 'list.csv'))
  await ok(owner.post('/v1/screening/lists', list))
  const name = 'Гордиенко Захар Лукич'
  await ok(owner.post(`${path}/people`, { role: 'owner', schema: 'Person', name, share: '30' }))
  const view = { list: 'purchase-requests', name: 'Готовые', filters: { status: 'completed' }, shared: true }
  await ok(owner.post('/v1/views', view))
}

/** Changes accounts and keys of the release, so that what the audit log says of them goes on from there. */
export async function changeAdministrators(url: string): Promise<void> {
  const { email, password } = account
  const owner = client({ url }, await signInToRelease(url))
  const { items } = (await owner.get('/v1/administrators')).body
  const another = items.find((one: { email: string }) => one.email !== email)
  const [key] = (await owner.get('/v1/api-keys')).body.items
  const replies = [
    await owner.patch(`/v1/administrators/${another.id}`, { role: 'auditor' }),
    await owner.post(`/v1/administrators/${another.id}/reset`),
    await owner.post('/v1/administrators', { email: 'new@example.com', name: 'Новый', role: 'officer' }),
    await owner.delete(`/v1/api-keys/${key.id}`),
    await owner.post('/v1/auth/password', { current_password: password, new_password: `${password} again` }),
  ]
  const statuses = replies.map(({ status }) => status)
  if (statuses.some((status) => status >= 400)) throw new Error(`changing administrators: ${statuses}`)
}

/** Replaces the wallets of an organization. Returns the hash of the mnemonic of before, now read as a retired one. */
export async function replaceWallets(url: string): Promise<{ organizationId: string; mnemonic: string }> {
  const owner = client({ url }, await signInToRelease(url))
  const organizationId = (await owner.get('/v1/organizations')).body.items[0].id
  const wallets = `/v1/organizations/${organizationId}/wallets`
  const { status } = await owner.post(`${wallets}/replace`, { reason: 'Утечка' })
  if (status !== 201) throw new Error(`replacing wallets: ${status}`)
  const retired = await owner.get(`${wallets}/generations/1/mnemonic`)
  return { organizationId, mnemonic: sha256(JSON.stringify(retired.body)) }
}

/** What came with 1.1.0. It is empty after an upgrade from 1.0.0. */
const laterContents = [
  '/v1/balances',
  '/v1/credits',
  '/v1/desk/companies',
  '/v1/lists/payments',
  '/v1/screening/hits',
  '/v1/statement-lines',
  '/v1/statements',
  '/v1/views',
]

/** What the API says about everything in the database, without what differs from moment to moment. */
export async function readContents(url: string): Promise<unknown> {
  const access_token = await signInToRelease(url)
  const get = async (path: string) => {
    const reply = await fetch(url + path, { headers: { authorization: `Bearer ${access_token}` } })
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
    return reply
  }
  const json = async (path: string) => (await get(path)).json() as Promise<Record<string, never>>
  const organizations = (await json('/v1/organizations')).items as unknown as { id: string }[]
  const requests = (await json('/v1/purchase-requests')).items as unknown as { id: string }[]
  const contents: Record<string, unknown> = { organizations, requests }
  for (const { id } of organizations) {
    contents[`wallets ${id}`] = await json(`/v1/organizations/${id}/wallets`)
    contents[`mnemonic ${id}`] = sha256(await (await get(`/v1/organizations/${id}/wallets/mnemonic`)).text())
    const versions = (await json(`/v1/organizations/${id}/documents/charter/versions`)) as unknown as {
      download_url: string
    }[]
    contents[`people ${id}`] = await json(`/v1/organizations/${id}/people`)
    contents[`charter ${id}`] = await Promise.all(
      versions.map(async ({ download_url, ...version }) => ({
        ...version,
        content: sha256(new Uint8Array(await (await get(download_url)).arrayBuffer())),
      })),
    )
  }
  for (const { id } of requests) {
    contents[`history ${id}`] = await json(`/v1/purchase-requests/${id}/history`)
    contents[`papers ${id}`] = await json(`/v1/purchase-requests/${id}/papers`)
    contents[`deliveries ${id}`] = await json(`/v1/purchase-requests/${id}/deliveries`)
  }
  for (const path of laterContents) {
    const read: Record<string, unknown> = await json(path)
    contents[path] = read.items ?? read
  }
  contents.webhooks = await json('/v1/webhooks')
  contents['api keys'] = await json('/v1/api-keys')
  return contents
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}
