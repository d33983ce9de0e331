import type { BookAddressResponse } from '../../../contract/address-book.ts'
import type { Network } from '../../../contract/networks.ts'
import type { EntryRow } from './address-book-tables.ts'
import type { Destination, DestinationBlocker } from './destination.ts'

/** What a wallet is as an entry of the book. */
interface OwnWallet {
  id: string
  organization_id: string
  network: Network
  address: string
  created_at: Date
}

export function destinationOfEntry(row: EntryRow): Destination {
  return {
    id: row.id,
    organizationId: row.organization_id,
    network: row.network,
    address: row.address,
    label: row.label,
    ownership: row.ownership,
    usableFrom: row.usable_from,
    removedAt: row.removed_at,
  }
}

export function destinationOfWallet(row: OwnWallet): Destination {
  return {
    id: row.id,
    organizationId: row.organization_id,
    network: row.network,
    address: row.address,
    label: null,
    ownership: 'own_wallet',
    usableFrom: row.created_at,
    removedAt: null,
  }
}

export function toEntryResponse(row: EntryRow, blockers: DestinationBlocker[]): BookAddressResponse {
  return {
    ...shared(destinationOfEntry(row), blockers),
    owner: row.owner,
    created_by: row.created_by_name,
    created_at: row.created_at.toISOString(),
  }
}

export function toWalletEntryResponse(row: OwnWallet, blockers: DestinationBlocker[]): BookAddressResponse {
  return {
    ...shared(destinationOfWallet(row), blockers),
    owner: null,
    created_by: null,
    created_at: row.created_at.toISOString(),
  }
}

function shared(destination: Destination, blockers: DestinationBlocker[]) {
  const { id, organizationId, network, address, label, ownership, usableFrom, removedAt } = destination
  return {
    id,
    organization_id: organizationId,
    network,
    address,
    label,
    ownership,
    usable_from: usableFrom.toISOString(),
    is_usable: blockers.length === 0,
    blockers,
    removed_at: removedAt?.toISOString() ?? null,
  }
}
