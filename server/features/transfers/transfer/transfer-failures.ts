import type { Network } from '../../../../contract/money/networks.ts'
import type { Blocker } from '../../../../contract/purchase-requests/purchase-request-rules.ts'
import { Failure } from '../../../platform/errors.ts'
import type { DestinationBlocker } from '../../address-book/destination.ts'
import type { PayerBlocker } from '../../purchase-requests/purchase-request-records.ts'

export function transferNotFound(): Failure {
  return new Failure('not_found', 'transfer_not_found', 'There is no such transfer.')
}

export function transfersDisabled(): Failure {
  return new Failure(
    'conflict',
    'transfers_disabled',
    'Transfers are switched off: KONTOR_TRANSFERS is not on.',
  )
}

/** `preparing` is a draft whose signature is decided and perhaps made, but not stored yet. */
export function statusNotAllowed(status: string, allowed: readonly string[]): Failure {
  return new Failure(
    'conflict',
    'transfer_status',
    `The transfer is '${status}', which does not allow this.`,
    {
      status,
      allowed,
    },
  )
}

export type TransferBlocker = DestinationBlocker | PayerBlocker | 'request_changed'

export function transferBlocked(blockers: readonly TransferBlocker[]): Failure {
  return new Failure('conflict', 'transfer_blocked', 'Nothing may be sent there now.', { blockers })
}

export function organizationStopped(blockers: readonly Blocker[]): Failure {
  const detail = 'Nothing leaves this organization but to its own wallets, until what blocks it is decided.'
  return new Failure('conflict', 'organization_stopped', detail, { blockers })
}

export function alreadySpent({ transfer_id, key }: { transfer_id: string; key: string }): Failure {
  return new Failure('conflict', 'already_spent', 'Another transfer spends the same.', {
    transfer_id,
    spend: key,
  })
}

export function replacesNothing(spends: readonly string[]): Failure {
  return new Failure(
    'conflict',
    'replaces_nothing',
    'It would spend nothing that the replaced transfer spends, so that both could be carried out.',
    { spends },
  )
}

export function nodeMissing(network: Network): Failure {
  return new Failure('conflict', 'node_missing', `There is no node of ${network}.`, { network })
}

export function qrTooLarge(characters: number, most: number): Failure {
  return new Failure('conflict', 'qr_too_large', 'The transaction does not fit into a QR code.', {
    characters,
    most,
  })
}

export function notEnoughCoins(context: {
  asset: string
  balance: string
  reserved: string
  needed: string
}): Failure {
  const { asset, balance, reserved, needed } = context
  const detail = `The wallet has ${balance} ${asset}, of which ${reserved} are being sent already: ${needed} more are not there.`
  return new Failure('conflict', 'not_enough_coins', detail, context)
}

export function noFuelWallet(network: Network): Failure {
  const detail = `No company of the desk has named another wallet that gives others the coin of ${network}.`
  return new Failure('conflict', 'no_fuel_wallet', detail, { network })
}

export function topUpOpen(transferId: string): Failure {
  return new Failure('conflict', 'top_up_open', 'There is an open top-up of this wallet.', {
    transfer_id: transferId,
  })
}

export function nodeConfirms(network: Network): Failure {
  return new Failure('conflict', 'node_confirms', `The node of ${network} says what became of it.`, {
    network,
  })
}

/** What the network has carried out is not known any more: the row was changed around the service. */
export function notAsSigned(id: string): Failure {
  return new Failure(
    'unavailable',
    'proof_invalid',
    'The service did not write this transfer as it is in the database, so nothing is recorded of it. Look on the network what its transaction did, release the transfer with evidence, and record the delivery by its transaction.',
    { kind: 'transfer_decision', id, retry_after: 60 },
  )
}
