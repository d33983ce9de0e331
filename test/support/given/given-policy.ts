import type { PolicyRule } from '../../../contract/control/policy.ts'
import { policyState } from '../../../server/features/control/policy/policy-service.ts'
import {
  findPolicy,
  insertPolicy,
  policyTable,
} from '../../../server/features/control/policy/policy-store.ts'
import { service } from '../../../server/platform/actor.ts'
import { recordChange } from '../../../server/platform/audit/change.ts'
import { createAuditProofs } from '../../../server/platform/audit-proofs/audit-proofs.ts'
import type { TestServer } from '../service/harness.ts'

/** Makes these the rules, without asking anybody: a new version, as only the service can write it. */
export async function givenRules(
  server: Pick<TestServer, 'db' | 'service'>,
  rules: PolicyRule[],
): Promise<void> {
  const auditProofs = createAuditProofs({ vault: server.service.vault })
  await server.db.transaction().execute(async (db) => {
    const before = await findPolicy(db)
    if (!before || (before.rules.length === 0 && rules.length === 0)) return
    const version = before.version + 1
    const at = new Date()
    const row = { version, rules, changed_at: at, changed_by: null, changed_by_name: service.name }
    const proven = await server.service.provenTables.prove(db, policyTable, row)
    const next = await insertPolicy(db, { ...row, ...proven })
    const told = await auditProofs.prove(db, service, {
      action: 'policy.changed',
      object: { type: 'policy', id: 'policy' },
      version,
      details: { version, rules },
      data: { version },
      state: policyState(next),
      at,
    })
    recordChange(db, service, told)
  })
}

/** No rules any more. */
export function withoutRules(server: Pick<TestServer, 'db' | 'service'>): Promise<void> {
  return givenRules(server, [])
}
