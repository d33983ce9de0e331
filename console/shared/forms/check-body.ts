import type { TSchema } from 'typebox'
import { Set as setFormat } from 'typebox/format'
import { Errors } from 'typebox/schema'
import { Settings } from 'typebox/system'
import { referred } from '../../../contract/api/common.ts'
import type { Fault } from '../../../contract/api/faults.ts'
import { formats } from '../../../contract/api/formats.ts'
import type { Operation } from '../../../contract/api/operation.ts'
import { bodyFaults, type SchemaError } from '../../../contract/api/schema-faults.ts'

// A form shows every fault at once; the default stops at eight.
Settings.Set({ maxErrors: 1000 })
for (const [name, check] of Object.entries(formats)) setFormat(name, check)

/** The faults that the service would report for this body, by the same schema and rules. The service checks again. */
export function checkBody(operation: Pick<Operation, 'body' | 'rules'>, body: unknown): Fault[] {
  const named = Object.fromEntries(referred)
  return bodyFaults(operation, body, operation.body ? schemaErrors(operation.body, body, named) : [], named)
}

function schemaErrors(schema: TSchema, body: unknown, named: Record<string, TSchema>): SchemaError[] {
  const [, errors] = Errors(named, schema, body)
  return errors.flatMap(({ keyword, instancePath, params }): SchemaError[] => {
    // TypeBox names several properties at once where Ajv reports an error for each.
    const { requiredProperties, additionalProperties } = params as Record<string, string[] | undefined>
    const each = (name: string, values: string[]) =>
      values.map((value) => ({ keyword, instancePath, params: { [name]: value } }))
    if (requiredProperties) return each('missingProperty', requiredProperties)
    if (additionalProperties) return each('additionalProperty', additionalProperties)
    // `additionalProperties: false` is also reported at each such property.
    return keyword === 'boolean' ? [] : [{ keyword, instancePath, params: { ...params } }]
  })
}
