import { type AssetOn, coins, contractOf } from '../../../../../../contract/money/assets.ts'
import { accountBits, type TonAccount, tonAccount } from './account.ts'
import { cellOf, type ReadCell } from './cell-reader.ts'

type Token = Exclude<AssetOn<'ton'>, typeof coins.ton>

/**
 * The code of the wallets of a token, by the hash of its cell. That of USDT is a library cell: it has no code of its own, but
 * names 8f452d7a4dfd74066b682365177259ed05734435be76b5fd4bd5d8af2b7c3d68, the compiled wallet of
 * github.com/ton-blockchain/stablecoin-contract.
 */
const codes: Readonly<Record<Token, string>> = {
  USDT: '89468f02c78e570802e39979c8516fc38df07ea76a48357e0536f2ba7b3ee37b',
}

/** A token has a contract; TON has none. */
export function isToken(asset: AssetOn<'ton'>): asset is Token {
  return asset !== coins.ton
}

/**
 * Where the tokens of an owner are: a contract, whose address is the hash of its initial state: the code, and as data the
 * status 0, the balance 0, the owner and the master. No node is asked.
 */
export function jettonWalletOf(owner: string, asset: Token): TonAccount {
  const code: ReadCell = { bits: '', refs: [], hash: Buffer.from(codes[asset], 'hex'), depth: 0 }
  const accounts = [owner, contractOf('ton', asset)].map((address) => accountBits(tonAccount(address)))
  const data = cellOf(`${'0'.repeat(4 + 4)}${accounts.join('')}`, [])
  return { workchain: 0, hash: cellOf('00110', [code, data]).hash, isBounceable: true }
}
