import { expect, test } from 'vitest'
import { createApiKeyReplay } from '../../server/features/administrators/api-keys/api-key-replay.ts'
import { newId } from '../../server/platform/db/ids.ts'

/** The state of a key in an event of before there was the scope `payments:write`. */
const before = {
  created_by: newId(),
  scopes: ['requests:write'],
  networks: null,
  expires_at: '2027-01-01T00:00:00.000Z',
  revoked: false,
  hash: 'ab',
}

test('a key of before stays as its proven event states it, and nobody gives it less or more', () => {
  const id = newId()
  const visit = (action: string, state: object, seq: number) => {
    const event = { seq, action, object_id: id, actor_id: null, at: '', state, isProven: true }
    return replay.visit(event as unknown as Parameters<typeof replay.visit>[0])
  }
  const replay = createApiKeyReplay()
  expect(visit('api_key.created', before, 1)).toBeUndefined()
  const revoked = { ...before, names_payments: false, revoked: true }
  expect(visit('api_key.revoked', revoked, 2)).toBeUndefined()
  expect(visit('api_key.revoked', { ...revoked, names_payments: true }, 3)).toContain('names_payments')
})
