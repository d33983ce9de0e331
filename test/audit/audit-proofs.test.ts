import { expect, test } from 'vitest'
import { cli } from '../../server/platform/actor.ts'
import { auditEvent } from '../../server/platform/audit/audit-log.ts'
import { createAuditProofs } from '../../server/platform/audit-proofs/audit-proofs.ts'
import { startServer } from '../support/service/harness.ts'
import { rotateKey } from '../support/service/rotate-key.ts'

const server = startServer()

const actor = cli('test')
const told = {
  action: 'administrator.created' as const,
  object: { type: 'administrator', id: 'x' },
  details: { name: 'Анна' },
  state: { role: 'owner' },
  at: new Date('2026-01-31T12:00:00Z'),
}

test('a proven event is found proven, also after the key was rotated', async () => {
  const proofs = createAuditProofs({ vault: server.service.vault })
  const event = auditEvent({ actor, ...(await proofs.prove(server.db, actor, told)) })
  expect(await proofs.check(server.db, event)).toBe('proven')
  await rotateKey(server, 'system')
  expect(await proofs.check(server.db, event)).toBe('proven')
})

test('an event with other content is forged, one without a proof is unproven', async () => {
  const proofs = createAuditProofs({ vault: server.service.vault })
  const { proof } = await proofs.prove(server.db, actor, told)
  const event = JSON.parse(auditEvent({ actor, ...told }))
  expect(await proofs.check(server.db, JSON.stringify(event))).toBe('unproven')
  const forged = { ...event, state: { role: 'auditor' }, proof }
  expect(await proofs.check(server.db, JSON.stringify(forged))).toBe('forged')
  const unknownKey = { ...event, proof: { ...proof, key: 77 } }
  expect(await proofs.check(server.db, JSON.stringify(unknownKey))).toBe('forged')
  const nonsense = { ...event, proof: { key: 1, hmac: 'zz' } }
  expect(await proofs.check(server.db, JSON.stringify(nonsense))).toBe('forged')
})
