import { createAdministratorReplay } from './features/administrators/accounts/administrator-replay.ts'
import { createApiKeyReplay } from './features/administrators/api-keys/api-key-replay.ts'
import { verificationColumn } from './features/audit/verification/verification-records.ts'
import { challengeColumn } from './features/authentication/passkeys/challenges.ts'
import { createPasskeyReplay } from './features/authentication/passkeys/passkey-replay.ts'
import type { RelyingParty } from './features/authentication/passkeys/relying-party.ts'
import { isSignedByOneOf } from './features/authentication/passkeys/signed-challenges.ts'
import type { StoredAssertion } from './features/authentication/passkeys/stored-assertion.ts'
import {
  accessTokenKeyColumn,
  refreshTokenColumn,
} from './features/authentication/sessions/session-proofs.ts'
import { createSessionReplay } from './features/authentication/sessions/session-replay.ts'
import { createApprovalReplay } from './features/control/approvals/approval-replay.ts'
import { linkHalfColumn } from './features/control/approvals/link-halves.ts'
import { createDecisionReplay } from './features/control/decision-replay.ts'
import { createFoundingReplay } from './features/control/founding/founding-replay.ts'
import { createPolicyReplay } from './features/control/policy/policy-replay.ts'
import {
  batchReleases,
  createTransferReplay,
  transferReleases,
} from './features/transfers/transfer-replay.ts'
import { secretReleases } from './features/wallets/secret-releases.ts'
import type { ReplayPart } from './platform/audit-proofs/replay.ts'
import type { Proofs } from './platform/proofs/proofs.ts'
import { provenColumnReplay } from './platform/proofs/proven-column-replay.ts'
import { provenTableReplay } from './platform/proofs/proven-table-replay.ts'
import { createRollbackReplay } from './platform/register/rollback-replay.ts'
import { provenTables } from './proven-tables.ts'

/**
 * Everything that is replayed from the audit log, and the rows with a proof of their own. Passkeys come before the votes that
 * they signed, and people and votes before what was released by them.
 */
export function replayParts(proofs: Proofs | undefined): ReplayPart[] {
  const administrators = createAdministratorReplay()
  const passkeys = createPasskeyReplay()
  const approvals = createApprovalReplay({
    passkeysOf: passkeys.passkeysOf,
    isSigned: (state, assertion, challenge, party) =>
      isSignedByOneOf(state, assertion as StoredAssertion, challenge, party as RelyingParty),
  })
  const { people } = administrators
  const { votesOn } = approvals
  return [
    administrators.part,
    createApiKeyReplay(),
    passkeys.part,
    createPolicyReplay(),
    createFoundingReplay(),
    approvals.part,
    createSessionReplay(proofs),
    ...[refreshTokenColumn, accessTokenKeyColumn, challengeColumn, linkHalfColumn, verificationColumn].map(
      (column) => provenColumnReplay(column, proofs),
    ),
    createRollbackReplay(proofs),
    createTransferReplay(proofs),
    createDecisionReplay(proofs, [secretReleases, transferReleases, batchReleases], { people, votesOn }),
    ...provenTables.map((table) => provenTableReplay(table, proofs)),
  ]
}
