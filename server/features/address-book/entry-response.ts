import type { Network } from '../../../contract/money/networks.ts'
import type { BookAddressResponse } from '../../../contract/wallets/address-book.ts'
import type { Standing } from '../../platform/proofs/proofs.ts'
import type { DestinationEvidence } from '../wallets/signing/decision.ts'
import type { EntryRow } from './address-book-tables.ts'
import type { Destination, DestinationBlocker } from './destination.ts'

/** What a wallet is as an entry of the book. */
interface OwnWallet {
  id: string
  organization_id: string
  network: Network
  address: string
  generation: number
  derivation_path: string
  created_at: Date
}

export function destinationOfEntry(row: EntryRow, standing: Standing): Destination {
  return {
    id: row.id,
    organizationId: row.organization_id,
    network: row.network,
    address: row.address,
    memo: row.memo,
    label: row.label,
    ownership: row.ownership,
    usableFrom: row.usable_from,
    removedAt: row.removed_at,
    standing,
    evidence: evidenceOf(row),
  }
}

function evidenceOf({ ownership, ...row }: EntryRow): DestinationEvidence {
  const { proof_message: message, proof_signature: signature, proof_public_key: public_key } = row
  if (ownership === 'declared' || message === null || signature === null) return { ownership: 'declared' }
  return { ownership, message, signature, public_key }
}

export function destinationOfWallet(row: OwnWallet, standing: Standing): Destination {
  return {
    id: row.id,
    organizationId: row.organization_id,
    network: row.network,
    address: row.address,
    memo: null,
    label: null,
    ownership: 'own_wallet',
    usableFrom: row.created_at,
    removedAt: null,
    standing,
    evidence: { ownership: 'own_wallet', generation: row.generation, path: row.derivation_path },
  }
}

export function toEntryResponse(
  row: EntryRow,
  destination: Destination,
  blockers: DestinationBlocker[],
): BookAddressResponse {
  return {
    ...shared(destination, blockers),
    owner: row.owner,
    created_by: row.created_by_name,
    created_at: row.created_at.toISOString(),
  }
}

export function toWalletEntryResponse(
  row: OwnWallet,
  destination: Destination,
  blockers: DestinationBlocker[],
): BookAddressResponse {
  return {
    ...shared(destination, blockers),
    owner: null,
    created_by: null,
    created_at: row.created_at.toISOString(),
  }
}

function shared(destination: Destination, blockers: DestinationBlocker[]) {
  const { id, organizationId, network, address, memo, label, ownership, usableFrom, removedAt } = destination
  return {
    id,
    organization_id: organizationId,
    network,
    address,
    memo,
    label,
    ownership,
    usable_from: usableFrom.toISOString(),
    is_usable: blockers.length === 0,
    blockers,
    removed_at: removedAt?.toISOString() ?? null,
  }
}
