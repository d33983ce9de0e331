import { hash } from 'node:crypto'

/** One entity tag of a list, as RFC 9110 writes it: `"…"`, or `W/"…"` for a weak one. */
export interface EntityTag {
  isWeak: boolean
  value: string
}

const item = /[ \t,]*(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[ \t]*(?=,|$)/y
const rest = /[ \t,]*$/y

/** The tags of `If-Match` or `If-None-Match`, `*` for any, undefined if the value is malformed. */
export function parseEntityTags(header: string): '*' | EntityTag[] | undefined {
  if (header.trim() === '*') return '*'
  const tags: EntityTag[] = []
  let at = 0
  for (;;) {
    item.lastIndex = at
    const found = item.exec(header)
    if (!found) break
    tags.push({ isWeak: found[1] !== undefined, value: found[2] as string })
    at = item.lastIndex
  }
  rest.lastIndex = at
  return tags.length > 0 && rest.test(header) ? tags : undefined
}

/** The version that a tag names: `"3.x7Yk…"`, or `"3"` from a client that knows only the version. */
export function versionOf({ value }: EntityTag): number | undefined {
  const digits = /^(\d{1,15})(?:\.|$)/.exec(value)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** The tag of an object: its version, which `If-Match` compares, and a hash of all that the caller sees of it. */
export function tagOf(version: number, body: string): string {
  return `${version}.${hash('sha256', body, 'base64url').slice(0, 12)}`
}

/** The same object in another content coding is another representation, whose strong tag must differ. */
export function inCoding(tag: string, coding: string): string {
  return `${tag}-${coding}`
}

/** The tag among those of `If-None-Match` that stands for this object, in whichever content coding it was read. */
export function findTag(header: string, tag: string, codings: readonly string[]): string | undefined {
  const tags = parseEntityTags(header)
  if (tags === '*') return tag
  const current = [tag, ...codings.map((coding) => inCoding(tag, coding))]
  return tags?.find(({ value }) => current.includes(value))?.value
}
