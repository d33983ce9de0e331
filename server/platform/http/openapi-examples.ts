import type { TSchema } from 'typebox'
import type { ErrorResponse } from '../../../contract/common.ts'
import type { DeclaredFailure } from '../../../contract/declarations/feature.ts'
import { type FailureCode, failureStatus, failures } from '../../../contract/error-codes.ts'
import { type Fault, fault, missing } from '../../../contract/faults.ts'
import type { Operation } from '../../../contract/operation.ts'
import { namedSchemas } from '../../../contract/operations/features.ts'

interface Shape {
  $ref?: string
  type?: string | string[]
  examples?: unknown[]
  default?: unknown
  enum?: unknown[]
  properties?: Record<string, Shape>
  items?: Shape
}

/** An example of a value: that of its schema, or put together from the examples of its fields. */
export function exampleOf(schema: TSchema): unknown {
  const { $ref, type, examples, enum: values, properties, items, ...rest } = schema as Shape
  if (examples) return examples[0]
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

type Example = { summary: string; value: ErrorResponse | { detail: Fault[] } }

const declared: [string, DeclaredFailure][] = Object.entries(failures)

/** All that an operation can respond: a request that does not come to its end reaches none. */
const ofFailures = declared
  .filter(([code]) => code !== ('request_timeout' satisfies FailureCode))
  .map(([code, { cause, context }]): [string, Example] => [
    code,
    { summary: cause, value: { code, detail: cause, request_id: requestId, ...(context && { context }) } },
  ])

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

/** The examples of errors, by code. */
export const errorExamples: Readonly<Record<string, Example>> = Object.fromEntries([
  ...ofFailures,
  ...Object.entries(faults).map(([code, one]): [string, Example] => [
    code,
    { summary: one.msg, value: { detail: [one] } },
  ]),
])

/** References to the examples of a failed operation: of the codes that it shares with all, and of its own. */
export function failureExamples({ tag }: Operation, status: number): Record<string, unknown> {
  const ofStatus = declared.filter(([, { kind }]) => failureStatus[kind] === status)
  const own = ofStatus.filter(([, { of }]) => of?.includes(tag.name) ?? true)
  return references(own.map(([code]) => code))
}

export function faultExamples({ body, bodyType, query }: Operation): Record<string, unknown> {
  const codes: (keyof typeof faults)[] = []
  if (body) codes.push('missing', 'extra_forbidden')
  if (body && bodyType === 'json') codes.push('email_format')
  if (bodyType === 'multipart') codes.push('type_not_accepted')
  if (query) codes.push('int_parsing', 'less_than_equal')
  return references(codes.length > 0 ? codes : ['missing'])
}

function references(codes: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]))
}
