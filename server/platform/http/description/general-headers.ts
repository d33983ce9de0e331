import { isOfEvery } from './openapi-examples.ts'

type Json = Record<string, unknown>

type Response = Json & { description: string }

/** Of every request and of every response, whatever the operation. */
const general = {
  parameters: ['X-Request-Id', 'traceparent'],
  headers: ['X-Request-Id', 'RateLimit', 'RateLimit-Policy', 'Content-Encoding'],
}

/** Of every response to a request with `Idempotency-Key`: the description of that says it. */
const repeated = 'Idempotency-Replayed'

const words = [
  'Every request may have `X-Request-Id` (`^[A-Za-z0-9._-]{1,64}$`), which names it in the log, and `traceparent` (W3C Trace Context).',
  'Every response has `X-Request-Id`, with a limit `RateLimit` and `RateLimit-Policy`, and `Content-Encoding` if it is compressed, which `Accept-Encoding` asks for. The usual 429 describes them.',
].join(' ')

/** The description with them in words, instead of at each operation: no function of a generated client is about them. */
export function withoutGeneralHeaders(document: Json): Json {
  const { info, paths, components } = document as {
    info: { description: string }
    paths: Record<
      string,
      Record<string, { parameters?: { $ref?: string }[]; responses: Record<string, Response> }>
    >
    components: { parameters: Json; headers: Json }
  }
  return {
    ...document,
    info: { ...info, description: `${info.description}\n\n${words}` },
    paths: mapped(paths, (methods) =>
      mapped(methods, ({ parameters = [], responses, ...operation }) => ({
        ...operation,
        parameters: parameters.filter(({ $ref }) => !general.parameters.includes(nameOf($ref))),
        responses: Object.fromEntries(
          Object.entries(responses).map(([status, response]) => [
            status,
            status === '429' && isOfEvery(response) ? response : withoutHeaders(response),
          ]),
        ),
      })),
    ),
    components: {
      ...components,
      parameters: without(components.parameters, general.parameters),
      headers: without(components.headers, [repeated]),
    },
  }
}

function withoutHeaders({ headers, ...response }: Response): Json {
  const own = without((headers ?? {}) as Json, [...general.headers, repeated])
  return { ...response, ...(Object.keys(own).length > 0 && { headers: own }) }
}

function without(all: Json, names: readonly string[]): Json {
  return Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name)))
}

function nameOf(reference: string | undefined): string {
  return reference?.split('/').at(-1) ?? ''
}

function mapped<T, R>(of: Record<string, T>, change: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(of).map(([key, value]) => [key, change(value)]))
}
