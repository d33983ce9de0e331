import type { Random } from '../support/cases/random.ts'
import { pdf, png, zip } from '../support/files/document-samples.ts'
import { createValues, type Dictionary, type Schema } from './values.ts'

export interface Described {
  operationId: string
  parameters?: { name: string; in: 'path' | 'query'; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, unknown> }>
}

export interface OpenApi {
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, Schema> }
}

export interface Shot {
  operation: Described
  method: string
  path: string
  headers: Record<string, string>
  body: string | FormData | undefined
}

const contentTypes = [
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'application/octet-stream',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'x',
  '',
]

/** Makes requests for every operation of the description, in turn. */
export function createRequests(document: OpenApi, random: Random, dictionary: Dictionary) {
  const resolve = (reference: string) =>
    document.components.schemas[reference.slice(reference.lastIndexOf('/') + 1)] ?? {}
  const values = createValues(random, dictionary, resolve)
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )

  function fill(template: string): string {
    return template.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
      const known = dictionary.get(name) ?? []
      const dice = random.next()
      if (known.length > 0 && dice < 0.8) return encodeURIComponent(String(random.pick(known)))
      if (dice < 0.9)
        return random.pick(['00000000-0000-7000-8000-000000000000', 'x', '...', '%00', '%', 'а'])
      // Not so long that the parser of HTTP refuses the whole request.
      const text = encodeURIComponent(String(values.absurd()).toWellFormed().slice(0, 500))
      // Clients remove a segment of dots: it would be a request of another operation.
      return /^\.{0,2}$/.test(text) ? '-' : text
    })
  }

  function query(operation: Described): string {
    const parts = (operation.parameters ?? [])
      .filter((parameter) => parameter.in === 'query' && random.chance(0.6))
      .map(({ name, schema }) => {
        const value = values.value(schema, name)
        const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
        return `${name}=${encodeURIComponent(text.toWellFormed().slice(0, 1_000))}`
      })
    if (random.chance(0.05))
      parts.push(random.pick(['limit=1&limit=2', '__proto__=1', '=', '%ff=%fe', 'a[]=1']))
    return parts.length > 0 ? `?${parts.join('&')}` : ''
  }

  function file(): Buffer {
    return random.pick([
      () => pdf({ padding: random.below(3_000) }),
      () => png(),
      () => zip([]),
      () => Buffer.alloc(0),
      () => Buffer.from('%PDF-'),
      () => Buffer.from('<svg onload=alert(1)>'),
      () => Buffer.alloc(70_000, 'A'),
    ])()
  }

  function multipart(schema: Schema): FormData | string {
    if (random.chance(0.1)) return '--x\r\ncontent-disposition: form-data; name="file"\r\n\r\nhalf'
    const form = new FormData()
    if (random.chance(0.9)) {
      const name = random.pick(['Устав.pdf', '../x', 'a'.repeat(300), 'CON', ''])
      form.set(random.pick(['file', 'file', 'file', 'files']), new Blob([new Uint8Array(file())]), name)
    }
    const { properties = {} } = schema.$ref ? resolve(schema.$ref) : schema
    for (const [name, property] of Object.entries(properties)) {
      if (name !== 'file' && random.chance(0.3))
        form.set(name, String(values.value(property, name)).toWellFormed())
    }
    return form
  }

  function urlencoded(schema: Schema): string {
    if (random.chance(0.1)) return random.pick(['', '=', '%', '&&', '__proto__=1', 'a=1&a=2'])
    const fields = Object(values.value(schema)) as Record<string, unknown>
    const texts = Object.entries(fields).map(([name, value]) => [name, String(value)].map(wellFormed))
    return new URLSearchParams(texts as [string, string][]).toString()
  }

  function json(schema: Schema): string {
    if (random.chance(0.04))
      return random.pick(['{', '', 'null', '[]', '"x"', '{"a":1,"a":2}', '\ufeff{}', '[1e999]'])
    if (random.chance(0.005)) return JSON.stringify({ notes: 'x'.repeat(1_100_000) })
    if (random.chance(0.01)) return `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    return JSON.stringify(values.value(schema)) ?? ''
  }

  function oddHeader(): Record<string, string> {
    return random.pick([
      { 'content-type': random.pick(contentTypes) },
      { range: random.pick(['bytes=0-0', 'bytes=9-1', 'bytes=-5', 'x']) },
      { 'idempotency-key': random.pick(['same', 'k'.repeat(256), '']) },
      { 'if-match': random.pick(['"1"', '"1.x", W/"2.y"', '*', '"', '', '"9999999999999999"']) },
      { 'if-none-match': random.pick(['*', '"1.x"', '"']) },
      { 'accept-encoding': random.pick(['br', 'identity', 'gzip;q=0, *', ';;,q=', 'br;q=2']) },
    ])
  }

  return {
    operations,
    count: operations.length,
    /** A request that was right, with one thing wrong in its body. */
    spoilt(shot: Shot): Shot {
      const isJson = typeof shot.body === 'string' && shot.headers['content-type'] === 'application/json'
      if (!isJson) return { ...shot, headers: { ...shot.headers, ...oddHeader() } }
      return { ...shot, body: JSON.stringify(values.worse(JSON.parse(shot.body as string))) }
    },
    shot(index: number): Shot {
      const { path, method, operation } = operations[index % operations.length] as (typeof operations)[number]
      const content = operation.requestBody?.content ?? {}
      const [type, described] = Object.entries(content)[0] ?? []
      let body: Shot['body']
      const headers: Record<string, string> = {}
      if (type === 'multipart/form-data') {
        body = multipart(described?.schema ?? {})
        if (typeof body === 'string') headers['content-type'] = 'multipart/form-data; boundary=x'
      } else if (type === 'application/x-www-form-urlencoded') {
        body = urlencoded(described?.schema ?? {})
        headers['content-type'] = type
      } else if (type || (method !== 'GET' && random.chance(0.1))) {
        body = json(described?.schema ?? {})
        headers['content-type'] = 'application/json'
      }
      if (random.chance(0.05) && body !== undefined) headers['content-type'] = random.pick(contentTypes)
      if (random.chance(0.2)) {
        headers['idempotency-key'] = random.pick([
          'same',
          'k'.repeat(256),
          'a b',
          `k${random.below(1e9)}`,
          '',
        ])
      }
      if (random.chance(0.05)) headers['x-forwarded-for'] = random.pick(['1.2.3.4', 'x', '::1, 10.0.0.1'])
      if (random.chance(0.03)) headers.range = random.pick(['bytes=0-0', 'bytes=9-1', 'bytes=-5', 'x'])
      return { operation, method, path: fill(path) + query(operation), headers, body }
    },
  }
}

function wellFormed(text: string): string {
  return text.toWellFormed()
}
