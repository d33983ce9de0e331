import { inspect } from 'node:util'
import { afterEach, describe, expect, test } from 'vitest'
import { createKontor, type KontorOptions } from '../../client/src/client.ts'
import { ForeignAnswerError, KontorError, TimeoutError } from '../../client/src/errors.ts'
import {
  type Asked,
  type Scripted,
  sleepingClock,
  startScripted,
} from '../support/outside/scripted-service.ts'

const organization_id = '0199'
const unavailable = { status: 503, body: { code: 'database_unavailable', detail: 'Away.', request_id: 'r' } }
const done = { status: 200, body: { id: organization_id } }
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
})

/** A client with the upper half of each delay, and the service that it asks. */
async function given(answer: (asked: Asked, nth: number) => Scripted, options: Partial<KontorOptions> = {}) {
  const service = await startScripted(answer)
  closing.push(service.close)
  const clock = sleepingClock()
  const kontor = createKontor({
    url: service.url,
    apiKey: 'kontor_secret',
    clock,
    random: () => 0.5,
    ...options,
  })
  return { kontor, asked: service.asked, slept: clock.slept }
}

/** These answers in order, and then success. */
const first =
  (...answers: Scripted[]) =>
  (_asked: Asked, nth: number): Scripted =>
    answers[nth - 1] ?? done

describe('what is sent', () => {
  test('path, query, body and token of an operation', async () => {
    const { kontor, asked } = await given(() => done)
    await kontor.listOrganizations({ query: { q: 'а б', limit: 5 } })
    await kontor.readOrganization({ params: { organization_id: 'a/b' }, headers: { traceparent: '00' } })
    await kontor.updateOrganization({ params: { organization_id }, body: { notes: 'ё' } })
    expect(asked.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['GET', '/v1/organizations?q=%D0%B0+%D0%B1&limit=5', ''],
      ['GET', '/v1/organizations/a%2Fb', ''],
      ['PATCH', '/v1/organizations/0199', '{"notes":"ё"}'],
    ])
    expect(asked.map(({ headers }) => headers.authorization)).toEqual(Array(3).fill('Bearer kontor_secret'))
    expect(asked[1]?.headers.traceparent).toBe('00')
    expect(asked[2]?.headers['content-type']).toBe('application/json')
  })

  test('a path parameter that is empty is refused, because the path would be that of another operation', async () => {
    const { kontor, asked } = await given(() => done)
    await expect(kontor.readOrganization({ params: { organization_id: '' } })).rejects.toThrow(TypeError)
    expect(asked).toEqual([])
  })

  test('a file goes nowhere but to the service', async () => {
    const { kontor, asked } = await given(() => done)
    await kontor.download('/v1/organizations/1/documents/charter/content?version=1&signature=s')
    expect(asked[0]?.url).toBe('/v1/organizations/1/documents/charter/content?version=1&signature=s')
    expect(asked[0]?.headers.authorization).toBeUndefined()
    for (const url of ['https://elsewhere.example/', '//elsewhere.example/', 'elsewhere']) {
      await expect(kontor.download(url)).rejects.toThrow(TypeError)
    }
  })

  test.each([301, 302, 303, 307, 308])(
    'a redirect (%i) is not followed, and nothing is sent again',
    async (status) => {
      const { kontor, asked } = await given(() => ({ status, headers: { location: '/v1/elsewhere' } }))
      const calls = [
        () => kontor.readVault(),
        () => kontor.createOrganization({ body: { inn: '7707083893' } }),
        () => kontor.exportOrganizations({ query: { format: 'csv' } }),
        () => kontor.events().next(),
      ]
      for (const call of calls) {
        const error = await call().catch((thrown: unknown) => thrown)
        expect(error).toBeInstanceOf(ForeignAnswerError)
        expect(error).toMatchObject({ status, message: expect.stringContaining('redirect') })
      }
      expect(asked.map(({ url }) => url.split('?')[0])).toEqual([
        '/v1/vault',
        '/v1/organizations',
        '/v1/exports/organizations',
        '/v1/events',
      ])
    },
  )

  test('a redirect of which a browser tells nothing is one', async () => {
    const { kontor } = await given(() => done, {
      fetch: async () => Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' }),
    })
    await expect(kontor.readVault()).rejects.toMatchObject({
      name: 'ForeignAnswerError',
      status: 0,
      message: expect.not.stringContaining('status'),
    })
  })
})

describe('failures', () => {
  test('have code, sentence, context, request id and time to wait', async () => {
    const body = {
      code: 'rate_limited',
      detail: 'Too many.',
      request_id: 'r1',
      context: { retry_after: 900 },
    }
    const { kontor } = await given(() => ({ status: 429, body }))
    const failure = await kontor.readVault().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(KontorError)
    expect(failure).toMatchObject({
      status: 429,
      code: 'rate_limited',
      message: 'Too many.',
      requestId: 'r1',
      retryAfter: 900,
    })
  })

  test('of a request that is not valid have its faults', async () => {
    const fault = { loc: ['body', 'inn'], msg: 'Field required', type: 'missing' }
    const answer = { status: 422, body: { detail: [fault] }, headers: { 'x-request-id': 'r2' } }
    const { kontor } = await given(() => answer)
    await expect(kontor.createOrganization({ body: { inn: '' } })).rejects.toMatchObject({
      code: 'invalid',
      faults: [fault],
      requestId: 'r2',
      message: 'body.inn: Field required',
    })
  })

  test('of a proxy, without JSON, have their status', async () => {
    const { kontor } = await given(() => ({ status: 404 }))
    await expect(kontor.readVault()).rejects.toMatchObject({ status: 404, code: 'unknown', faults: [] })
  })
})

describe('another attempt', () => {
  test('a creation has the same key in each attempt, and another creation has another', async () => {
    const { kontor, asked } = await given(first('lost', unavailable))
    await kontor.createOrganization({ body: { inn: '7707083893' } })
    await kontor.createOrganization({ body: { inn: '7707083893' } })
    await kontor.createOrganization({ body: { inn: '7707083893' }, idempotencyKey: 'mine' })
    const keys = asked.map(({ headers }) => headers['idempotency-key'])
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys.slice(0, 3)).toEqual(Array(3).fill(keys[0]))
    expect(keys[3]).not.toBe(keys[0])
    expect(keys[4]).toBe('mine')
  })

  test('comes after a delay that doubles, or after the time that the service asks for', async () => {
    const busy = { status: 429, headers: { 'retry-after': '7' } }
    const { kontor, slept } = await given(first('lost', unavailable, busy))
    await kontor.readOrganization({ params: { organization_id } })
    expect(slept).toEqual([125, 250, 7_500])
  })

  test('is made three times at most', async () => {
    const { kontor, asked } = await given(() => unavailable)
    await expect(kontor.readVault()).rejects.toMatchObject({ status: 503 })
    expect(asked).toHaveLength(4)
    await expect(kontor.readVault({ retries: 0 })).rejects.toMatchObject({ status: 503 })
    expect(asked).toHaveLength(5)
  })

  test('is not made if the service asks for more than a minute', async () => {
    const { kontor, asked } = await given(() => ({ status: 429, headers: { 'retry-after': '61' } }))
    await expect(kontor.readVault()).rejects.toMatchObject({ retryAfter: 61 })
    expect(asked).toHaveLength(1)
  })

  const params = { organization_id }
  test.each<[string, (kontor: ReturnType<typeof createKontor>) => Promise<unknown>]>([
    ['a change', (kontor) => kontor.updateOrganization({ params, body: {} })],
    ['a deletion', (kontor) => kontor.deleteWebhook({ params: { webhook_id: '1' } })],
    ['a POST without a key', (kontor) => kontor.testWebhook({ params: { webhook_id: '1' } })],
    ['a read of secrets', (kontor) => kontor.readMnemonic({ params })],
  ])('%s is sent again after 429, but not after an unknown outcome', async (_what, call) => {
    for (const unknown of ['lost' as const, unavailable]) {
      const { kontor, asked } = await given(first(unknown))
      await expect(call(kontor)).rejects.toThrow()
      expect(asked).toHaveLength(1)
    }
    const { kontor, asked } = await given(first({ status: 429 }))
    await call(kontor)
    expect(asked).toHaveLength(2)
  })

  test('an upload is sent again, with its file', async () => {
    const { kontor, asked } = await given(first('lost'))
    const file = new File(['%PDF'], 'charter.pdf', { type: 'application/pdf' })
    await kontor.putCharterDocument({ params, body: { file, number: '7' } })
    expect(asked).toHaveLength(2)
    for (const { body } of asked) {
      expect(body).toMatch(/filename="charter.pdf"[\s\S]*%PDF[\s\S]*name="number"\r\n\r\n7/)
    }
  })

  test('a refusal is not asked again', async () => {
    const { kontor, asked } = await given(() => ({ status: 409, body: { code: 'duplicate', detail: '' } }))
    await expect(kontor.createOrganization({ body: { inn: '1' } })).rejects.toMatchObject({
      code: 'duplicate',
    })
    expect(asked).toHaveLength(1)
  })
})

describe('limits', () => {
  test('an attempt without a response ends in time', async () => {
    const { kontor, slept } = await given(() => 'hang', { timeout: 20, retries: 1 })
    await expect(kontor.readVault()).rejects.toThrow(TimeoutError)
    expect(slept).toHaveLength(1)
  })

  test('the caller ends a request, and the time between two', async () => {
    const waiting = new AbortController()
    const { kontor } = await given(
      () => {
        queueMicrotask(() => waiting.abort(new Error('enough')))
        return 'hang'
      },
      { timeout: 0 },
    )
    await expect(kontor.readVault({ signal: waiting.signal })).rejects.toThrow('enough')
    const sleeping = new AbortController()
    const service = await given(() => unavailable, {
      clock: {
        now: Date.now,
        sleep: async (_ms, signal) => {
          sleeping.abort(new Error('enough'))
          signal?.throwIfAborted()
        },
      },
    })
    await expect(service.kontor.readVault({ signal: sleeping.signal })).rejects.toThrow('enough')
    expect(service.asked).toHaveLength(1)
  })
})

describe('secrets', () => {
  test('are shown neither by the client nor by its errors', async () => {
    const { kontor } = await given(() => 'lost', { retries: 0, refreshToken: 'refresh_secret' })
    const failure = await kontor.readVault().catch((error: unknown) => error)
    for (const shown of [kontor, failure]) {
      expect(
        inspect(shown, { depth: 9, showHidden: true }) + String(shown) + JSON.stringify(shown),
      ).not.toMatch(/kontor_secret|refresh_secret|Bearer/)
    }
  })

  test('a key that no header can have is not quoted', async () => {
    const { kontor } = await given(() => done, { apiKey: 'kontor_secret\n' })
    const failure = await kontor.readVault().catch((error: unknown) => error)
    expect(inspect(failure)).toContain('TypeError')
    expect(inspect(failure)).not.toContain('kontor_secret')
  })
})

describe('lists', () => {
  const numbers = Array.from({ length: 7 }, (_, index) => index)
  async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
    const all: T[] = []
    for await (const item of items) all.push(item)
    return all
  }

  test('by offset are read to their end', async () => {
    const { kontor, asked } = await given(({ url }) => {
      const query = new URL(url, 'http://any').searchParams
      const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset') ?? 0)]
      const items = numbers.slice(offset, offset + limit)
      return { status: 200, body: { items, total: 7, total_is_exact: true, limit, offset } }
    })
    expect(await collect(kontor.items('listOrganizations', { query: { limit: 3, q: 'x' } }))).toEqual(numbers)
    expect(asked.map(({ url }) => url.split('?')[1])).toEqual([
      'limit=3&q=x',
      'limit=3&q=x&offset=3',
      'limit=3&q=x&offset=6',
    ])
  })

  test('by cursor are read to their end', async () => {
    const { kontor } = await given(({ url }) => {
      const at = Number(new URL(url, 'http://any').searchParams.get('cursor') ?? 0)
      const next = at + 3 < numbers.length ? String(at + 3) : null
      return { status: 200, body: { items: numbers.slice(at, at + 3), next_cursor: next } }
    })
    expect(await collect(kontor.items('listOrganizations'))).toEqual(numbers)
  })
})
