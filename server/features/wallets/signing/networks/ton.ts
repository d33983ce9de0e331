import type { NetworkSigner } from '../model.ts'
import { signTon } from './ton/message.ts'
import { planTon } from './ton/plan.ts'
import { checkTon } from './ton/signed-check.ts'

/** TON from a wallet v4R2 (github.com/ton-blockchain/wallet-contract). The first transaction deploys the wallet. */
export const ton: NetworkSigner<'ton'> = { plan: planTon, sign: signTon, check: checkTon }
