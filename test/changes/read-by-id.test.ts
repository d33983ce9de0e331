import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../contract/operations/features.ts'
import { surroundings } from '../fuzz/fuzz.ts'
import { rightRequests } from '../fuzz/right-requests.ts'
import { createWorld } from '../fuzz/world.ts'
import { startIdentityProvider } from '../support/outside/identity-provider.ts'
import { type Client, startServer } from '../support/service/harness.ts'

const provider = await startIdentityProvider()
const server = startServer({ env: { ...surroundings, ...provider.settings } })
let world: ReturnType<typeof createWorld>
let owner: Client

beforeAll(async () => {
  world = createWorld({
    url: server.url,
    hookUrl: 'https://hooks.example.com',
    async signIn(role) {
      const { token, id, sessionId } = await server.signIn(role)
      return { token: token as string, id: id as string, sessionId: sessionId as string }
    },
    spare: () => {},
    provider,
  })
  owner = await server.signIn('owner')
})
afterAll(() => provider.close())

/** What is created, and the operation that reads it by its id. */
const made = [
  ['createQuote', 'readQuote'],
  ['createRefund', 'readRefund'],
  ['createDelivery', 'readDelivery'],
  ['addAddress', 'readAddress'],
] as const

test.each(made)('what %s makes is read by %s', async (make, read) => {
  const request = await rightRequests.get(make)?.(world, 'owner')
  if (!request) throw new Error(`There is no request of ${make}.`)
  const created = await owner.post(request.path, request.body, request.headers)
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  const path = `${request.path}/${created.body.id}`
  expect(operations.find(({ id }) => id === read)).toMatchObject({ method: 'GET' })
  expect((await owner.get(path)).body).toEqual(created.body)
  for (const id of ['none', '0198c7a2-6f1e-7c3b-9d52-3f8e1a7b4c60'])
    expect((await owner.get(`${request.path}/${id}`)).status).toBe(404)
})

/** Requests whose path begins with that of an object which is there. */
const there = [
  ['reversePayment', '/reverse'],
  ['allocateCredit', '/allocate'],
  ['reverseCreditRefund', '/reverse'],
  ['revokeApiKey', ''],
  ['removeRate', ''],
  ['deletePostingRule', ''],
] as const

test.each(there)('what %s is about is read by its id', async (change, end) => {
  const made = await rightRequests.get(change)?.(world, 'owner')
  if (!made) throw new Error(`There is no request of ${change}.`)
  const path = made.path.slice(0, made.path.length - end.length)
  const { status, body } = await owner.get(path)
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.id).toBe(path.split('/').at(-1))
  // The key itself is shown only once.
  expect(body).not.toHaveProperty('key')
  expect((await owner.get(`${path.slice(0, path.lastIndexOf('/'))}/none`)).status).toBe(404)
})

test('a document and a paper are read by their ids alone', async () => {
  const review = await rightRequests.get('reviewDocument')?.(world, 'owner')
  const slot = (await owner.get((review?.path ?? '').replace(/\/review$/, ''))).body
  const document = await owner.get(`/v1/documents/${slot.id}`)
  expect({ ...document.body, download_url: '' }).toEqual({ ...slot, download_url: '' })
  const voided = await rightRequests.get('voidPaper')?.(world, 'owner')
  const paper = (await owner.get((voided?.path ?? '').replace(/\/void$/, ''))).body
  expect((await owner.get(`/v1/papers/${paper.id}`)).body).toEqual(paper)
  for (const path of ['/v1/documents/none', '/v1/papers/none'])
    expect((await owner.get(path)).status).toBe(404)
})
