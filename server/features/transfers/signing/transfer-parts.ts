import type { Logger } from 'pino'
import type { ReleaseGate } from '../../../platform/audit/release-gate.ts'
import type { Authorization } from '../../../platform/authorization/authorization.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Followers } from '../../../platform/followers.ts'
import type { Destinations } from '../../address-book/destination.ts'
import type { ChainNodes } from '../../chain-nodes/chain-node.ts'
import type { SigningSwitch } from '../../emergency-stop/signing-switch.ts'
import type { OrganizationRecords } from '../../organizations/organization-records.ts'
import type { OwnOrganizations } from '../../organizations/own-organizations.ts'
import type { SentDeliveries } from '../../purchase-requests/deliveries/sent-deliveries.ts'
import type { PurchaseRequestRecords } from '../../purchase-requests/purchase-request-records.ts'
import type { WalletSigner } from '../../wallets/wallet-signer.ts'
import type { BatchDecisions } from '../batch/batch-decisions.ts'
import type { OwnCoins } from '../stock/own-coins.ts'
import type { GenuineTransfers } from '../transfer/genuine-transfer.ts'
import type { SignatureApprovals } from '../transfer/signature-approvals.ts'
import type { SignedBefore } from '../transfer/signed-before.ts'
import type { TransferFollower } from '../transfer/transfer-follower.ts'
import type { TransferProofs } from '../transfer/transfer-proofs.ts'

/** What the services of this feature are made of. */
export interface TransferParts {
  db: Db
  now: () => Date
  log: Logger
  /** KONTOR_TRANSFERS */
  isEnabled: boolean
  organizations: Pick<OrganizationRecords, 'require' | 'list' | 'lock'>
  wallets: WalletSigner
  destinations: Destinations
  requests: PurchaseRequestRecords
  ownOrganizations: Pick<OwnOrganizations, 'companyOf' | 'demand'>
  deliveries: SentDeliveries
  ownCoins: OwnCoins
  genuine: GenuineTransfers
  followers: Followers<TransferFollower>
  signing: SigningSwitch
  nodes: ChainNodes
  authorization: Pick<Authorization, 'permit' | 'markStale' | 'demandJudged' | 'paymentRules'>
  approvalsOf: SignatureApprovals
  proofs: TransferProofs
  batches: BatchDecisions
  signedBefore: SignedBefore
  releaseGate: Pick<ReleaseGate, 'pass'>
}
