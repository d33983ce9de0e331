import pino from 'pino'
import { expect, test } from 'vitest'
import { operation } from '../../contract/api/operation.ts'
import { openApi } from '../../server/platform/http/description/openapi.ts'
import { route } from '../../server/platform/http/routes/route.ts'
import { createHttpServer } from '../../server/platform/http/server.ts'

const old = operation({
  id: 'readOld',
  method: 'GET',
  path: '/v1/old',
  tag: { name: 'Old', description: 'What will be removed.' },
  summary: 'Read what will be removed',
  access: 'anyone',
  deprecated: { since: '2027-01-01', sunset: '2027-07-01' },
})

test('a deprecated operation says since when, and when it will be removed, also in a failure', async () => {
  const app = createHttpServer({ log: pino({ level: 'silent' }), trustedProxies: [], https: false })
  let fails = false
  route(app, old, async () => {
    if (fails) throw new Error('broken')
    return {}
  })
  for (const status of [200, 500]) {
    fails = status === 500
    const response = await app.inject('/v1/old')
    expect(response.statusCode).toBe(status)
    expect(response.headers).toMatchObject({
      deprecation: '@1798761600',
      sunset: 'Thu, 01 Jul 2027 00:00:00 GMT',
    })
  }
})

test('it checks If-Match as every other operation', async () => {
  const app = createHttpServer({ log: pino({ level: 'silent' }), trustedProxies: [], https: false })
  route(app, { ...old, id: 'changeOld', method: 'POST', ifMatch: true }, async () => ({}))
  const response = await app.inject({ method: 'POST', url: '/v1/old', headers: { 'if-match': 'no tag' } })
  expect(response.statusCode).toBe(400)
})

test('its description says so, and names the headers', () => {
  expect(openApi([old])).toMatchObject({
    paths: {
      '/v1/old': {
        get: {
          deprecated: true,
          responses: { 200: { headers: { Deprecation: {}, Sunset: {} } }, 404: { headers: { Sunset: {} } } },
        },
      },
    },
  })
})
