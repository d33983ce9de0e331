import { createAdministratorReplay } from '../server/features/administrators/administrator-replay.ts'
import { createApiKeyReplay } from '../server/features/administrators/api-key-replay.ts'
import { createPasskeyReplay } from '../server/features/authentication/passkeys/passkey-replay.ts'
import type { RelyingParty } from '../server/features/authentication/passkeys/relying-party.ts'
import { isSignedByOneOf } from '../server/features/authentication/passkeys/signed-challenges.ts'
import type { StoredAssertion } from '../server/features/authentication/passkeys/stored-assertion.ts'
import { createSessionReplay } from '../server/features/authentication/sessions/session-replay.ts'
import { createApprovalReplay } from '../server/features/control/approvals/approval-replay.ts'
import { createLinkHalfReplay } from '../server/features/control/approvals/link-half-replay.ts'
import { createDecisionReplay } from '../server/features/control/decision-replay.ts'
import { createFoundingReplay } from '../server/features/control/founding/founding-replay.ts'
import { createPolicyReplay } from '../server/features/control/policy/policy-replay.ts'
import { createTransferReplay, transferReleases } from '../server/features/transfers/transfer-replay.ts'
import { secretReleases } from '../server/features/wallets/secret-releases.ts'
import type { ReplayPart } from '../server/platform/audit-proofs/replay.ts'
import type { Proofs } from '../server/platform/proofs/proofs.ts'
import { provenTableReplay } from '../server/platform/proofs/proven-table-replay.ts'
import { provenTables } from '../server/proven-tables.ts'

/**
 * Everything that is replayed from the audit log, and the rows with a proof of their own. Passkeys come before the votes that
 * they signed.
 */
export function replayParts(proofs: Proofs | undefined): ReplayPart[] {
  const passkeys = createPasskeyReplay()
  return [
    createAdministratorReplay(),
    createApiKeyReplay(),
    passkeys.part,
    createPolicyReplay(),
    createFoundingReplay(),
    createApprovalReplay({
      passkeysOf: passkeys.passkeysOf,
      isSigned: (state, assertion, challenge, party) =>
        isSignedByOneOf(state, assertion as StoredAssertion, challenge, party as RelyingParty),
    }),
    createLinkHalfReplay(proofs),
    createSessionReplay(proofs),
    createTransferReplay(proofs),
    createDecisionReplay(proofs, [secretReleases, transferReleases]),
    ...provenTables.map((table) => provenTableReplay(table, proofs)),
  ]
}
