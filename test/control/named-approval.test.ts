import { expect, test } from 'vitest'
import { closureActs } from '../../contract/api/acts.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer()

test('an approval that is named for another act on something new stays open', async () => {
  const asker = await server.signIn('owner')
  await server.signIn('owner')
  const rules = closureActs.map((act) => ({ act, approvals: 1, from: ['owner'] }))
  expect((await asker.put('/v1/policy', { rules })).status).toBe(200)
  const key = await asker.post('/v1/api-keys', { name: 'one', scopes: ['requests:read'] })
  const { approval_id } = key.body.context

  const administrator = await asker.post(
    '/v1/administrators',
    { email: 'new@example.com', name: 'New', role: 'operator' },
    { 'kontor-approval': approval_id },
  )

  expect(administrator).toMatchObject({ status: 403, body: { code: 'approval_required' } })
  expect(administrator.body.context.approval_id).not.toBe(approval_id)
  expect((await asker.get(`/v1/approvals/${approval_id}`)).body.status).toBe('waiting')
})
