import type { ApiKeyResponse } from '../../../contract/administrators/administrators.ts'

const day = 86_400_000

export type ApiKeyWarning = 'old' | 'expires_soon' | 'unused'

/** Why somebody should look at a valid key. */
export function apiKeyWarnings(key: ApiKeyResponse, now: number): ApiKeyWarning[] {
  if (apiKeyState(key, now) === 'revoked' || apiKeyState(key, now) === 'expired') return []
  const since = (instant: string) => now - Date.parse(instant)
  return [
    ...(since(key.created_at) > 365 * day ? (['old'] as const) : []),
    ...(Date.parse(key.expires_at) - now < 30 * day ? (['expires_soon'] as const) : []),
    // A new key had no time to be used.
    ...(since(key.last_used_at ?? key.created_at) > 90 * day ? (['unused'] as const) : []),
  ]
}

export function apiKeyState(key: ApiKeyResponse, now: number): 'valid' | 'revoked' | 'expired' | 'suspended' {
  if (key.revoked_at) return 'revoked'
  if (Date.parse(key.expires_at) <= now) return 'expired'
  return key.suspended ? 'suspended' : 'valid'
}
