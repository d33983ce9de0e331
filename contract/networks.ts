/** The networks a wallet can be made for. `custody.ts` on the server knows how; everyone else only needs the names. */
export const networks = ['bitcoin', 'ethereum', 'tron', 'solana', 'ton'] as const
export type Network = (typeof networks)[number]
