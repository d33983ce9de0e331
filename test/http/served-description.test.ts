import { expect, test } from 'vitest'
import { operations } from '../../contract/operations/features.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer()

test('the description is not sent again to who has it', async () => {
  const first = await fetch(`${server.url}/openapi.json`)
  const tag = first.headers.get('etag') as string
  expect(tag).toMatch(/^"/)
  expect(first.headers.get('cache-control')).toBe('no-cache')
  const again = await fetch(`${server.url}/openapi.json`, { headers: { 'if-none-match': tag } })
  expect({ status: again.status, text: await again.text() }).toEqual({ status: 304, text: '' })
  const other = await fetch(`${server.url}/openapi.json`, { headers: { 'if-none-match': '"other"' } })
  expect(other.status).toBe(200)
})

test('the operations of the specification can be had alone, with what they need', async () => {
  const { body } = await server.anonymous.get('/openapi.json?operations=specification')
  const ids = Object.values(body.paths).flatMap((methods) =>
    Object.values(methods as object).map(({ operationId }) => operationId),
  )
  expect(ids.toSorted()).toEqual(
    operations
      .filter(({ extension }) => !extension)
      .map(({ id }) => id)
      .toSorted(),
  )
  expect(ids).toHaveLength(32)
  expect(body.webhooks).toEqual({})
  expect(body.components.schemas).not.toHaveProperty('TransferResponse')
  for (const [, kind = '', name = ''] of JSON.stringify(body).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g))
    expect(body.components[kind]?.[name], `${kind}/${name}`).toBeDefined()
})

test('another selection is 422', async () => {
  for (const query of ['operations=all', 'only=32'])
    expect((await server.anonymous.get(`/openapi.json?${query}`)).status).toBe(422)
})

test('the pages for people open with and without a slash, and errors have a page of their own', async () => {
  for (const path of ['/docs', '/docs/']) {
    const page = await fetch(server.url + path)
    expect({ status: page.status, type: page.headers.get('content-type') }).toEqual({
      status: 200,
      type: 'text/html; charset=utf-8',
    })
    expect(await page.text()).toContain('/docs/start.js')
  }
  const errors = await fetch(`${server.url}/docs/errors`)
  expect(await errors.text()).toContain('<tr id="version_conflict">')
})
