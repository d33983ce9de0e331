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
  const responses = createShelf('responses')

  for (const operation of operationsOf(paths)) {
    for (const parameter of operation.parameters ?? []) parameters.count(parameter)
    for (const media of mediaOfAll(operation)) keepExample(media)
  }
  const withExamples = changed(paths, (operation) => {
    const { parameters: own, requestBody } = operation
    const withContent = <T extends { content?: Record<string, Media> }>(part: T): T =>
      part.content ? { ...part, content: mapped(part.content, withoutKept) } : part
    return {
      ...operation,
      ...(own && { parameters: own.map((one) => parameters.take(one, String(one.name)) as Json) }),
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
    for (const response of Object.values(operation.responses)) responses.count(response)
  const withResponses = changed(withExamples, (operation) => ({
    ...operation,
    responses: Object.fromEntries(
      Object.entries(operation.responses).map(([status, response]) => [
        status,
        responses.take(response, nameOfResponse(status, response)) as Response,
      ]),
    ),
  }))

  const withFewerExamples = mapped(webhooks, withoutExample)
  const withExample = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      {
        ...(withoutFieldExamples(schema) as Json),
        ...(examples.has(name) && { examples: [examples.get(name)] }),
      },
    ]),
  )
  const shared = withSharedSchemas(withExample, withFewerExamples)

  return {
    ...rest,
    webhooks: shared.webhooks,
    paths: withResponses,
    components: {
      ...components,
      schemas: shared.schemas,
      responses: responses.all(),
      parameters: parameters.all(),
    },
  }
}

/** Components of one kind: what occurs more than once gets a name and is referred to. */
function createShelf(kind: string, given: Json = {}) {
  const counts = new Map<string, number>()
  const names = new Map<string, string>()
  const taken = new Map<string, unknown>(Object.entries(given))
  return {
    count(part: unknown): void {
      const text = JSON.stringify(part) ?? ''
      counts.set(text, (counts.get(text) ?? 0) + 1)
    },
    take<T>(part: T, wish: string): T | Reference {
      const text = JSON.stringify(part) ?? ''
      if (text.length < shortest || (counts.get(text) ?? 0) < 2) return part
      let name = names.get(text)
      if (name === undefined) {
        name = wish
        for (let number = 2; taken.has(name); number++) name = `${wish}${number}`
        names.set(text, name)
        taken.set(name, part)
      }
      return { $ref: `#/components/${kind}/${name}` }
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
