/** For what asks nodes: what they say of wallets is kept here. */
export { keepBalance, listBalances, listUnchecked } from './wallet-balance-store.ts'
