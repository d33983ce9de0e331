/** For what asks nodes: what they say of wallets is kept here. */
export { keepBalance, listUnchecked } from './wallet-balance-store.ts'
