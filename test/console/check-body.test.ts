import type { TSchema } from 'typebox'
import { expect, test } from 'vitest'
import { checkBody } from '../../console/shared/forms/check-body.ts'
import type { Fault } from '../../contract/api/faults.ts'
import { namedSchemas, operations } from '../../contract/operations/features.ts'
import { bodyChecker } from '../../server/platform/http/requests/validation.ts'
import { fc } from '../support/cases/properties.ts'
import { scaled } from '../support/cases/scale.ts'

type Shape = TSchema & { $ref?: string; properties?: Record<string, Shape>; enum?: unknown[] }

function resolve(schema: Shape): Shape {
  return schema.$ref ? (namedSchemas.find(({ $id }) => $id === schema.$ref) as Shape) : schema
}

/** Values of every type, some of them right by chance, and objects with some of the schema's own keys. */
function values(schema: Shape): fc.Arbitrary<unknown> {
  const { properties, enum: allowed = [] } = resolve(schema)
  const texts = [
    '',
    ' ',
    '7707083893',
    '1027700132195',
    '2026-01-31',
    '2026-02-30',
    'a@b.ru',
    '0.50',
    'x'.repeat(1001),
  ]
  const plain = fc.oneof(
    fc.constantFrom<unknown>(...texts, ...allowed, 'bitcoin', 'a\0b', '\ud800', '2026-01-31T12:00:00Z'),
    fc.constantFrom<unknown>(null, true, 0, 1, -1, 1.5, 1e21),
    // Ajv does not compare items of a wrong type with each other, so there is one of those at most.
    fc.array(fc.constantFrom('organization.created', 'a'), { maxLength: 3 }),
    fc.constantFrom([1], [1, 'a'], [{}]),
    fc.constant({}),
  )
  if (!properties) return plain
  const fields = Object.entries(properties).map(([name, field]) => [name, values(field)] as const)
  const object = fc.record({ ...Object.fromEntries(fields), surprise: fc.constant(1) }, { requiredKeys: [] })
  return fc.oneof({ weight: 9, arbitrary: object }, { weight: 1, arbitrary: plain })
}

const sorted = (faults: Fault[] = []) => faults.map((fault) => JSON.stringify(fault)).sort()

const withBody = operations.filter(({ body, bodyType }) => body && bodyType === 'json')

test.each(withBody.map((operation) => [operation.id, operation] as const))(
  'the console finds in a body of %s what the service finds',
  (_id, operation) => {
    const ofService = bodyChecker(operation)
    fc.assert(
      fc.property(values(operation.body as Shape), (body) => {
        expect(sorted(checkBody(operation, body))).toEqual(sorted(ofService?.(body)))
      }),
      { numRuns: scaled(12, 500) },
    )
  },
)
