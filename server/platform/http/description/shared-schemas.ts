import { NamedPerson } from '../../../../contract/administrators/independence.ts'
import { actNames } from '../../../../contract/api/acts.ts'
import { eventTypes } from '../../../../contract/events/events.ts'
import { purchaseRequestStatuses } from '../../../../contract/purchase-requests/purchase-request-rules.ts'

type Json = Record<string, unknown>

/** What is shorter hardly gains by a reference. */
const shortest = 160

/** Names of what occurs most often; others are named after the first place where they occur. */
const names: ReadonlyMap<string, string> = new Map([
  [shapeOf(JSON.parse(JSON.stringify(NamedPerson)) as Json), 'NamedPerson'],
  [shapeOf({ type: 'string', enum: actNames }), 'ActName'],
  [shapeOf({ type: 'string', enum: Object.keys(eventTypes) }), 'EventTypeName'],
  [shapeOf({ type: 'string', enum: [...purchaseRequestStatuses] }), 'PurchaseRequestStatus'],
])

/**
 * The same components and webhooks with objects and enums that occur in several places written once. Each place keeps its
 * own description.
 */
export function withSharedSchemas<Webhooks>(
  schemas: Record<string, Json>,
  webhooks: Webhooks,
): { schemas: Record<string, Json>; webhooks: Webhooks } {
  const counts = new Map<string, number>()
  const taken = new Map<string, string>()
  const shared: Record<string, Json> = {}

  function count(value: unknown): void {
    eachSchema(value, (schema) => {
      const shape = shapeOf(schema)
      counts.set(shape, (counts.get(shape) ?? 0) + 1)
    })
  }

  function nameFor(shape: string, place: string): string {
    const wish = names.get(shape) ?? place
    let name = wish
    for (let number = 2; schemas[name] || shared[name]; number++) name = `${wish}${number}`
    return name
  }

  function take(schema: Json, place: string): Json {
    const shape = shapeOf(schema)
    if ((counts.get(shape) ?? 0) < 2) return within(schema, place)
    let name = taken.get(shape)
    if (name === undefined) {
      name = nameFor(shape, place)
      taken.set(shape, name)
      // Kept free while what is inside of it is named.
      shared[name] = {}
      shared[name] = within(JSON.parse(shape) as Json, name)
    }
    const { description } = schema
    return { ...(description !== undefined && { description }), $ref: `#/components/schemas/${name}` }
  }

  /** The schema with what is inside of it taken. */
  function within(value: Json, place: string): Json {
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [key, key === 'properties' ? fields(part) : inner(part)]),
    )
    function fields(properties: unknown): Json {
      return Object.fromEntries(
        Object.entries(properties as Json).map(([name, part]) => [name, inner(part, place + pascal(name))]),
      )
    }
    function inner(part: unknown, at = place): unknown {
      if (Array.isArray(part)) return part.map((one) => inner(one, at))
      if (!isJson(part)) return part
      return isShareable(part) ? take(part, at) : within(part, at)
    }
  }

  for (const schema of Object.values(schemas)) for (const part of Object.values(schema)) count(part)
  count(webhooks)
  const named = Object.fromEntries(
    Object.entries(schemas).map(([name, { examples, ...schema }]) => [
      name,
      {
        ...within(schema, name.replace(/(Response|Body|Request)$/, '')),
        ...(examples !== undefined && { examples }),
      },
    ]),
  )
  const messages = within(webhooks as Json, 'Webhook') as Webhooks
  return { schemas: { ...named, ...shared }, webhooks: messages }
}

/** An object with fields or an enum; its size is that of its shape. */
function isShareable(schema: Json): boolean {
  const isShape = (schema.type === 'object' && isJson(schema.properties)) || Array.isArray(schema.enum)
  return isShape && shapeOf(schema).length >= shortest
}

/** What is the same wherever it is used. */
function shapeOf({ description, examples, default: usual, ...shape }: Json): string {
  return JSON.stringify(usual === undefined ? shape : { ...shape, default: usual })
}

function eachSchema(value: unknown, visit: (schema: Json) => void): void {
  if (Array.isArray(value)) for (const part of value) eachSchema(part, visit)
  if (!isJson(value)) return
  if (isShareable(value)) visit(value)
  for (const [key, part] of Object.entries(value)) if (!isExample(key, part)) eachSchema(part, visit)
}

/** The keyword, not a field of this name. */
function isExample(key: string, part: unknown): boolean {
  return key === 'example' || (key === 'examples' && Array.isArray(part))
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function pascal(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}
