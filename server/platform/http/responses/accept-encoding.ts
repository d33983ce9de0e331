import { createBoundedCache } from '../../bounded-cache.ts'

/** The content codings that the service can send, the preferred one first. */
export const codings = ['br', 'gzip'] as const
export type Coding = (typeof codings)[number]

/** Clients send few different headers, each of them many times. */
const parsed = createBoundedCache<Coding | 'identity'>(100)

/** The coding to use for a client with this `Accept-Encoding`; undefined to send the content as it is. */
export function codingFor(header: string): Coding | undefined {
  let coding = parsed.get(header)
  if (coding === undefined) {
    coding = negotiate(header)
    parsed.set(header, coding)
  }
  return coding === 'identity' ? undefined : coding
}

/** By RFC 9110, 12.5.3. A client that accepts nothing that we have gets the content as it is, which it may do. */
function negotiate(header: string): Coding | 'identity' {
  const weights = new Map<string, number>()
  for (const item of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim())
    if (name !== '') weights.set(name === 'x-gzip' ? 'gzip' : name, weightOf(parameters))
  }
  const others = weights.get('*') ?? 0
  // Compression is what the header is for, so it wins unless the client explicitly prefers none.
  let [best, most]: [Coding | 'identity', number] = ['identity', weights.get('identity') ?? 0]
  for (const coding of codings) {
    const weight = weights.get(coding) ?? others
    if (weight > most || (weight === most && weight > 0 && best === 'identity')) {
      best = coding
      most = weight
    }
  }
  return best
}

/** A weight that is malformed counts as a refusal: such a client gets what everybody understands. */
function weightOf(parameters: readonly string[]): number {
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
  if (weight === undefined) return parameters.length === 0 ? 1 : 0
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight) : 0
}
