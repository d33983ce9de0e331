import type { Operation } from '../contract/api/operation.ts'
import { namedSchemas } from '../contract/operations/features.ts'
import type { RightRequest } from '../test/fuzz/makers.ts'
import { type HostileInput, hostileForms } from './hostile-files.ts'

/** The longest body and the longest target that the service reads, with room for what is around the hostile part. */
const bodyBytes = 1024 * 1024 - 4_096
const targetBytes = 12_000

/** What is slow to measure, match, normalize or convert when there is much of it: repeated between a start and an end. */
const fillings: Record<string, { start?: string; repeated: string; end?: string }> = {
  digits: { repeated: '9' },
  letters: { repeated: 'a' },
  'spaces before a letter': { repeated: ' ', end: 'x' },
  'dots of an address': { start: 'a@', repeated: '.', end: ' ' },
  'dots before a letter': { repeated: '.', end: 'x' },
  'combining marks': { repeated: '\u0301' },
  'a ligature of 18 letters': { repeated: '\ufdfa' },
  'escaped quotes': { repeated: '"' },
  'NUL characters': { repeated: '\0' },
  'words of one letter': { repeated: 'a ' },
}

function filled({ start = '', repeated, end = '' }: (typeof fillings)[string], count: number): string {
  return start + repeated.repeat(Math.floor(count)) + end
}

/** By header. Node reads at most 16 KiB of them. */
const hostileHeaders: Record<string, string> = {
  range: `bytes=${' '.repeat(targetBytes)}x`,
  cookie: ';='.repeat(targetBytes / 2),
  'idempotency-key': 'k'.repeat(targetBytes),
  'x-forwarded-for': '1.2.3.4,'.repeat(targetBytes / 8),
  forwarded: 'for=1;'.repeat(targetBytes / 6),
  accept: 'a/b;q=0.1,'.repeat(targetBytes / 10),
  'content-type': `application/json${' '.repeat(targetBytes)};`,
}

/** The worst input that is known for an operation, each made from a request that would succeed. */
export function* hostileInputs(operation: Operation, right: RightRequest): Generator<HostileInput> {
  const { path, headers = {} } = right
  yield* hostileTargets(operation, path, headers)
  if (operation.bodyType === 'multipart') yield* hostileForms(operation, path, headers)
  else if (operation.method !== 'GET') yield* hostileBodies(operation, right)
}

function* hostileTargets(
  operation: Operation,
  path: string,
  headers: Record<string, string>,
): Generator<HostileInput> {
  yield { name: 'the right target', path, headers }
  const [plain = ''] = path.split('?')
  yield { name: 'no query', path: plain, headers }
  yield { name: 'the largest page', path: `${plain}?${largestQuery(operation)}`, headers }
  yield { name: 'a long query', path: `${plain}?${'a&'.repeat(targetBytes / 2)}`, headers }
  for (const [name, value] of Object.entries(hostileHeaders))
    yield { name: `a long ${name}`, path, headers: { ...headers, [name]: value } }
  for (const [name, filling] of Object.entries(fillings)) {
    const { length } = encodeURIComponent(filling.repeated)
    const long = encodeURIComponent(filled(filling, targetBytes / length))
    if (operation.path.includes('{'))
      yield {
        name: `path of ${name}`,
        path: operation.path.replace(/\{\w+\}/, long).replaceAll(/\{\w+\}/g, 'x'),
        headers,
      }
    for (const { key } of fieldsOf(operation.query))
      yield { name: `query ${key} of ${name}`, path: `${plain}?${key}=${long}`, headers }
  }
}

function* hostileBodies(
  operation: Operation,
  { path, body, headers = {} }: RightRequest,
): Generator<HostileInput> {
  const input = (name: string, text: string): HostileInput => ({
    name,
    path,
    headers: { ...headers, 'content-type': 'application/json' },
    body: text,
  })
  const listed = (count: number, item: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => item(index)).join(',')
  if (body !== undefined) yield input('the right body', JSON.stringify(body))
  yield input('unknown keys, 1 MiB', `{${listed(90_000, (index) => `"k${index}":1`)}}`)
  yield input('999 long unknown keys', `{${listed(999, (index) => `"${index}${'k'.repeat(1_000)}":1`)}}`)
  yield input('999 unknown NUL characters', `{${listed(999, (index) => `"${index}":"\\u0000"`)}}`)
  yield input('a list, 1 MiB', `[${listed(500_000, () => '1')}]`)
  yield input('brackets, 1 MiB', '['.repeat(bodyBytes))
  yield input('a deep object', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`)
  yield input('a string without an end', `{"a":"${'\\"'.repeat(bodyBytes / 2)}`)
  yield input('a long number', '9'.repeat(bodyBytes))
  yield input('spaces', ' '.repeat(bodyBytes))
  for (const { key, steps } of fieldsOf(operation.body)) {
    for (const [name, filling] of Object.entries(fillings)) {
      const { length } = Buffer.from(JSON.stringify(filling.repeated).slice(1, -1))
      yield input(
        `${key} of ${name}`,
        JSON.stringify(withValue(body, steps, filled(filling, bodyBytes / length))),
      )
    }
    const items = Array.from({ length: 900 }, (_, index) => `x${index}`)
    yield input(`${key} as a list`, JSON.stringify(withValue(body, steps, items)))
    yield input(
      `${key} as a list of lists`,
      JSON.stringify(
        withValue(
          body,
          steps,
          Array.from({ length: 400 }, () => [1, 2]),
        ),
      ),
    )
    yield input(`${key} as a number`, JSON.stringify(withValue(body, steps, 1e300)))
  }
}

/** Every number of the query at its maximum. */
function largestQuery({ query }: Operation): string {
  const { properties = {} } = resolved(query as Schema | undefined)
  return Object.entries(properties)
    .flatMap(([key, { maximum }]) => (key !== 'offset' && maximum !== undefined ? `${key}=${maximum}` : []))
    .join('&')
}

type Schema = {
  maximum?: number
  $ref?: string
  properties?: Record<string, Schema>
  anyOf?: Schema[]
  items?: Schema
}
type Field = { key: string; steps: string[] }

/** Every field of an object, also those inside objects and lists. */
function fieldsOf(schema: unknown, before: string[] = []): Field[] {
  const { properties, anyOf = [], items } = resolved(schema as Schema | undefined)
  if (items) return fieldsOf(items, [...before, '0'])
  const own = Object.entries(properties ?? {}).flatMap(([key, field]) => {
    const steps = [...before, key]
    return [{ key: steps.join('.'), steps }, ...fieldsOf(field, steps)]
  })
  return [...own, ...anyOf.flatMap((one) => fieldsOf(one, before))]
}

function resolved(schema: Schema | undefined): Schema {
  if (!schema?.$ref) return schema ?? {}
  return (namedSchemas.find(({ $id }) => $id === schema.$ref) as Schema | undefined) ?? {}
}

/** A copy of a body with another value in one place. */
function withValue(body: unknown, [step, ...rest]: string[], value: unknown): unknown {
  if (step === undefined) return value
  const isList = step === '0'
  const before = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const inner = withValue(before[step], rest, value)
  return isList ? [inner] : { ...before, [step]: inner }
}
