import type { Selectable } from 'kysely'
import type { Network } from '../../../contract/money/networks.ts'
import type { AddressOwnership } from '../../../contract/wallets/address-book.ts'

export interface AddressBookTables {
  address_book_entries: {
    id: string
    organization_id: string
    network: Network
    address: string
    account: string
    memo: string | null
    label: string
    owner: string
    ownership: Exclude<AddressOwnership, 'own_wallet'>
    proof_message: string | null
    proof_signature: string | null
    proof_public_key: string | null
    usable_from: Date
    compared_with: string[] | null
    created_by: string
    created_by_name: string
    created_at: Date
    removed_by: string | null
    removed_by_name: string | null
    removed_at: Date | null
    /** Null: not relied on. */
    proof: Buffer | null
    proof_revision: number
  }
  address_challenges: {
    id: string
    nonce: string
    organization_id: string
    network: Network
    account: string
    message: string
    created_at: Date
    expires_at: Date
    held_until: Date | null
    used_at: Date | null
  }
}

export type EntryRow = Selectable<AddressBookTables['address_book_entries']>
export type ChallengeRow = Selectable<AddressBookTables['address_challenges']>

declare module '../../platform/db/database.ts' {
  interface Tables extends AddressBookTables {}
}
