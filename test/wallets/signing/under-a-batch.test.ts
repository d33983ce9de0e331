import { expect, test } from 'vitest'
import { isUnder, type ProvenBatch } from '../../../server/features/wallets/signing/decision.ts'

const batch: ProvenBatch = {
  id: 'batch',
  organization_id: 'desk',
  network: 'ethereum',
  members: [
    { transfer_id: 'one', digest: 'aa' },
    { transfer_id: 'two', digest: 'bb' },
  ],
  withdrawn: ['two'],
  decision: '{}',
  expires_at: '2026-02-02T00:00:00.000Z',
}
const member = {
  batch_id: 'batch',
  transfer_id: 'one',
  digest: 'aa',
  organization_id: 'desk',
  at: '2026-02-01T00:00:00.000Z',
} as Parameters<typeof isUnder>[1]

test('a member of a decided batch is signed under it', () => {
  expect(isUnder(batch, member)).toBe(true)
})

test.each([
  ['another transfer', { transfer_id: 'three' }, {}],
  ['another content', { digest: 'bb' }, {}],
  ['one that was withdrawn', { transfer_id: 'two', digest: 'bb' }, {}],
  ['another batch', { batch_id: 'other' }, {}],
  ['another organization', { organization_id: 'client' }, {}],
  ['one that is too late', { at: '2026-02-02T00:00:00.000Z' }, {}],
  ['a batch that nobody decided', {}, { decision: null }],
])('%s is not', (_, of, inBatch) => {
  expect(isUnder({ ...batch, ...inBatch }, { ...member, ...of })).toBe(false)
})
