import type { Actor } from '../../../platform/actor.ts'
import { signedIn } from '../../../platform/actor.ts'

/** Whose act it is, and who asks if others must approve it. */
export interface Asker {
  /** Of an API key, the person who made it. */
  id: string
  sessionId: string | null
  /** Null if a person does it. */
  key: NamedKey | null
}

export interface NamedKey {
  id: string
  name: string
}

/** Throws for callers who are neither signed in nor an API key. */
export async function askerOf(actor: Actor, personOf: (keyId: string) => Promise<string>): Promise<Asker> {
  if (actor.kind !== 'api_key' || actor.id === null) return { ...signedIn(actor), key: null }
  return { id: await personOf(actor.id), sessionId: null, key: { id: actor.id, name: actor.name } }
}

/** What people vote on names the key: what is approved for one key is for no other, and not for its maker. */
export function withKey(content: Record<string, unknown>, { key }: Asker): Record<string, unknown> {
  return key ? { ...content, api_key: { ...key } } : content
}

/** The key with which it was asked for; null if a person asked. */
export function keyOf({ content }: { content: unknown }): NamedKey | null {
  return (content as { api_key?: NamedKey }).api_key ?? null
}
