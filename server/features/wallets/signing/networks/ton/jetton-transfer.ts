/**
 * What goes along with a payment of tokens, in nanoton, for the contracts on its way; most of it comes back. The wallet of the
 * token asks for some 0.02: gas of two of its contracts, five years of storage of a new one, and the messages.
 */
export const attachedTon = 50_000_000n

/** What of it the recipient is told with, so that it sees the comment: the least that is sent. */
export const notifyingTon = 1n

/** TEP-74: `transfer`. */
export const transferOperation = 0x0f8a7ea5
