import { randomUUID } from 'node:crypto'
import { connect as openSocket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { fc, runs } from '../support/cases/properties.ts'
import { client, startServer } from '../support/service/harness.ts'

const server = startServer()

async function raw(
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string | Uint8Array<ArrayBuffer>,
) {
  const response = await fetch(server.url + path, { method, headers, ...(body !== undefined && { body }) })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : null }
}

/** Sends bytes as they are and gives the first line of the response and its JSON body. */
function sendBytes(bytes: string): Promise<{ line: string; body: unknown }> {
  const { hostname, port } = new URL(server.url)
  return new Promise((resolve, reject) => {
    const socket = openSocket(Number(port), hostname, () => socket.write(bytes))
    let response = ''
    socket.on('data', (chunk) => {
      response += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => {
      const [head = '', body = ''] = response.split('\r\n\r\n')
      resolve({ line: head.split('\r\n', 1)[0] as string, body: JSON.parse(body) })
    })
  })
}

describe('a malformed request is 400', () => {
  const json = { 'content-type': 'application/json' }

  test.each([
    ['broken JSON', json, '{"email":', 'malformed_json'],
    ['text after the JSON', json, '{} {}', 'malformed_json'],
    ['a key that reaches for the prototype', json, '{"__proto__": {"role": "owner"}}', 'malformed_json'],
    ['a wrong content type', { 'content-type': 'application/xml' }, '<a/>', 'media_type_not_supported'],
    [
      'a form',
      { 'content-type': 'application/x-www-form-urlencoded' },
      'email=a@b',
      'media_type_not_supported',
    ],
    ['a nonsense content type', { 'content-type': ';;;' }, 'x', 'media_type_not_supported'],
    [
      'another character set',
      { 'content-type': 'application/json; charset=windows-1251' },
      '{}',
      'charset_not_supported',
    ],
    [
      'another one in quotes',
      { 'content-type': 'application/json;charset="KOI8-R"' },
      '{}',
      'charset_not_supported',
    ],
    [
      'a compressed body',
      { ...json, 'content-encoding': 'gzip' },
      new Uint8Array(gzipSync('{}')),
      'coding_not_supported',
    ],
    ['a body over 1 MiB', json, JSON.stringify({ email: 'a'.repeat(1024 * 1024) }), 'body_too_large'],
  ])('%s', async (_name, headers, body, code) => {
    const reply = await raw('POST', '/v1/auth/login', headers, body)
    expect(reply).toMatchObject({ status: 400, body: { code, request_id: expect.any(String) } })
  })

  test('but the coding identity is none', async () => {
    const headers = { ...json, 'content-encoding': 'identity' }
    expect((await raw('POST', '/v1/auth/login', headers, '{}')).status).toBe(422)
  })

  test.each(['utf-8', 'UTF8', '"utf-8"', 'us-ascii'])('but charset=%s is read', async (charset) => {
    const type = `application/json; charset=${charset}`
    expect((await raw('POST', '/v1/auth/login', { 'content-type': type }, '{}')).status).toBe(422)
  })

  test('the place at which JSON breaks is told', async () => {
    for (const [body, position] of [
      ['{"email":', 9],
      ['{"email": "a", }', 15],
    ] as const)
      expect((await raw('POST', '/v1/auth/login', json, body)).body.context).toEqual({ position })
  })

  test('bytes that are not HTTP', async () => {
    expect(await sendBytes('NONSENSE\r\n\r\n')).toMatchObject({
      line: 'HTTP/1.1 400 Bad Request',
      body: { code: 'unreadable' },
    })
  })

  test('endless headers', async () => {
    const { line, body } = await sendBytes(`GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`)
    expect(line).toBe('HTTP/1.1 400 Bad Request')
    expect(body).toMatchObject({ code: 'headers_too_large' })
  })

  test('an address over the limit, with the headers of every response', async () => {
    const { status, headers, body } = await server.anonymous.get(
      `/v1/audit-events?action=${'%D0%96'.repeat(4_000)}`,
    )
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'headers_too_large' })
    expect(headers.get('x-request-id')).toBe(body.request_id)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })
})

describe('invalid content is 422 with all faults', () => {
  test('missing, extra and wrongly typed fields together', async () => {
    const reply = await server.anonymous.post('/v1/auth/login', { email: 5, otp: true, role: 'owner' })
    expect(reply.status).toBe(422)
    expect(reply.body.detail).toHaveLength(4)
    expect(reply.body.detail).toEqual(
      expect.arrayContaining([
        { loc: ['body', 'password'], msg: 'Field required', type: 'missing' },
        { loc: ['body', 'role'], msg: 'Extra inputs are not permitted', type: 'extra_forbidden' },
        { loc: ['body', 'email'], msg: 'Input should be a valid string', type: 'string_type' },
        { loc: ['body', 'otp'], msg: 'Input should be a valid string', type: 'string_type' },
      ]),
    )
  })

  test.each([
    ['no body', undefined, {}],
    ['an empty body that calls itself JSON', '', { 'content-type': 'application/json' }],
    ['an empty body of another type', '', { 'content-type': 'text/plain' }],
    ['null', 'null', { 'content-type': 'application/json' }],
  ])('%s is one missing body', async (_name, body, headers: Record<string, string>) => {
    const reply = await raw('POST', '/v1/auth/login', headers, body)
    expect(reply).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body'], msg: 'Field required', type: 'missing' }] },
    })
  })

  test('a list instead of an object', async () => {
    expect(await server.anonymous.post('/v1/auth/login', [])).toMatchObject({
      status: 422,
      body: {
        detail: [
          {
            loc: ['body'],
            msg: 'Input should be a valid dictionary or object to extract fields from',
            type: 'model_attributes_type',
          },
        ],
      },
    })
  })

  test('lengths, patterns and nul characters', async () => {
    const reply = await server.anonymous.post('/v1/auth/login', { email: '@', password: '', otp: 'a\0b' })
    expect(reply.body.detail).toEqual(
      expect.arrayContaining([
        {
          loc: ['body', 'email'],
          msg: 'String should have at least 3 characters',
          type: 'string_too_short',
          ctx: { min_length: 3 },
        },
        {
          loc: ['body', 'password'],
          msg: 'String should have at least 1 character',
          type: 'string_too_short',
          ctx: { min_length: 1 },
        },
        {
          loc: ['body', 'otp'],
          msg: 'Value error, NUL characters are not allowed',
          type: 'value_error',
          ctx: { code: 'nul_character' },
        },
      ]),
    )
  })

  test('an enum fault lists the allowed values', async () => {
    const owner = await server.signIn()
    const reply = await owner.patch(`/v1/purchase-requests/${randomUUID()}/status`, { status: 5 })
    expect(reply).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'status'], type: 'enum' }] },
    })
    expect(reply.body.detail[0].msg).toMatch(/^Input should be 'new', .* or '\w+'$/)
    expect(reply.body.detail[0].ctx.expected).toMatch(/^'new', /)
  })

  test('the value that was sent is never in the response', async () => {
    await fc.assert(
      fc.asyncProperty(fc.stringMatching(/^[a-z]{20,40}$/), async (secret) => {
        const reply = await server.anonymous.post('/v1/auth/login', {
          email: secret,
          password: [secret],
          otp: { [`a${secret}`]: secret },
        })
        expect(reply.status).toBe(422)
        expect(JSON.stringify(reply.body).replaceAll(`a${secret}`, '')).not.toContain(secret)
      }),
      { numRuns: runs(20) },
    )
  })
})

describe('query values', () => {
  test.each([
    ['limit=0', 'greater_than_equal', 'Input should be greater than or equal to 1', { ge: 1 }],
    ['limit=201', 'less_than_equal', 'Input should be less than or equal to 200', { le: 200 }],
    [
      'limit=abc',
      'int_parsing',
      'Input should be a valid integer, unable to parse string as an integer',
      undefined,
    ],
    [
      'limit=',
      'int_parsing',
      'Input should be a valid integer, unable to parse string as an integer',
      undefined,
    ],
    [
      'limit=1.5',
      'int_parsing',
      'Input should be a valid integer, unable to parse string as an integer',
      undefined,
    ],
  ])('%s', async (query, type, msg, ctx) => {
    const owner = await server.signIn()
    const reply = await owner.get(`/v1/purchase-requests?${query}`)
    expect(reply.status).toBe(422)
    expect(reply.body.detail).toEqual([{ loc: ['query', 'limit'], msg, type, ...(ctx && { ctx }) }])
  })

  test('both wrong values are reported', async () => {
    const owner = await server.signIn()
    const reply = await owner.get('/v1/purchase-requests?limit=500&offset=-1')
    expect(reply.body.detail).toMatchObject([{ loc: ['query', 'limit'] }, { loc: ['query', 'offset'] }])
  })

  test('of a repeated parameter the last one is used, and unknown ones are ignored', async () => {
    const owner = await server.signIn()
    expect((await owner.get('/v1/purchase-requests?limit=x&limit=5&__proto__=1&other=2')).status).toBe(200)
    expect((await owner.get('/v1/purchase-requests?limit=5&limit=x')).status).toBe(422)
  })
})

describe('the order of checks', () => {
  test('401 comes before everything, 403 before 422', async () => {
    expect((await server.anonymous.post('/v1/organizations', '{"broken')).status).toBe(401)
    const auditor = await server.signIn('auditor')
    expect((await auditor.post('/v1/organizations', '{"broken')).status).toBe(400)
    const reply = await auditor.post('/v1/organizations', { nonsense: true })
    expect(reply).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    const owner = await server.signIn()
    expect((await owner.post('/v1/organizations', { nonsense: true })).status).toBe(422)
  })

  test('an API key on an operation that needs a session is 403, whatever it sends', async () => {
    const owner = await server.signIn('owner')
    const made = await owner.post('/v1/api-keys', { name: 'A machine', scopes: ['organizations:read'] })
    const machine = client(server, made.body.key)
    for (const path of ['/v1/auth/password', '/v1/auth/otp/enrol', '/v1/auth/otp/confirm']) {
      expect(await machine.post(path, { nonsense: 1 })).toMatchObject({
        status: 403,
        body: { code: 'administrators_only' },
      })
    }
  })

  test('an invalid Idempotency-Key is 422, together with the faults of the body', async () => {
    const owner = await server.signIn()
    const reply = await owner.post(
      '/v1/organizations',
      { nonsense: true },
      { 'idempotency-key': 'a'.repeat(256) },
    )
    expect(reply.status).toBe(422)
    expect(reply.body.detail.map(({ loc }: { loc: unknown }) => loc)).toEqual(
      expect.arrayContaining([
        ['header', 'idempotency-key'],
        ['body', 'nonsense'],
      ]),
    )
  })
})

describe('credentials', () => {
  test.each([
    ['nothing after Bearer', 'Bearer'],
    ['another scheme', 'Basic YWRtaW46YWRtaW4='],
    ['nonsense', 'Bearer nonsense'],
    ['three empty parts', 'Bearer ..'],
    ['alg none', `Bearer ${btoa('{"alg":"none","typ":"at+jwt"}')}.${btoa('{"sub":"x"}')}.`],
  ])('%s is 401 with a WWW-Authenticate header', async (_name, authorization) => {
    const reply = await server.anonymous.get('/v1/organizations', { authorization })
    expect(reply).toMatchObject({ status: 401, body: { code: 'token_invalid' } })
    expect(reply.headers.get('www-authenticate')).toBe('Bearer')
  })

  test('a token with one changed character is 401', async () => {
    const owner = await server.signIn()
    const token = owner.token as string
    const changed = `${token.slice(0, -2)}${token.at(-2) === 'A' ? 'B' : 'A'}${token.at(-1)}`
    expect((await client(server, changed).get('/v1/organizations')).status).toBe(401)
  })
})

describe('impossible ids', () => {
  test.each(['missing', '%00', '%2e%2e%2f', '%F0%9F%92%A9', '%E0%A4%A', 'x'.repeat(9000), '0'.repeat(36)])(
    '%# is never 422 or 500',
    async (id) => {
      const owner = await server.signIn()
      expect([404, 503]).toContain((await owner.get(`/v1/purchase-requests/${id}`)).status)
    },
  )
})

describe('every response', () => {
  test('has its request id and the security headers', async () => {
    for (const path of ['/healthz', '/v1/organizations', '/nowhere', '/docs', '/v1/organizations/%E0%A4%A']) {
      const { headers } = await fetch(server.url + path)
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
    }
  })

  test('of the API must not be cached', async () => {
    expect((await fetch(`${server.url}/v1/organizations`)).headers.get('cache-control')).toBe('no-store')
  })

  test('is logged as one line of JSON, whatever the path contains', async () => {
    const { hostname, port } = new URL(server.url)
    const path = '/quote"back\\slash'
    await new Promise<void>((resolve, reject) => {
      const socket = openSocket(Number(port), hostname, () => {
        socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`)
      })
      socket
        .on('error', reject)
        .on('close', () => resolve())
        .resume()
    })
    const lines = () => server.logged.map((line) => JSON.parse(line)).filter((line) => line.path === path)
    await expect.poll(() => lines().length).toBe(1)
  })

  test('contains the request id of the log', async () => {
    const reply = await server.anonymous.get('/v1/organizations')
    expect(reply.headers.get('x-request-id')).toBe(reply.body.request_id)
    expect(server.logged.some((line) => line.includes(reply.body.request_id))).toBe(true)
  })
})

test('an unknown path is 404', async () => {
  expect(await server.anonymous.get('/v1/nothing-here')).toMatchObject({
    status: 404,
    body: { code: 'not_found' },
  })
})

test.each([
  ['DELETE', '/v1/organizations', ['GET', 'HEAD', 'POST']],
  ['POST', '/v1/organizations/some-id', ['GET', 'HEAD', 'PATCH']],
  ['DELETE', '/v1/purchase-requests/%6Eone?status=new', ['GET', 'HEAD', 'PATCH']],
  ['OPTIONS', '/v1/auth/login', ['POST']],
  ['PROPFIND', '/v1/auth/login', ['POST']],
])(
  'a method that a path does not have is 404, and the response names those it has: %s %s',
  async (method, path, allowed) => {
    const { status, headers, body } = await raw(method, path, {})
    expect({ status, body }).toMatchObject({
      status: 404,
      body: { code: 'method_not_allowed', context: { allowed } },
    })
    expect(headers.get('allow')).toBe(allowed.join(', '))
  },
)

test('an unknown Expect header changes nothing', async () => {
  const { line } = await sendBytes(
    'GET /v1/auth/me HTTP/1.1\r\nhost: x\r\nexpect: miracles\r\nconnection: close\r\n\r\n',
  )
  expect(line).toBe('HTTP/1.1 401 Unauthorized')
})

test('other origins are refused', async () => {
  const reply = await fetch(`${server.url}/v1/organizations`, {
    headers: { origin: 'https://elsewhere.example' },
  })
  expect(reply.headers.get('access-control-allow-origin')).toBeNull()
})

test('passwords and tokens are not logged', async () => {
  await server.anonymous.post('/v1/auth/login', { email: 'a@b.example', password: 'correct horse battery' })
  const owner = await server.signIn()
  await owner.get('/v1/organizations?q=%D0%A1%D0%B5%D0%BA%D1%80%D0%B5%D1%82')
  const log = server.logged.join('')
  expect(log).not.toContain('correct horse')
  expect(log).not.toContain(owner.token)
  expect(log).not.toContain('%D0%A1')
})

test('health, metrics and docs are open', async () => {
  expect(await server.anonymous.get('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } })
  expect(await server.anonymous.get('/readyz')).toMatchObject({
    status: 200,
    body: { status: 'ready', database: 'ok', notifications: 'ok', vault: 'open' },
  })
  expect((await server.anonymous.get('/metrics')).body).toContain('kontor_http_request_seconds_bucket')
  for (const path of ['/docs', '/docs/start.js', '/docs/swagger-ui.css', '/docs/swagger-ui-bundle.js', '/']) {
    expect((await fetch(server.url + path)).status).toBe(200)
  }
})
