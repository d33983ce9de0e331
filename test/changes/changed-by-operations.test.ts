import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'
import { deletions } from '../../contract/api/object-paths.ts'
import { actsOf, type Operation } from '../../contract/api/operation.ts'
import type { EventType } from '../../contract/events/events.ts'
import { eventData, objectTypeOf } from '../../contract/operations/event-data.ts'
import { namedSchemas, operations } from '../../contract/operations/features.ts'
import { changesByOperation, rightRequests } from '../fuzz/right-requests.ts'
import { startWalk } from '../fuzz/walk.ts'
import { scaled } from '../support/cases/scale.ts'

const { server, sent, world, owner } = await startWalk()
const changes = new Map(changesByOperation)

const mayChange = operations.filter(({ id, method }) => method !== 'GET' || changes.has(id))

test('every operation that may change something is in the table of one feature', () => {
  const told = changesByOperation.map(([id]) => id)
  expect(told.toSorted()).toEqual(mayChange.map(({ id }) => id).toSorted())
})

test('requests are made for operations that there are', () => {
  const ids = operations.map(({ id }) => id)
  expect([...rightRequests.keys()].filter((id) => !ids.includes(id))).toEqual([])
})

/** Rules of the environment ask for two people here, which closes the founding: test/control/founding.test.ts tries these. */
const elsewhere = ['proposeFounding', 'confirmFounding', 'withdrawFounding']
const possible = mayChange.filter(({ id }) => !elsewhere.includes(id))

// Each of them needs objects of its own.
const tried = scaled(
  possible.filter((_, index) => index % 6 === 0),
  possible,
)
test.each(tried)('$id is found in the list of changes', async (operation) => {
  const { path, body, headers, token } = await rightRequest(operation)
  const { cursor } = (await owner().get('/v1/changes?after=now')).body
  const before = await allowedActs()
  const response = await fetch(server.url + path, {
    method: operation.method,
    ...sent(token, body, headers),
  })
  expect(response.status, await response.clone().text()).toBe(operation.success)
  const { items } = (await owner().get(`/v1/changes?after=${cursor}`)).body
  const told = changes.get(operation.id)
  const left = Array.isArray(told) ? told : []
  const types = items.map(({ type }: { type: string }) => type)
  // PDFs are made in the background, and parties compared with lists, at any time after what they follow.
  const later = ['paper.rendered', 'screening.hit_opened'].filter((type) => !left.includes(type))
  expect(types.filter((type: string) => !later.includes(type))).toEqual(left)
  // What changes something as an act does so once the policy has allowed it. What it is beside that may follow from an object.
  const allowed = (await allowedActs()).filter(({ id }) => !before.some((one) => one.id === id))
  const [act] = actsOf(operation.acts, body)
  if (act && left.length > 0) expect(allowed.map((one) => one.act)).toContain(act)
  for (const { type, path } of items) {
    expect(path === null, type).toBe(deletions.has(type))
    // Views are seen by those who made them.
    if (path !== null && !type.startsWith('view.'))
      expect((await owner().get(path)).status, `${type} ${path}`).toBe(200)
  }
})

/** Every field is declared, also those of what is referred to. */
function whole(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(whole)
  if (typeof schema !== 'object' || schema === null) return schema
  const { $ref } = schema as { $ref?: string }
  if ($ref !== undefined) return whole(namedSchemas.find(({ $id }) => $id === $ref))
  const { $id, ...own } = Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, whole(part)]))
  return own
}

test('what events tell is what is declared of their types', async () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  const events = await server.db.selectFrom('outbox_events').select(['type', 'object_type', 'data']).execute()
  expect(events.length).toBeGreaterThan(20)
  const wrong = events
    .filter(({ type }) => Object.hasOwn(eventData, type))
    .flatMap(({ type, object_type, data }) => {
      const name = type as EventType
      const shape = { ...(whole(eventData[name]) as object), unevaluatedProperties: false }
      const fits = ajv.validate(shape, typeof data === 'string' ? JSON.parse(data) : data)
      const sentence = ajv.errorsText(ajv.errors)
      return fits && object_type === objectTypeOf(name) ? [] : [`${type} of ${object_type}: ${sentence}`]
    })
  expect([...new Set(wrong)]).toEqual([])
})

/** The acts that the policy has allowed until now. */
function allowedActs() {
  return server.db.selectFrom('acts').select(['id', 'act']).execute()
}

async function rightRequest({ id, path }: Operation) {
  const made = (await rightRequests.get(id)?.(world(), 'owner')) ?? { path }
  // Nothing is paused yet, so the request to resume would change nothing.
  const body = id === 'updateWebhookDeliveryState' ? { paused: true } : made.body
  return { headers: {}, ...made, body, token: made.session?.token ?? owner().token }
}
