import { provenEntries } from './features/address-book/entry-proofs.ts'
import {
  administratorTable,
  apiKeyTable,
  identityTable,
  linkTable,
  recoveryCodeTable,
} from './features/administrators/accounts/proven-people.ts'
import { verificationColumn } from './features/audit/verification/verification-records.ts'
import { challengeColumn } from './features/authentication/passkeys/challenges.ts'
import { passkeyTable } from './features/authentication/passkeys/proven-passkeys.ts'
import {
  accessTokenKeyColumn,
  refreshTokenColumn,
  sessionColumn,
} from './features/authentication/sessions/session-proofs.ts'
import { closingTable } from './features/books/closing-store.ts'
import { countedTable } from './features/control/acts/counted-acts.ts'
import { linkHalfColumn } from './features/control/approvals/link-halves.ts'
import { approvalTable, voteTable } from './features/control/approvals/proven-approvals.ts'
import { foundingTable } from './features/control/founding/founding-store.ts'
import { policyTable } from './features/control/policy/policy-store.ts'
import { signingTable } from './features/emergency-stop/signing-store.ts'
import { provenOwnOrganizations } from './features/organizations/own-organizations.ts'
import { provenPaymentFiles } from './features/payment-files/file-proofs.ts'
import { provenRequestDecisions } from './features/purchase-requests/request/request-decisions.ts'
import { provenBatches } from './features/transfers/batch/batch-decisions.ts'
import { transferColumns } from './features/transfers/transfer/transfer-proofs.ts'
import { provenSecretDecisions, provenSeeds, provenWallets } from './features/wallets/wallet-proofs.ts'
import type { ProvenColumn } from './platform/proofs/proven-column.ts'
import type { ProvenTable } from './platform/proofs/proven-table.ts'
import { rollbackColumn } from './platform/register/rollbacks.ts'

/** Tables of who somebody is, which a restore changes. */
export const peopleTables: readonly ProvenTable[] = [
  administratorTable,
  recoveryCodeTable,
  passkeyTable,
  identityTable,
  apiKeyTable,
  linkTable,
]

/** Every table whose rows are proven by a declaration, for the start, the verification and the tests of inventions. */
export const provenTables: readonly ProvenTable[] = [
  ...peopleTables,
  policyTable,
  foundingTable,
  approvalTable,
  voteTable,
  provenSeeds,
  provenWallets,
  provenEntries,
  provenRequestDecisions,
  provenSecretDecisions,
  countedTable,
  signingTable,
  closingTable,
  provenOwnOrganizations,
  provenBatches,
  provenPaymentFiles,
]

/** Every other column of proofs. */
export const provenColumns: readonly ProvenColumn[] = [
  sessionColumn,
  refreshTokenColumn,
  accessTokenKeyColumn,
  challengeColumn,
  ...transferColumns,
  linkHalfColumn,
  rollbackColumn,
  verificationColumn,
]
