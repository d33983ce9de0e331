import { beforeAll, expect, test } from 'vitest'
import { lists } from '../../contract/lists/all.ts'
import { operations } from '../../contract/operations/features.ts'
import { pdf } from '../support/files/document-samples.ts'
import { upload } from '../support/given/document-uploads.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { givenWallets, walletsPath } from '../support/given/given-wallets.ts'
import { rawRequest, steadyHeaders } from '../support/http/raw-request.ts'
import { type Client, startServer } from '../support/service/harness.ts'

const server = startServer({ env: { KONTOR_RATE_LIMIT: 'on' } })
let owner: Client
let organizationId: string

beforeAll(async () => {
  owner = await server.signIn('owner')
  organizationId = (await givenOrganization(server)).id
})

function both(path: string, token: string | null = owner.token) {
  const headers = { ...(token && { authorization: `Bearer ${token}` }) }
  const ask = (method: string) => rawRequest(server.url + path, { method, headers })
  return Promise.all([ask('GET'), ask('HEAD')])
}

const paths = operations
  .filter(({ method, noHead, produces }) => method === 'GET' && !noHead && produces === undefined)
  .map(({ path }) => path)

test.each([...paths, '/healthz', '/openapi.json', '/docs', '/docs/swagger-ui.css', '/.well-known/jwks.json'])(
  'HEAD has the status and headers of GET, and no body: %s',
  async (path) => {
    const filled = path.replace('{organization_id}', organizationId).replaceAll(/\{\w+\}/g, 'none')
    const [get, head] = await both(filled)
    expect(head.status).toBe(get.status)
    expect(steadyHeaders(head.headers)).toEqual(steadyHeaders(get.headers))
    expect(head.headers['content-length']).toBe(String(get.body.length))
    expect(head.body).toHaveLength(0)
  },
)

test('the files of lists have no HEAD, and the names of the other operations without are known', () => {
  const files = new Set(lists.map(({ file }) => file.id))
  expect(lists.filter(({ file }) => !file.noHead)).toEqual([])
  const names = operations.filter(({ id, noHead }) => noHead && !files.has(id)).map(({ id }) => id)
  expect(names.toSorted()).toEqual([
    'archivePapers',
    'downloadPaymentFile',
    'exportAuditEvents',
    'exportBooks',
    'exportJournal',
    'exportResults',
    'exportScreening',
    'exportTransfer',
    'exportTrialBalance',
    'finishOidc',
    'getDocumentContent',
    'makeReconciliationAct',
    'readCommentAttachment',
    'readGenerationMnemonic',
    'readIdentityDocument',
    'readMnemonic',
    'readSecretKeys',
    'startOidc',
  ])
})

test('HEAD is 404 where a read is recorded, and records nothing', async () => {
  const { id } = await givenWallets(server)
  const uploaded = await upload(owner, { id }, 'charter', pdf({}))
  const countRows = () => server.db.selectFrom('audit_events').select('seq').execute()
  const before = await countRows()
  const paths = [
    walletsPath(id, '/mnemonic'),
    walletsPath(id, '/secret-keys'),
    walletsPath(id, '/generations/1/mnemonic'),
    uploaded.body.download_url,
    '/v1/audit-events/export',
  ]
  const ask = (method: string) => (path: string) =>
    rawRequest(server.url + path, { method, headers: { authorization: `Bearer ${owner.token}` } })
  for (const path of paths)
    expect(await ask('HEAD')(path)).toMatchObject({ status: 404, body: Buffer.alloc(0) })
  expect(await countRows()).toEqual(before)
  for (const path of paths) expect((await ask('GET')(path)).status).toBe(200)
  expect(await countRows()).toHaveLength(before.length + paths.length)
})

test('HEAD of the event stream ends at once, and opens no stream for good', async () => {
  for (let times = 0; times < 30; times += 1) {
    const reply = await rawRequest(`${server.url}/v1/events`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${owner.token}` },
    })
    expect(reply).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/event-stream; charset=utf-8' },
    })
  }
})

test('HEAD is guarded, counted and recorded as GET is', async () => {
  const [, anonymous] = await both('/v1/organizations', null)
  expect(anonymous).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } })
  const operator = await server.signIn('operator')
  const left = ({ headers }: { headers: Record<string, unknown> }) =>
    Number(/r=(\d+)/.exec(String(headers.ratelimit))?.[1])
  const ask = () =>
    rawRequest(`${server.url}/v1/audit-events`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${operator.token}` },
    })
  const [first, second] = [await ask(), await ask()]
  expect([first.status, left(first) - left(second)]).toEqual([403, 1])
  await expect
    .poll(async () =>
      (await owner.get(`/v1/audit-events?action=access.denied&actor_id=${operator.id}`)).body.items.map(
        ({ details }: { details: { method: string } }) => details.method,
      ),
    )
    .toEqual(['HEAD', 'HEAD'])
})
