import type { Random } from '../support/cases/random.ts'
import { validInn } from '../support/given/factories.ts'

export interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
}

/** Values that mean something to the service, by the name of the field; ids seen in answers are added while it runs. */
export type Dictionary = Map<string, unknown[]>

const meaningful: Record<string, unknown[]> = {
  inn: [
    ...Array.from({ length: 200 }, (_, index) => validInn(660_000_000 + index)),
    '7707083893',
    '500100732259',
    '7736050003',
    '7707083890',
  ],
  ogrn: ['1027700132195', '1027700132195', '304500116000157', '1027700132190'],
  kpp: ['773601001', '770401001', ''],
  email: ['owner@example.com', 'new@example.com', ' OWNER@Example.com ', 'x@'],
  full_name: ['Общество с ограниченной ответственностью «Ромашка»'],
  name: ['Анна'],
  decision: ['approved'],
  overlap_hours: [1],
  password: ['correct horse battery staple', 'short', 'p'.repeat(129)],
  okved_main: ['62.01', '64.99.1', '99'],
  bik: ['044525225', '000000000'],
  settlement_account: ['40702810900000000001', '1'],
  currency: ['RUB', 'USD', 'rub'],
  fiat_currency: ['RUB', 'USD', 'XXX'],
  asset: ['USDT', 'BTC', 'ETH', 'DOGE'],
  network: ['tron', 'bitcoin', 'ethereum', 'ton', 'solana', 'dogecoin'],
  crypto_amount: ['1000.5', '0', '-1', '1e3', '0.0000001', '99999999999999999999999999'],
  fiat_amount: ['92255.08', '0.001'],
  fee_amount: ['100', '0', '-0'],
  rate: ['92.155', '0', '1e400'],
  url: ['https://example.com/hook', 'http://127.0.0.1/', 'ftp://x', 'https://[::1]:1/'],
  kind: ['charter', 'other', 'inn-certificate', 'passport'],
  q: ['рома', 'ООО', '%', '_', '\\', '77', 'ё', '\u0301', 'a b c d e f g h i j k'],
  otp: ['000000', '12345', 'abcdef'],
}

/** Not required by the schema, but by a rule of the service. */
const usuallyNeeded = new Set(['ogrn', 'full_name', 'reason_code'])

const absurd: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  '',
  ' ',
  '\0',
  '\ud800',
  '\u202e',
  '💼'.repeat(300),
  'Ж'.repeat(5_000),
  "'; drop table organizations; --",
  '../../../../etc/passwd',
  '{{7*7}}',
  '2026-02-30',
  '9999-12-31',
  '-0001-01-01',
  '2026-11-15T10:00:00+99:99',
  'NaN',
  '٣',
  [],
  {},
  [[[[[[]]]]]],
  { __proto__x: 1, constructor: { prototype: 1 } },
]

export function createValues(random: Random, dictionary: Dictionary, resolve: (reference: string) => Schema) {
  /** A value that fits, as far as the schema can say. */
  function fitting(schema: Schema, name = '', depth = 0): unknown {
    if (schema.$ref) return fitting(resolve(schema.$ref), name, depth)
    if (schema.const !== undefined) return schema.const
    if (schema.enum) return random.pick(schema.enum)
    if (schema.anyOf) return fitting(random.pick(schema.anyOf), name, depth)
    const known = [...(dictionary.get(name) ?? []), ...(meaningful[name] ?? [])]
    if (known.length > 0 && random.chance(0.8)) return random.pick(known)
    const types = [schema.type ?? 'string'].flat()
    const type = types.includes('null') && random.chance(0.2) ? 'null' : types.find((one) => one !== 'null')
    if (type === 'null') return null
    if (type === 'boolean') return random.chance(0.5)
    if (type === 'integer' || type === 'number') {
      const [least, most] = [schema.minimum ?? 0, schema.maximum ?? 1_000]
      return random.pick([least, most, least + random.below(Math.max(1, most - least))])
    }
    if (type === 'array') {
      const length = (schema.minItems ?? 0) + random.below(3)
      return Array.from({ length }, () => fitting(schema.items ?? {}, name, depth + 1))
    }
    if (type === 'object') {
      const { properties = {}, required = [] } = schema
      // Often no more than is needed: what is optional is what usually does not fit.
      const more = depth > 3 || random.chance(0.5) ? 0 : 0.5
      return Object.fromEntries(
        Object.entries(properties)
          .filter(([key]) => required.includes(key) || usuallyNeeded.has(key) || random.chance(more))
          .map(([key, property]) => [key, fitting(property, key, depth + 1)]),
      )
    }
    return text(schema)
  }

  function text({ format, pattern, minLength = 0, maxLength = 40 }: Schema): string {
    if (format === 'date') return random.pick(['2026-01-31', '2020-02-29', '2031-12-31'])
    if (format === 'date-time') return random.pick(['2026-11-15T10:00:00Z', '2030-01-01T00:00:00+03:00'])
    if (pattern?.includes('0-9') || pattern?.includes('\\d')) return String(random.below(10 ** 10))
    const length = random.pick([minLength, maxLength, Math.min(maxLength, minLength + random.below(30))])
    return Array.from({ length }, () => random.pick([...'абвгдежз abcXYZ019-«»ёЁ'])).join('')
  }

  /** A fitting value with one thing wrong in it. */
  function nearly(schema: Schema, name = ''): unknown {
    const resolved = schema.$ref ? resolve(schema.$ref) : schema
    const value = fitting(resolved, name)
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return random.pick(absurd)
    const entries = Object.entries(value)
    const at = random.below(entries.length + 1)
    const victim = entries[at]
    if (!victim) return { ...value, [random.pick(['unknown', '__proto__x', 'ид', ''])]: random.pick(absurd) }
    const [key] = victim
    const property = resolved.properties?.[key] ?? {}
    const worse = random.pick([
      undefined,
      random.pick(absurd),
      tooLong(property),
      property.type === 'object' || property.$ref ? nearly(property, key) : random.pick(absurd),
    ])
    return { ...value, [key]: worse }
  }

  function tooLong({ maxLength, maximum }: Schema): unknown {
    if (maximum !== undefined) return maximum + 1
    return 'я'.repeat((maxLength ?? 255) + 1)
  }

  return {
    value(schema: Schema, name = ''): unknown {
      const dice = random.next()
      if (dice < 0.5) return fitting(schema, name)
      return dice < 0.85 ? nearly(schema, name) : random.pick(absurd)
    },
    /** This object with one of its fields absurd or left out, or one more. */
    worse(value: Record<string, unknown>): Record<string, unknown> {
      const key = random.pick([...Object.keys(value), 'unknown'])
      return { ...value, [key]: random.pick([undefined, random.pick(absurd)]) }
    },
    absurd: () => random.pick(absurd),
  }
}
