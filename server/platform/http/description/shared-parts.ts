import { withExtendedSchemas } from './extended-schemas.ts'
import { withoutGeneralHeaders } from './general-headers.ts'
import { withSharedSchemas } from './shared-schemas.ts'

type Json = Record<string, unknown>

interface Reference {
  $ref?: string
}
interface Media {
  example?: unknown
  schema?: Reference & { items?: Reference; allOf?: { properties?: { data?: Reference } }[] }
}
interface Response {
  description: string
  content?: Record<string, Media>
}
interface Described {
  operationId: string
  parameters?: Json[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, Response>
}
interface Webhook {
  post: { requestBody: { content: Record<string, Media> } }
}
interface Document {
  webhooks: Record<string, Webhook>
  paths: Record<string, Record<string, Described>>
  components: Record<string, Json>
}

/** What is shorter than a reference to it stays where it is. */
const shortest = 80

/**
 * The same description with what operations have in common written once, as a component: parameters, responses, and
 * the examples of named schemas, which stand at the schemas as a whole instead of at each field. What every request may
 * have and every response has is said once, in words.
 */
export function withSharedParts(document: Json): Json {
  const { paths, webhooks, components, ...rest } = withoutGeneralHeaders(document) as unknown as Document
  const { schemas = {} } = components
  const parameters = createShelf('parameters', components.parameters)
  const examples = new Map<string, unknown>()
  const responses = createShelf('responses', components.responses)

  for (const operation of operationsOf(paths)) {
    for (const parameter of operation.parameters ?? []) parameters.count(parameter, String(parameter.name))
    for (const media of mediaOfAll(operation)) keepExample(media)
  }
  const withExamples = changed(paths, (operation) => {
    const { parameters: own, requestBody } = operation
    const withContent = <T extends { content?: Record<string, Media> }>(part: T): T =>
      part.content ? { ...part, content: mapped(part.content, withoutKept) } : part
    return {
      ...operation,
      ...(own && { parameters: own.map((one) => parameters.take(one) as Json) }),
      ...(requestBody && { requestBody: withContent(requestBody) }),
      responses: mapped(operation.responses, withContent),
    }
  })

  /** The example of a named schema stands at the schema, that of a page at the schema of its items. */
  function keepExample({ schema = {}, example }: Media): void {
    const name = nameOf(schema.$ref)
    if (name === undefined || example === undefined) return
    const item = itemOf(name)
    const items = (example as { items?: unknown[] }).items
    if (item === undefined) examples.set(name, examples.get(name) ?? example)
    else if (items?.[0] !== undefined) examples.set(item, examples.get(item) ?? items[0])
  }

  function itemOf(name: string): string | undefined {
    const { properties } = schemas[name] as { properties?: { items?: { items?: Reference } } }
    return nameOf(properties?.items?.items?.$ref)
  }

  /** In a response, objects that have their example at their own schema are left out of that of others. */
  function withoutNamedItems({ properties = {}, additionalProperties }: Json, example: unknown): unknown {
    if (additionalProperties === false || typeof example !== 'object') return example
    const lists = Object.entries(properties as Record<string, { items?: Reference }>).filter(
      ([field, { items }]) => field in (example as Json) && examples.has(nameOf(items?.$ref) ?? ''),
    )
    return { ...example, ...Object.fromEntries(lists.map(([field]) => [field, []])) }
  }

  function withoutKept({ example, ...media }: Media): Media {
    const name = nameOf(media.schema?.$ref ?? media.schema?.items?.$ref)
    return name === undefined && example !== undefined ? { ...media, example } : media
  }

  /** The message has its example at its schema, and data that have a named schema have theirs there. */
  function withoutExample({ post }: Webhook): Webhook {
    const { content } = post.requestBody
    const without = ({ example, ...media }: Media): Media => {
      const name = nameOf(media.schema?.allOf?.[1]?.properties?.data?.$ref)
      if (name !== undefined && !examples.has(name)) examples.set(name, (example as { data?: unknown }).data)
      return media
    }
    return { post: { ...post, requestBody: { ...post.requestBody, content: mapped(content, without) } } }
  }

  for (const operation of operationsOf(withExamples))
    for (const [status, response] of Object.entries(operation.responses))
      responses.count(response, nameOfResponse(status, response))
  const withResponses = changed(withExamples, (operation) => ({
    ...operation,
    responses: Object.fromEntries(
      Object.entries(operation.responses).map(([status, response]) => [
        status,
        responses.take(response) as Response,
      ]),
    ),
  }))

  const withFewerExamples = mapped(webhooks, withoutExample)
  const withExample = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      {
        ...(withoutFieldExamples(schema) as Json),
        ...(examples.has(name) && { examples: [withoutNamedItems(schema as Json, examples.get(name))] }),
      },
    ]),
  )
  const shared = withSharedSchemas({
    schemas: withExtendedSchemas(withExample),
    rest: {
      paths: withResponses,
      webhooks: withFewerExamples,
      responses: responses.all(),
      parameters: parameters.all(),
    },
  })
  const { paths: withSchemas, webhooks: messages, ...parts } = shared.rest

  return {
    ...rest,
    webhooks: messages,
    paths: withSchemas,
    components: { ...components, schemas: shared.schemas, ...parts },
  }
}

/** Components of one kind: what occurs more than once gets a name and is referred to. */
function createShelf(kind: string, given: Json = {}) {
  const counted = new Map<string, { wish: string; count: number }>()
  const taken = new Map<string, unknown>(Object.entries(given))
  let names: Map<string, string> | undefined

  /** What is referred to most often has its name without a number. */
  function named(): Map<string, string> {
    const repeated = [...counted].filter(([text, { count }]) => text.length >= shortest && count > 1)
    const byCount = repeated.toSorted(([, one], [, other]) => other.count - one.count)
    return new Map(byCount.map(([text, { wish }]) => [text, place(JSON.parse(text), wish)]))
  }

  function place(part: unknown, wish: string): string {
    let name = wish
    for (let number = 2; taken.has(name); number++) name = `${wish}${number}`
    taken.set(name, part)
    return name
  }

  return {
    count(part: unknown, wish: string): void {
      const text = JSON.stringify(part) ?? ''
      counted.set(text, { wish, count: (counted.get(text)?.count ?? 0) + 1 })
    },
    /** Once all are counted. */
    take<T>(part: T): T | Reference {
      names ??= named()
      const name = names.get(JSON.stringify(part) ?? '')
      return name === undefined ? part : { $ref: `#/components/${kind}/${name}` }
    },
    all: (): Json => Object.fromEntries(taken),
  }
}

function nameOfResponse(status: string, { content = {} }: Response): string {
  const [{ schema } = {}] = Object.values(content)
  return (/^2/.test(status) && nameOf(schema?.$ref ?? schema?.items?.$ref)) || `E${status}`
}

function nameOf(reference: string | undefined): string | undefined {
  return reference?.split('/').at(-1)
}

function operationsOf(paths: Document['paths']): Described[] {
  return Object.values(paths).flatMap((methods) => Object.values(methods))
}

function mediaOfAll({ requestBody, responses }: Described): Media[] {
  const parts: { content?: Record<string, Media> }[] = [...Object.values(responses)]
  if (requestBody) parts.push(requestBody)
  return parts.flatMap(({ content = {} }) => Object.values(content))
}

function changed(paths: Document['paths'], change: (operation: Described) => Described): Document['paths'] {
  return mapped(paths, (methods) => mapped(methods, change))
}

function mapped<T, R>(of: Record<string, T>, change: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(of).map(([key, value]) => [key, change(value)]))
}

/** `examples` as a keyword is a list; a field of this name is described by an object. */
function withoutFieldExamples(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutFieldExamples)
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => key !== 'examples' || !Array.isArray(value))
      .map(([key, value]) => [key, withoutFieldExamples(value)]),
  )
}
