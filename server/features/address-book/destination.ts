import type { Network } from '../../../contract/money/networks.ts'
import type { AddressOwnership, BookAddressResponse } from '../../../contract/wallets/address-book.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Standing } from '../../platform/proofs/proofs.ts'
import type { DestinationEvidence } from '../wallets/signing/decision.ts'
import type { TrustedAddresses } from './trusted-addresses.ts'

/** An address that coins of an organization may be sent to: an entry of its address book, or a current wallet of its own. */
export interface Destination {
  /** The id of the entry, or that of the wallet. */
  id: string
  organizationId: string
  network: Network
  address: string
  /** What a payment to it carries. */
  memo: string | null
  label: string | null
  ownership: AddressOwnership
  usableFrom: Date
  removedAt: Date | null
  /** Whether the service wrote it as it is. */
  standing: Standing
  /** What the thread that signs looks at once more. */
  evidence: DestinationEvidence
}

export type DestinationBlocker = BookAddressResponse['blockers'][number]

/** What features need to know that send coins somewhere. */
export interface Destinations {
  /** Undefined if there is no such entry or current wallet of this organization. `id` may be any text. */
  find(db: Db, organizationId: string, id: string): Promise<Destination | undefined>
  /** Before coins go there: 503 unless the service wrote it as it is. */
  demandProven(destination: Destination): void
  /** Makes sure that the address is compared with today's lists. Called outside of a transaction, before `blockersOf`. */
  catchUp(destination: Destination): Promise<void>
  /** Why nothing may be sent there now. Called in the transaction that acts. */
  blockersOf(db: Db, destination: Destination): Promise<DestinationBlocker[]>
  /** Throws if it looks like a trusted address, and nobody has compared them. Called before the policy is asked. */
  demandCompared: TrustedAddresses['demandCompared']
}
