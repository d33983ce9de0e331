import { randomBytes } from 'node:crypto'

/** What is passed on of a W3C trace: https://www.w3.org/TR/trace-context/ */
export interface Trace {
  /** 32 hexadecimal digits. */
  id: string
  /** Whether the caller records this trace. */
  sampled: boolean
}

const header = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})(?:$|(-.*)$)/

/** The trace of a `traceparent` header; undefined without a header and for one that the specification calls invalid. */
export function parseTraceparent(value: string | string[] | undefined): Trace | undefined {
  if (typeof value !== 'string') return undefined
  const [, version, id, flags = '', more] = header.exec(value) ?? []
  // Only later versions may have more fields.
  if (id === undefined || (version === '00' && more !== undefined)) return undefined
  return { id, sampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

/** The header for a request that Kontor sends itself: the same trace, with a span of its own. */
export function formatTraceparent({ id, sampled }: Trace): string {
  return `00-${id}-${randomBytes(8).toString('hex')}-${sampled ? '01' : '00'}`
}
