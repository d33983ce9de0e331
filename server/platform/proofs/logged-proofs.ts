import { createAuditProofs } from '../audit-proofs/audit-proofs.ts'
import { findRenewedVersion } from '../audit-proofs/renewed.ts'
import type { Vault } from '../vault/vault.ts'
import { createProofs, type Proofs } from './proofs.ts'

/** Proofs for who has no register, or does not rely on it: the audit log says which keys count. Nothing is reported. */
export function loggedProofs(vault: Vault): Proofs {
  const auditProofs = createAuditProofs({ vault })
  let oldest: Promise<number> | undefined
  return createProofs({
    vault,
    oldest(db) {
      oldest ??= findRenewedVersion(db, auditProofs)
      return oldest
    },
  })
}
