export interface Entry {
  account: string
  commodity: string
  /** Smallest units; a debit is positive. */
  amount: bigint
}

/** What is posted, such as a payment. */
export interface Fact {
  type: string
  id: string
}

export interface Posting {
  /** One posting for each fact and kind. `reversal` is for `reverse` only. */
  kind: string
  organizationId: string
  requestId?: string | null
  fact: Fact
  description: string
  /** When it happened. Its day in UTC is the day in the books. */
  at: Date
  /** They sum to zero per commodity. Those of nothing are left out. */
  entries: readonly Entry[]
}
