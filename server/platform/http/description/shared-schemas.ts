import { NamedPerson } from '../../../../contract/administrators/independence.ts'
import { actNames } from '../../../../contract/api/acts.ts'
import { idPattern } from '../../../../contract/api/common.ts'
import { roles } from '../../../../contract/api/roles.ts'
import { eventTypes } from '../../../../contract/events/events.ts'
import { purchaseAssets } from '../../../../contract/money/assets.ts'
import { decimalPattern } from '../../../../contract/money/decimal.ts'
import { networks } from '../../../../contract/money/networks.ts'
import { purchaseRequestStatuses } from '../../../../contract/purchase-requests/purchase-request-rules.ts'

type Json = Record<string, unknown>

interface Document {
  schemas: Record<string, Json>
  /** What refers to schemas: operations, their components, webhooks. */
  rest: Json
}

/** About the length of a reference, and of the name of what it refers to. */
const reference = 50

/** What is gained by writing it once must be worth one more name. */
function pays(text: string, count: number): boolean {
  return (count - 1) * (text.length - reference) - reference >= 60
}

const enumOf = (values: readonly string[]) => shapeOf({ type: 'string', enum: [...values] })

/** Names of what occurs most often; others are named after the first place where they occur. */
const names: ReadonlyMap<string, string> = new Map([
  [shapeOf(JSON.parse(JSON.stringify(NamedPerson)) as Json), 'NamedPerson'],
  [enumOf(actNames), 'ActName'],
  [enumOf(Object.keys(eventTypes)), 'EventTypeName'],
  [enumOf(purchaseRequestStatuses), 'PurchaseRequestStatus'],
  [enumOf(networks), 'Network'],
  [enumOf(purchaseAssets), 'PurchaseAsset'],
  [enumOf(roles), 'Role'],
  [shapeOf({ type: 'string', pattern: idPattern }), 'Id'],
  [shapeOf({ type: 'string', pattern: decimalPattern }), 'Decimal'],
])

/**
 * The same document with what occurs in several places written once: first objects, enums and texts with a pattern, of which
 * each place keeps its own description, then fields that also mean the same, such as the cursor of the next page.
 */
export function withSharedSchemas(document: Document): Document {
  const shapes = shared(document, {
    keyOf: (schema) => (isShape(schema) ? shapeOf(schema) : undefined),
    keptAt: ({ description }) => (description === undefined ? {} : { description }),
    nameOf: (key, place) => names.get(key) ?? pascal(place),
  })
  return shared(shapes, {
    keyOf: (schema, isField) =>
      isField && schema.$ref === undefined && schema.description !== undefined
        ? JSON.stringify(schema)
        : undefined,
    keptAt: () => ({}),
    nameOf: (_key, place) => ownWords(place) ?? pascal(place),
  })
}

interface Sharing {
  /** What is the same at each of its places; undefined if it stays where it is. */
  keyOf(schema: Json, isField: boolean): string | undefined
  /** What each place keeps. */
  keptAt(schema: Json): Json
  nameOf(key: string, place: string): string
}

function shared({ schemas, rest }: Document, { keyOf, keptAt, nameOf }: Sharing): Document {
  const counts = new Map<string, number>()
  const taken = new Map<string, string>()
  const added: Record<string, Json> = {}

  /** What is inside of a repetition is no repetition of its own. */
  function count(value: unknown, isField = false): void {
    if (!isJson(value)) {
      if (Array.isArray(value)) for (const part of value) count(part)
      return
    }
    const key = keyOf(value, isField)
    if (key !== undefined) {
      const before = counts.get(key) ?? 0
      counts.set(key, before + 1)
      if (before > 0) return
    }
    countParts(value)
  }

  function countParts(value: Json): void {
    for (const [name, part] of partsOf(value)) {
      if (name === 'properties' && isJson(part)) for (const field of Object.values(part)) count(field, true)
      else count(part)
    }
  }

  function nameFor(key: string, place: string): string {
    const wish = nameOf(key, place)
    const isFree = (name: string) => !schemas[name] && !added[name]
    if (isFree(wish)) return wish
    let name = pascal(place)
    for (let number = 2; !isFree(name); number++) name = `${wish}${number}`
    return name
  }

  function take(schema: Json, place: string, isField: boolean): Json {
    const key = keyOf(schema, isField)
    if (key === undefined || !pays(key, counts.get(key) ?? 0)) return within(schema, place)
    let name = taken.get(key)
    if (name === undefined) {
      name = nameFor(key, place)
      taken.set(key, name)
      // Kept free while what is inside of it is named.
      added[name] = {}
      added[name] = within(JSON.parse(key) as Json, name)
    }
    return { ...keptAt(schema), $ref: `#/components/schemas/${name}` }
  }

  /** The schema with what is inside of it taken. */
  function within(value: Json, place: string): Json {
    const inner = (part: unknown, at: string, isField: boolean): unknown => {
      if (Array.isArray(part)) return part.map((one) => inner(one, at, false))
      return isJson(part) ? take(part, at, isField) : part
    }
    const changed = partsOf(value).map(([key, part]) => {
      if (key !== 'properties' || !isJson(part)) return [key, inner(part, placeOf(value, place), false)]
      const fields = Object.entries(part).map(([name, field]) => [
        name,
        inner(field, `${place}.${name}`, true),
      ])
      return [key, Object.fromEntries(fields)]
    })
    return { ...value, ...Object.fromEntries(changed) }
  }

  for (const schema of Object.values(schemas)) countParts(schema)
  countParts(rest)
  const named = Object.entries(schemas).map(([name, schema]) => [
    name,
    within(schema, name.replace(/(Response|Body|Request)$/, '')),
  ])
  const changed = within(rest, '')
  return { schemas: { ...Object.fromEntries(named), ...added }, rest: changed }
}

/** An operation and a parameter are places of their names. */
function placeOf({ operationId, name, in: where }: Json, place: string): string {
  if (typeof operationId === 'string') return operationId
  return typeof name === 'string' && typeof where === 'string' ? name : place
}

/** The name of the field alone, if it has two words: languages have types of one, such as `Date` or `File`. */
function ownWords(place: string): string | undefined {
  const name = place.split('.').at(-1) ?? place
  return name.includes('_') ? pascal(name) : undefined
}

function isShape({ type, properties, enum: values, pattern }: Json): boolean {
  return (type === 'object' && isJson(properties)) || Array.isArray(values) || typeof pattern === 'string'
}

/** What is the same wherever it is used. */
function shapeOf({ description, examples, default: usual, ...shape }: Json): string {
  return JSON.stringify(usual === undefined ? shape : { ...shape, default: usual })
}

/** Without examples: the keyword, not a field of this name. */
function partsOf(schema: Json): [string, unknown][] {
  return Object.entries(schema).filter(
    ([key, part]) => key !== 'example' && (key !== 'examples' || !Array.isArray(part)),
  )
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
