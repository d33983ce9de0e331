/** A schema of the contract, as JSON Schema has it. */
type Schema = object

const isOptional = (schema: Schema) => Object.hasOwn(schema, '~optional')

/** A mark that is not sent, and that a copy of all properties keeps (`field` in contract/api/common.ts). */
function optional(schema: Schema): Schema {
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema))
  return Object.defineProperty(copy, '~optional', { value: true, configurable: true })
}

const typed =
  (type: string) =>
  (options: Schema = {}): Schema => ({ type, ...options })

function object(properties: Record<string, Schema>, options: Schema = {}): Schema {
  const required = Object.keys(properties).filter((name) => !isOptional(properties[name] as Schema))
  return { type: 'object', ...(required.length > 0 && { required }), properties, ...options }
}

/**
 * Takes the place of TypeBox in the built console: what the contract builds its schemas with, as plain JSON Schema.
 * TypeBox has its types of types as values too, which no form needs and everybody would load.
 */
export const Type = {
  String: typed('string'),
  Integer: typed('integer'),
  Number: typed('number'),
  Boolean: typed('boolean'),
  Unknown: (options: Schema = {}): Schema => ({ ...options }),
  Object: object,
  Optional: optional,
  Array: (items: Schema, options: Schema = {}): Schema => ({ type: 'array', items, ...options }),
  Record: (_key: Schema, value: Schema, options: Schema = {}): Schema => ({
    type: 'object',
    patternProperties: { '^.*$': value },
    ...options,
  }),
  Partial: ({ properties }: { properties: Record<string, Schema> }, options: Schema = {}): Schema => ({
    type: 'object',
    properties,
    ...options,
  }),
  Union: (anyOf: Schema[], options: Schema = {}): Schema => ({ anyOf, ...options }),
  Ref: ($ref: string, options: Schema = {}): Schema => ({ $ref, ...options }),
  Unsafe: (schema: Schema): Schema => schema,
}
