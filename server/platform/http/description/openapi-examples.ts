import type { TSchema } from 'typebox'
import type { ErrorResponse } from '../../../../contract/api/common.ts'
import { type FailureCode, failureStatus, failures } from '../../../../contract/api/error-codes.ts'
import { type Fault, fault, missing } from '../../../../contract/api/faults.ts'
import type { Operation } from '../../../../contract/api/operation.ts'
import type { DeclaredFailure } from '../../../../contract/declarations/feature.ts'
import { namedSchemas } from '../../../../contract/operations/features.ts'

interface Shape {
  $ref?: string
  type?: string | string[]
  examples?: unknown[]
  default?: unknown
  enum?: unknown[]
  allOf?: Shape[]
  properties?: Record<string, Shape>
  items?: Shape
}

/** An example of a value: that of its schema, or put together from the examples of its fields. */
export function exampleOf(schema: TSchema): unknown {
  const { $ref, type, examples, enum: values, properties, items, allOf, ...rest } = schema as Shape
  if (examples) return examples[0]
  if (allOf) return Object.assign({}, ...allOf.map((part) => exampleOf(part as TSchema)))
  if ($ref !== undefined) return exampleOf(namedSchemas.find(({ $id }) => $id === $ref) as TSchema)
  if ('default' in rest) return rest.default
  if (values) return values[0]
  if (properties) {
    return Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [name, exampleOf(property as TSchema)]),
    )
  }
  if (type === 'array' && items) return [exampleOf(items as TSchema)]
  throw new Error(`The contract has no example for ${JSON.stringify(schema)}.`)
}

const requestId = '0199f0a4-6d2f-7c4b-8e53-7f9012b3c4d5'

const declared: [string, DeclaredFailure][] = Object.entries(failures)

const faults = {
  missing: missing(['body', 'field']),
  extra_forbidden: {
    loc: ['body', 'field'],
    msg: 'Extra inputs are not permitted',
    type: 'extra_forbidden',
  },
  int_parsing: {
    loc: ['query', 'limit'],
    msg: 'Input should be a valid integer, unable to parse string as an integer',
    type: 'int_parsing',
  },
  less_than_equal: {
    loc: ['query', 'limit'],
    msg: 'Input should be less than or equal to 200',
    type: 'less_than_equal',
    ctx: { le: 200 },
  },
  email_format: fault(['body', 'contact', 'email'], 'email_format'),
  type_not_accepted: fault(['body', 'file'], 'type_not_accepted', { accepted: ['PDF', 'PNG', 'JPEG'] }),
} satisfies Record<string, Fault>

/** Failures of a status: the codes that the operation shares with all, and its own. A request that does not come to its end reaches none. */
function failuresOf({ tag }: Operation, status: number): [string, DeclaredFailure][] {
  const ofStatus = declared.filter(
    ([code, { kind }]) =>
      failureStatus[kind] === status && code !== ('request_timeout' satisfies FailureCode),
  )
  return ofStatus.filter(([, { of }]) => of?.includes(tag.name) ?? true)
}

const orOfEvery = ', or a code of every operation'

/** Whether there is a code of this status that not every operation can respond. */
export function hasOwnFailures(operation: Operation, status: number): boolean {
  return failuresOf(operation, status).some(([, { of }]) => of)
}

/** What a failed operation says: its own codes, or those that it shares with all. docs/errors.md has their cures. */
export function failureCodes(operation: Operation, status: number): string {
  const all = failuresOf(operation, status)
  const own = all.filter(([, { of }]) => of)
  const codes = (own.length > 0 ? own : all).map(([code]) => `\`${code}\``).join(', ')
  return own.length > 0 && own.length < all.length ? `${codes}${orOfEvery}` : codes
}

/** Whether the response has no codes but those of every operation. */
export function isOfEvery({ description }: { description: string }): boolean {
  return !description.endsWith(orOfEvery)
}

/** An example of a failed operation: of its own codes if it has any, otherwise of those that it shares with all. */
export function failureExample(operation: Operation, status: number): ErrorResponse {
  const all = failuresOf(operation, status)
  const [code, { cause, context }] = (all.find(([, { of }]) => of) ?? all[0]) as [string, DeclaredFailure]
  return { code, detail: cause, request_id: requestId, ...(context && { context }) }
}

/** One response has all faults of a request. */
export function faultExample({ body, bodyType, query }: Operation): { detail: Fault[] } {
  const codes: (keyof typeof faults)[] = []
  if (body) codes.push('missing', 'extra_forbidden')
  if (body && bodyType === 'json') codes.push('email_format')
  if (bodyType === 'multipart') codes.push('type_not_accepted')
  if (query) codes.push('int_parsing', 'less_than_equal')
  return { detail: (codes.length > 0 ? codes : (['missing'] as const)).map((code) => faults[code]) }
}
