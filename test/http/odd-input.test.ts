import { expect, test, vi } from 'vitest'
import { excessOf } from '../../server/platform/http/requests/json-bounds.ts'
import { anyCharacter, fc } from '../support/cases/properties.ts'
import { validInn } from '../support/given/factories.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer()

test('a body with too many levels is 400', async () => {
  const owner = await server.signIn('owner')
  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
  ] as const) {
    const body = `${open.repeat(20_000)}1${close.repeat(20_000)}`
    const reply = await owner.post('/v1/organizations', body)
    expect(reply).toMatchObject({ status: 400, body: { code: 'body_too_large' } })
  }
  const shallow = await owner.post('/v1/organizations', '[[[[1]]]]')
  expect(shallow.status).toBe(422)
})

test.each([
  ['text in windows-1251', [0xd0, 0xee, 0xec, 0xe0, 0xf8, 0xea, 0xe0]],
  ['a cut character', [0xd0]],
  ['an overlong form', [0xc0, 0xaf]],
  ['a surrogate', [0xed, 0xa0, 0x80]],
])('a body that is not UTF-8 is 400: %s', async (_what, bytes) => {
  const owner = await server.signIn('owner')
  const before = await server.db.selectFrom('organizations').select('id').execute()
  const inn = validInn(712_345_678)
  const body = Buffer.concat([
    Buffer.from(`{"inn":"${inn}","ogrn":"1027700132195","full_name":"`),
    Buffer.from(bytes),
    Buffer.from('"}'),
  ])
  const reply = await owner.post('/v1/organizations', new Uint8Array(body), {
    'content-type': 'application/json',
  })
  expect(reply).toMatchObject({
    status: 400,
    body: { code: 'not_utf8', detail: 'The request body is not valid UTF-8.' },
  })
  expect(await server.db.selectFrom('organizations').select('id').execute()).toEqual(before)
})

test.each([
  ['broken JSON', '{', 'application/json'],
  ['too much', '1'.repeat(2 * 1024 * 1024), 'application/json'],
  ['another type', '<a/>', 'application/xml'],
  ['no type', 'a', ''],
])('an unknown path is 404 whatever its body: %s', async (_what, body, type) => {
  const reply = await server.anonymous.post('/v1/nothing-here', new TextEncoder().encode(body), {
    'content-type': type,
  })
  expect(reply).toMatchObject({ status: 404, body: { code: 'not_found' } })
  // The connection can still be used.
  expect((await server.anonymous.get('/healthz')).status).toBe(200)
})

const short = (count: number, item: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => item(index)).join(',')

test.each([
  ['members of an object', `{${short(90_000, (index) => `"k${index}":1`)}}`],
  ['items of a list', `{"email":[${short(400_000, () => '1')}]}`],
  ['empty objects', `[${short(300_000, () => '{}')}]`],
  ['lists side by side', `[${short(30, () => `[${short(40, () => '1')}]`)}]`],
])('a body with too many %s is 400 and is not parsed', async (_what, body) => {
  const parse = vi.spyOn(JSON, 'parse')
  try {
    const reply = await server.anonymous.post('/v1/auth/login', body)
    expect(reply).toMatchObject({ status: 400, body: { code: 'body_too_large' } })
    expect(parse.mock.calls.filter(([text]) => text === body)).toEqual([])
  } finally {
    parse.mockRestore()
  }
})

test('a body with a thousand values is read, and at most 100 faults are reported', async () => {
  const long = 'x'.repeat(300)
  const reply = await server.anonymous.post(
    '/v1/auth/login',
    `{${short(999, (index) => `"${index}${long}":"a,b,[{"`)}}`,
  )
  expect(reply.status).toBe(422)
  expect(reply.body.detail).toHaveLength(100)
  const names = reply.body.detail.flatMap(({ loc }: { loc: string[] }) => loc)
  expect(Math.max(...names.map((name: string) => name.length))).toBe(100)
})

test('what stands inside strings is no structure', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (text) => {
      expect(excessOf(JSON.stringify({ [text]: [text.repeat(20)] }))).toBeUndefined()
    }),
  )
  expect(excessOf(JSON.stringify('[{,'.repeat(5_000)))).toBeUndefined()
})

test.each([
  '/v1/audit-events?object_type=%00',
  '/v1/audit-events/export?object_id=a%00b',
  '/v1/purchase-requests?status=%00',
  '/v1/organizations?q=%00',
  '/v1/organizations/search?q=%00',
])('a NUL character in a filter matches nothing: %s', async (path) => {
  const owner = await server.signIn('owner')
  expect((await owner.get(path)).status).toBe(200)
})
