import { expect, test } from 'vitest'
import { deletions, objectPaths, pathOf } from '../../contract/api/object-paths.ts'
import { operations } from '../../contract/operations/features.ts'
import { validInn } from '../support/given/factories.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer()

/** Paths of operations and of objects alike, with every name in braces the same. */
const unnamed = (path: string) => path.replaceAll(/\{\w+\}/g, '{}')

test('every path of an object is that of an operation which reads it', () => {
  const reads = new Set(operations.filter(({ method }) => method === 'GET').map(({ path }) => unnamed(path)))
  expect(objectPaths.filter((path) => !reads.has(unnamed(path)))).toEqual([])
})

test('a change has the path of what it changed, which reads the object', async () => {
  const owner = await server.signIn('owner')
  const { cursor } = (await owner.get('/v1/changes?after=now')).body
  const body = { inn: validInn(771_234_567), ogrn: '1027700132195', full_name: 'Ромашка' }
  const { id } = (await owner.post('/v1/organizations', body)).body
  const { items } = (await owner.get(`/v1/changes?after=${cursor}`)).body
  const [created] = items
  expect(created).toMatchObject({ type: 'organization.created', path: `/v1/organizations/${id}` })
  expect((await owner.get(created.path)).body).toMatchObject({ id })
})

test('a change that deleted its object has no path', async () => {
  const owner = await server.signIn('owner')
  const made = await owner.post('/v1/webhooks', { url: 'https://93.184.216.34/hook' })
  expect(made.status).toBe(201)
  const { cursor } = (await owner.get('/v1/changes?after=now')).body
  await owner.delete(`/v1/webhooks/${made.body.id}`)
  const { items } = (await owner.get(`/v1/changes?after=${cursor}`)).body
  expect(items).toMatchObject([{ type: 'webhook.deleted', path: null }])
  expect((await owner.get(`/v1/webhooks/${made.body.id}`)).status).toBe(404)
})

test('an id is one segment of its path', () => {
  expect(pathOf('screening.hit_opened', { type: 'screening_hit', id: '../a/b' }, null)).toBe(
    '/v1/screening/hits/..%2Fa%2Fb',
  )
  for (const type of deletions)
    expect(pathOf(type, { type: type.split('.')[0] as string, id: 'x' }, null)).toBeNull()
})
