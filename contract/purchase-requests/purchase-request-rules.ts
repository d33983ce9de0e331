import { base58, base64, hex } from '@scure/base'
import type { PlainRuleCode } from '../api/faults.ts'
import { isZero } from '../money/decimal.ts'
import type { Network } from '../money/networks.ts'

/**
 * Each status and the statuses it may change to. The server enforces this table, and the console derives its buttons
 * from it.
 */
export const purchaseRequestTransitions = {
  new: ['in_review', 'cancelled'],
  in_review: ['approved', 'rejected', 'on_hold', 'cancelled'],
  on_hold: ['in_review', 'rejected', 'cancelled'],
  approved: ['paid', 'expired', 'cancelled'],
  expired: ['approved', 'paid', 'cancelled'],
  paid: ['completed', 'failed', 'refunded'],
  failed: ['completed', 'refunded'],
  completed: [],
  rejected: [],
  cancelled: [],
  refunded: [],
} as const satisfies Record<string, readonly string[]>

export type PurchaseRequestStatus = keyof typeof purchaseRequestTransitions

export const purchaseRequestStatuses = Object.keys(purchaseRequestTransitions) as PurchaseRequestStatus[]

export const purchaseRequestReasons = [
  'kyb',
  'documents',
  'compliance',
  'quote',
  'customer_request',
  'payment_not_received',
  'delivery_failed',
  'duplicate',
  'other',
] as const

export type PurchaseRequestReason = (typeof purchaseRequestReasons)[number]

/** The requirements of a status change. `permission: null` marks a change that only the service makes. */
export type MoveRule = {
  permission: 'requests:process' | 'requests:approve' | 'payments:write' | null
  /** Required fields. */
  needs: readonly MoveField[]
  /** Optional fields. Reason and comment are always optional. */
  takes: readonly MoveField[]
}

export const moveFields = [
  'reason_code',
  'quote_expires_at',
  'payment_reference',
  'received_amount',
  'received_at',
  'tx_hash',
  'delivered_at',
  'paid_at',
  'accept_underpayment',
] as const

export type MoveField = (typeof moveFields)[number]

/** What can block a step of a request. */
export const blockerCodes = [
  'kyb_not_approved',
  'organization_liquidated',
  'document_missing',
  'document_pending',
  'document_rejected',
  'document_expired',
  'wallet_missing',
  'wallet_retired',
  'address_removed',
  'address_not_allowed',
  'address_cooling_off',
  'destination_unproven',
  'approval_unproven',
  'quote_expired',
  'second_administrator',
  'underpaid',
  'foreign_payer',
  'payer_unknown',
  'not_on_statement',
  'screening_hit',
  'screening_stale',
  'screening_failed',
  'no_sanctions_list',
  'ownership_unexplained',
] as const

export type BlockerCode = (typeof blockerCodes)[number]

/** A blocker, with the values that a program needs to resolve it. */
export type Blocker = { code: BlockerCode; detail: string } & Record<string, string>

/** The rule of each status change, by the new status. */
export const purchaseRequestMoves: Record<Exclude<PurchaseRequestStatus, 'new'>, MoveRule> = {
  in_review: { permission: 'requests:process', needs: [], takes: [] },
  on_hold: { permission: 'requests:process', needs: ['reason_code'], takes: [] },
  approved: { permission: 'requests:approve', needs: [], takes: ['quote_expires_at'] },
  expired: { permission: null, needs: [], takes: [] },
  paid: {
    permission: 'payments:write',
    needs: ['payment_reference', 'received_amount'],
    takes: ['received_at'],
  },
  failed: { permission: 'requests:process', needs: ['reason_code'], takes: [] },
  completed: {
    permission: 'requests:process',
    needs: ['tx_hash'],
    takes: ['delivered_at', 'accept_underpayment'],
  },
  rejected: { permission: 'requests:approve', needs: ['reason_code'], takes: [] },
  cancelled: { permission: 'requests:process', needs: ['reason_code'], takes: [] },
  refunded: { permission: 'requests:approve', needs: ['reason_code'], takes: ['paid_at'] },
}

/** The rule of one status change. After a quote has expired, an approval needs a new one. */
export function moveRule(from: PurchaseRequestStatus, to: PurchaseRequestStatus): MoveRule | undefined {
  const allowed: readonly string[] = purchaseRequestTransitions[from]
  if (to === 'new' || !allowed.includes(to)) return undefined
  const rule = purchaseRequestMoves[to]
  return from === 'expired' && to === 'approved' ? { ...rule, needs: ['quote_expires_at'], takes: [] } : rule
}

/** The permission that is needed to set a status, whatever the current one is. */
export function movePermission(to: PurchaseRequestStatus): MoveRule['permission'] {
  return to === 'new' ? null : purchaseRequestMoves[to].permission
}

/** The statuses that the table and the caller's permissions allow next, in the table's order. */
export function allowedStatuses(
  from: PurchaseRequestStatus,
  permissions: ReadonlySet<string>,
): PurchaseRequestStatus[] {
  return purchaseRequestTransitions[from].filter((to) => {
    const permission = movePermission(to)
    return permission !== null && permissions.has(permission)
  })
}

/** The statuses in which a price and the terms can change: no money has come yet, and the request is not closed. */
export const openToTerms: readonly PurchaseRequestStatus[] = [
  'new',
  'in_review',
  'on_hold',
  'approved',
  'expired',
]

/**
 * The statuses in which money belongs to the request, and that of a completed one of which something is still owed. In any
 * other case it is kept as a credit of the organization.
 */
export const takesMoney: readonly PurchaseRequestStatus[] = ['approved', 'expired', 'paid', 'failed']

/** Whether money that comes now belongs to the request. */
export function acceptsMoney({
  status,
  totals,
}: {
  status: PurchaseRequestStatus
  totals: { outstanding_amount: string }
}): boolean {
  return takesMoney.includes(status) || (status === 'completed' && !isZero(totals.outstanding_amount))
}

/** The statuses in which coins are delivered. */
export const takesDeliveries: readonly PurchaseRequestStatus[] = ['paid', 'failed']

/** What a request waits for: money of the organization, or coins for it. One that is paid in part can wait for both. */
export const awaited = ['payment', 'delivery'] as const

/** The statuses in which money may be there to be paid back: also what is above the total of a completed request. */
export const takesRefunds: readonly PurchaseRequestStatus[] = ['paid', 'failed', 'completed', 'refunded']

/** The format of transaction hashes on each network, and the code of the fault. */
export const txHashForms: Record<Network, { pattern: RegExp; fault: PlainRuleCode }> = {
  bitcoin: { pattern: /^[0-9a-fA-F]{64}$/, fault: 'tx_hash_hex' },
  ethereum: { pattern: /^0x[0-9a-fA-F]{64}$/, fault: 'tx_hash_0x_hex' },
  tron: { pattern: /^[0-9a-fA-F]{64}$/, fault: 'tx_hash_hex' },
  // A signature of 64 bytes has at most 88 characters in base58, and 64 if all bytes are zero.
  solana: { pattern: /^[1-9A-HJ-NP-Za-km-z]{64,88}$/, fault: 'tx_hash_base58' },
  // 32 bytes: the last of the 43 Base64 characters has four bits, so only every fourth character is possible.
  ton: {
    pattern: /^([0-9a-fA-F]{64}|[A-Za-z0-9+/_-]{42}[AEIMQUYcgkosw048]=?)$/,
    fault: 'tx_hash_hex_or_base64',
  },
}

/**
 * One spelling of a transaction hash, so that the same transaction is found however it was typed: hexadecimal in lower case,
 * on ethereum with 0x, and the signature of solana as it is. The database computes the same (`usual_transaction`).
 */
export function usualTxHash(network: Network, value: string): string {
  if (network === 'solana') return value
  if (network === 'ton' && /^[A-Za-z0-9+/_-]{43}=?$/.test(value)) {
    const letters = value.slice(0, 43).replaceAll('-', '+').replaceAll('_', '/')
    return hex.encode(base64.decode(`${letters}=`))
  }
  return network === 'ethereum' && value !== ''
    ? `0x${value.replace(/^0x/i, '').toLowerCase()}`
    : value.toLowerCase()
}

export function isTxHash(network: Network, value: string): boolean {
  if (!txHashForms[network].pattern.test(value)) return false
  return network !== 'solana' || base58.decode(value).length === 64
}
