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
  /** Null for what concerns the desk alone. */
  organizationId: string | null
  requestId?: string | null
  fact: Fact
  description: string
  /** When it happened. */
  at: Date
  /** The day in the books; that of `at` in the time zone of the installation unless given. */
  day?: string
  /**
   * On a day that is closed: what a person records is refused, and what the service must record goes to the first open day
   * and keeps its time.
   */
  ifClosed?: 'refuse' | 'first_open_day'
  /** They sum to zero per commodity. Those of nothing are left out. */
  entries: readonly Entry[]
}
