type Json = Record<string, unknown>

interface ObjectSchema {
  properties: Json
  required: readonly string[]
}

/** What is shorter gains little by a reference. */
const shortest = 300

/** The keywords of a schema that says nothing but which fields an object has. */
const plain = new Set(['type', 'description', 'properties', 'required', 'examples'])

/**
 * The same schemas with one that has all fields of another one written as that and its own: a transfer with its details. An
 * object is not made of the data of its events, although they may be a part of it.
 */
export function withExtendedSchemas(schemas: Record<string, Json>): Record<string, Json> {
  const objects = new Map<string, ObjectSchema>()
  for (const [name, schema] of Object.entries(schemas)) {
    const { properties, required = [] } = schema as unknown as ObjectSchema
    if (properties && Object.keys(schema).every((keyword) => plain.has(keyword)))
      objects.set(name, { properties, required })
  }
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, extended(name, schema)]))

  function extended(name: string, schema: Json): Json {
    const whole = objects.get(name)
    const base = whole && baseOf(whole)
    if (!whole || !base) return schema
    const [baseName, { properties, required }] = base
    const { description, examples } = schema as { description?: string; examples?: Json[] }
    const own = Object.entries(whole.properties).filter(([field]) => !(field in properties))
    return {
      description,
      allOf: [
        { $ref: `#/components/schemas/${baseName}` },
        {
          type: 'object',
          required: whole.required.filter((field) => !required.includes(field)),
          properties: Object.fromEntries(own),
          ...(examples && { examples: examples.map((example) => partOf(example, own)) }),
        },
      ],
    }
  }

  function baseOf(whole: ObjectSchema): [string, ObjectSchema] | undefined {
    const bases = [...objects].filter(([name, other]) => !name.endsWith('Data') && isExtendedBy(other, whole))
    return bases.toSorted(([, one], [, other]) => sizeOf(other) - sizeOf(one))[0]
  }
}

/** The fields that are its own; the others are in the example of what it extends. */
function partOf(example: Json, own: readonly [string, unknown][]): Json {
  return Object.fromEntries(own.flatMap(([name]) => (name in example ? [[name, example[name]]] : [])))
}

/** The other has the same fields, always there in the same cases, and more. */
function isExtendedBy({ properties, required }: ObjectSchema, other: ObjectSchema): boolean {
  const fields = Object.entries(properties)
  return (
    fields.length < Object.keys(other.properties).length &&
    sizeOf({ properties, required }) >= shortest &&
    fields.every(
      ([name, schema]) =>
        JSON.stringify(schema) === JSON.stringify(other.properties[name]) &&
        required.includes(name) === other.required.includes(name),
    )
  )
}

function sizeOf({ properties }: ObjectSchema): number {
  return JSON.stringify(properties).length
}
