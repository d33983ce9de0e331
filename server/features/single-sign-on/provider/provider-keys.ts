import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import { type Fetch, ProviderUnreachable } from './limited-fetch.ts'

const maxAgeMs = 10 * 60_000
/** Anybody can send a token with an unknown key, so the provider is asked at most this often. */
const leastAgeMs = 10_000

type Loaded = { find: JWTVerifyGetKey; at: number }

/** The keys of the provider: fetched when they are first needed, kept, and fetched again for a key that is not there. */
export function createProviderKeys({
  now,
  fetch,
  address,
}: {
  now: () => Date
  fetch: Fetch
  address: () => Promise<string>
}): JWTVerifyGetKey {
  let loaded: Loaded | undefined
  let loading: Promise<Loaded> | undefined

  /** Callers at the same time share one request. */
  function load(): Promise<Loaded> {
    loading ??= fetchKeys().finally(() => {
      loading = undefined
    })
    return loading
  }

  async function fetchKeys(): Promise<Loaded> {
    const response = await fetch(await address(), { headers: { accept: 'application/json' } })
    if (response.status !== 200) throw new ProviderUnreachable(`status ${response.status} for its keys`)
    const keys = (await response.json().catch(() => undefined)) as JSONWebKeySet | undefined
    try {
      loaded = { find: createLocalJWKSet(keys as JSONWebKeySet), at: now().getTime() }
    } catch {
      throw new ProviderUnreachable('its keys are not a JSON Web Key Set')
    }
    return loaded
  }

  function isOlder({ at }: Loaded, age: number): boolean {
    return Math.abs(now().getTime() - at) >= age
  }

  return async (header, token) => {
    const known = loaded && !isOlder(loaded, maxAgeMs) ? loaded : await load()
    try {
      return await known.find(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      // Another caller may have fetched them again meanwhile.
      if (loaded && loaded !== known) return loaded.find(header, token)
      if (!isOlder(known, leastAgeMs)) throw error
      return (await load()).find(header, token)
    }
  }
}
