import { timingSafeEqual } from 'node:crypto'
import { canonicalJson } from '../canonical-json.ts'
import { hashUnder } from '../vault/keyed-hash.ts'

/** A proof begins with the version of the key that it was made with. */
export const versionBytes = 4

/** A decision as a thread receives it, with the key that its kind is proven with. The thread zeroes the key. */
export interface ThreadDecision<Content> {
  content: Content
  proof: Uint8Array
  key: Uint8Array<ArrayBuffer>
}

/** Whether the service made this decision. Called in the thread that carries it out. */
export function isDecided({ content, proof, key }: ThreadDecision<object>): boolean {
  const given = proof.subarray(versionBytes)
  const expected = hashUnder(key, canonicalJson(content))
  return given.length === expected.length && timingSafeEqual(given, expected)
}
