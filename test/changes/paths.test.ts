import { expect, test } from 'vitest'
import { deletions, objectPaths, pathOf } from '../../contract/api/object-paths.ts'
import { collect } from '../../contract/declarations/all.ts'
import { type EventType, eventTypes } from '../../contract/events/events.ts'
import { objectTypeOf } from '../../contract/operations/event-data.ts'
import { operations } from '../../contract/operations/features.ts'
import { readText } from '../support/files/source-files.ts'
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

/** The type of the object of a change that is no event. */
const objectOf: Readonly<Record<string, string>> = {
  'wallets.exposed': 'organization',
  'screening.list_checked': 'screening_list',
  'webhook.paused': 'webhook_delivery_state',
  'webhook.resumed': 'webhook_delivery_state',
}
const typeOf = (type: string): string => {
  if (Object.hasOwn(eventTypes, type)) return objectTypeOf(type as EventType)
  const [first = ''] = type.split('.')
  return objectOf[type] ?? (first === 'webhook' ? 'webhook_endpoint' : first)
}

test('a change of every type has a path, unless it deletes its object', () => {
  const changeTypes = [...Object.keys(eventTypes), ...Object.keys(collect('changes'))]
  const without = changeTypes.filter((type) => pathOf(type, { type: typeOf(type), id: 'x' }, 'y') === null)
  expect(changeTypes).toEqual(expect.arrayContaining(['webhook.paused', 'organization.created']))
  expect(new Set(without)).toEqual(new Set(deletions))
})

test('docs/changes.md lists the changes that delete their object', () => {
  const [, after = ''] = readText('docs/changes.md').split('These changes delete their object.')
  const [table = ''] = after.split('Everything else stays')
  const listed = [...table.matchAll(/^\| `([\w.]+)`/gm)].map(([, type]) => type)
  expect(listed).toEqual([...deletions].toSorted())
})

test('docs/changes.md lists the changes that are no events', () => {
  const [, after = ''] = readText('docs/changes.md').split('These come in addition:')
  const [table = ''] = after.split('Not listed')
  const cells = [...table.matchAll(/^\| (`[^|]+)\|/gm)].map(([, cell = '']) => cell)
  // "`webhook.paused`, `.resumed`": what begins with a dot is about the same object.
  const listed = cells.flatMap((cell) => {
    const [first = '', ...others] = [...cell.matchAll(/`([\w.]+)`/g)].map(([, name = '']) => name)
    return [first, ...others.map((name) => first.split('.')[0] + name)]
  })
  expect(listed.toSorted()).toEqual(Object.keys(collect('changes')).toSorted())
})
