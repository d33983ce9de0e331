import { afterEach, expect, test } from 'vitest'
import { createKontor, type KontorOptions } from '../../client/src/client.ts'
import { ForeignAnswerError, KontorError } from '../../client/src/errors.ts'
import { groups, operations, version } from '../../client/src/generated-operations.ts'
import { operations as everyOperation } from '../../contract/operations/features.ts'
import {
  type Asked,
  type Scripted,
  sleepingClock,
  startScripted,
} from '../support/outside/scripted-service.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
})

async function given(answer: (asked: Asked, nth: number) => Scripted, options: Partial<KontorOptions> = {}) {
  const service = await startScripted(answer)
  closing.push(service.close)
  const clock = sleepingClock()
  const kontor = createKontor({ url: service.url, apiKey: 'kontor_x', clock, random: () => 0, ...options })
  return { kontor, asked: service.asked, slept: clock.slept }
}

test('every group has functions of operations, and no name of the client itself', () => {
  const ids = Object.values(groups).flatMap((methods) => Object.values(methods))
  expect(ids.filter((id) => !(id in operations))).toEqual([])
  expect(new Set(ids).size).toBe(ids.length)
  const own = [
    'signIn',
    'signOut',
    'send',
    'items',
    'download',
    'events',
    'changes',
    ...Object.keys(operations),
  ]
  expect(Object.keys(groups).filter((name) => own.includes(name))).toEqual([])
  expect(groups.organizations).toMatchObject({ create: 'createOrganization', list: 'listOrganizations' })
})

test('no function of a group has the name of an operation on something else', () => {
  const one = (name: string) => name.replace(/ies$/, 'y').replace(/s$/, '')
  const ids = new Map(Object.keys(operations).map((id) => [one(id), id]))
  const misleading = Object.entries(groups).flatMap(([group, methods]) =>
    Object.entries(methods)
      .filter(([method, id]) => (ids.get(one(method)) ?? id) !== id)
      .map(([method, id]) => `${group}.${method} is ${id}`),
  )
  // Of webhooks, as the group says.
  expect(misleading).toEqual([
    'webhooks.listDeliveries is listWebhookDeliveries',
    'webhooks.readDelivery is readWebhookDelivery',
  ])
})

test('a function is named by its verb alone where its group says on what', () => {
  expect(groups).toMatchObject({
    addressBook: { add: 'addAddress', list: 'listAddresses' },
    auditLog: { list: 'listAuditEvents' },
    bookEntries: { create: 'createEntry' },
    comments: { createDocumentComment: 'createDocumentComment' },
    people: { create: 'createOrganizationPerson', list: 'listOrganizationPeople' },
    screening: { readOrganizationScreening: 'readOrganizationScreening' },
  })
})

test('a function of a group sends its operation, and names the client', async () => {
  const { kontor, asked } = await given(() => ({ status: 201, body: { id: '1' } }))
  await kontor.organizations.create({ body: { inn: '7707083893' } })
  expect(asked).toMatchObject([{ method: 'POST', url: '/v1/organizations', body: '{"inn":"7707083893"}' }])
  expect(asked[0]?.headers['user-agent']).toBe(`kontor-client/${version}`)
})

test('a list is its first page when it is awaited, and every item when it is iterated', async () => {
  const page = ({ url }: Asked): Scripted => {
    const offset = Number(new URL(url, 'http://x').searchParams.get('offset') ?? 0)
    const items = offset === 0 ? [{ id: 'a' }, { id: 'b' }] : [{ id: 'c' }]
    return { status: 200, body: { items, total: 3, total_is_exact: true, limit: 2, offset } }
  }
  const { kontor, asked } = await given(page)
  expect((await kontor.organizations.list({ query: { limit: 2 } })).items).toHaveLength(2)
  expect(asked).toHaveLength(1)
  const ids: string[] = []
  for await (const { id } of kontor.organizations.list({ query: { limit: 2 } })) ids.push(id)
  expect(ids).toEqual(['a', 'b', 'c'])
  // The first page was not asked for twice.
  expect(asked.map(({ url }) => url).slice(1)).toEqual([
    '/v1/organizations?limit=2',
    '/v1/organizations?limit=2&offset=2',
  ])
})

test('a date in Retry-After is as good as seconds', async () => {
  const headers = { date: 'Thu, 19 Nov 2026 02:00:00 GMT', 'retry-after': 'Thu, 19 Nov 2026 02:00:07 GMT' }
  const answers: Scripted[] = [{ status: 429, headers, body: { code: 'too_many_requests', detail: 'Slow.' } }]
  const { kontor, slept } = await given((_asked, nth) => answers[nth - 1] ?? { status: 200, body: {} })
  await kontor.me()
  expect(slept).toEqual([7000])
})

test('a web page is no answer, and is said to be one', async () => {
  const page: Scripted = { status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>Sign in</h1>' }
  const { kontor, asked } = await given(() => page)
  const error = await kontor.me().catch((error: unknown) => error)
  expect(error).toBeInstanceOf(ForeignAnswerError)
  expect(error).toMatchObject({ status: 200, message: expect.stringContaining('web page') })
  expect(asked).toHaveLength(1)
  const broken = await given(() => ({ ...page, status: 403 }))
  const refused = await broken.kontor.me().catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(KontorError)
  expect(refused).toMatchObject({ status: 403, code: 'unknown', message: expect.stringContaining('proxy') })
})

test('a web page is no file and no stream either', async () => {
  const page: Scripted = { status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>Sign in</h1>' }
  const { kontor, asked } = await given(() => page)
  const calls = [
    () => kontor.exportOrganizations({ query: { format: 'csv' } }),
    () => kontor.download('/v1/organizations/1/documents/charter/content?signature=s'),
    () => kontor.events().next(),
  ]
  for (const call of calls) await expect(call()).rejects.toThrow(ForeignAnswerError)
  expect(asked).toHaveLength(calls.length)
  const pages = everyOperation.filter(({ produces }) => produces?.types.some((type) => /html/.test(type)))
  expect(pages.map(({ id }) => id)).toEqual([])
})
