/** The networks for which wallets can be created. */
export const networks = ['bitcoin', 'ethereum', 'tron', 'solana', 'ton'] as const
export type Network = (typeof networks)[number]
