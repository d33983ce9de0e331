import { expect, test } from 'vitest'
import { apiKeyState, apiKeyWarnings } from '../../console/shared/access/api-key-warnings.ts'
import type { ApiKeyResponse } from '../../contract/administrators/administrators.ts'

const now = Date.parse('2030-06-01T00:00:00Z')
const inDays = (days: number) => new Date(now + days * 86_400_000).toISOString()
const key: ApiKeyResponse = {
  id: '0199f0a4-5c1e-7b3a-9d42-6e8f01a2b3c4',
  name: 'CRM',
  hint: 'kontor_EXAM',
  scopes: ['requests:read'],
  created_at: inDays(-10),
  created_by: '0199f0a4-5c1e-7b3a-9d42-6e8f01a2b3c4',
  last_used_at: inDays(-1),
  revoked_at: null,
  expires_at: inDays(300),
  networks: null,
  suspended: false,
  suspended_because: null,
}

test.each([
  [{}, []],
  [{ created_at: inDays(-365) }, []],
  [{ created_at: inDays(-366) }, ['old']],
  [{ expires_at: inDays(31) }, []],
  [{ expires_at: inDays(29) }, ['expires_soon']],
  [{ last_used_at: inDays(-90) }, []],
  [{ last_used_at: inDays(-91) }, ['unused']],
  [{ last_used_at: null }, []],
  [{ last_used_at: null, created_at: inDays(-91) }, ['unused']],
  [
    { created_at: inDays(-400), expires_at: inDays(1), last_used_at: null },
    ['old', 'expires_soon', 'unused'],
  ],
  [{ created_at: inDays(-400), revoked_at: inDays(-1) }, []],
  [{ created_at: inDays(-400), expires_at: inDays(0) }, []],
])('a key with %j is warned of as %j', (changed, warnings) => {
  expect(apiKeyWarnings({ ...key, ...changed }, now)).toEqual(warnings)
})

test.each([
  [{}, 'valid'],
  [{ suspended: true }, 'suspended'],
  [{ suspended: true, expires_at: inDays(0) }, 'expired'],
  [{ suspended: true, expires_at: inDays(-1), revoked_at: inDays(-2) }, 'revoked'],
])('a key with %j is %s', (changed, state) => {
  expect(apiKeyState({ ...key, ...changed }, now)).toBe(state)
})
