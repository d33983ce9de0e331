import { getAddress, Interface } from 'ethers'
import { assetsOn, contractOf } from '../../../contract/money/assets.ts'
import type { WalletKey } from '../../../server/features/wallets/derivation/derivation.ts'
import type { SignedTransaction, UnsignedOn } from '../../../server/features/wallets/signing/model.ts'
import { ethereum } from '../../../server/features/wallets/signing/networks/ethereum.ts'
import { fc } from '../../support/cases/properties.ts'
import { accounts, ethereumKeys } from './wallet-keys.ts'

type Unsigned = UnsignedOn<'ethereum'>

export const gwei = 10n ** 9n
export const from = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
export const to = '0xdf90deA0E0bf5cA6D2A7F0cB86874BA6714F463E'

export const coins: Unsigned = {
  network: 'ethereum',
  asset: 'ETH',
  from,
  to,
  amount: 10n ** 18n,
  feeCeiling: 21_000n * 30n * gwei,
  nonce: 7n,
  maxFeePerGas: 30n * gwei,
  maxPriorityFeePerGas: gwei,
  balance: 2n * 10n ** 18n,
  tokenBalance: null,
}

export const tokens: Unsigned = {
  ...coins,
  asset: 'USDT',
  amount: 1_500_000n,
  feeCeiling: 100_000n * 30n * gwei,
  tokenBalance: 2_000_000n,
}

export const erc20 = new Interface(['function transfer(address to, uint256 value)'])

const upTo = (max: bigint) => fc.bigInt({ min: 0n, max })

/** Payments that are not refused, and the key of the wallet that pays. */
export const payments = fc
  .record({
    key: ethereumKeys,
    recipient: accounts,
    asset: fc.constantFrom(...assetsOn('ethereum')),
    amount: fc.bigInt({ min: 1n, max: 2n ** 255n }),
    nonce: upTo(2n ** 53n - 1n),
    maxFeePerGas: fc.bigInt({ min: 1n, max: 10n ** 15n }),
    priority: upTo(100n),
    spare: upTo(10n ** 20n),
    isAll: fc.boolean(),
  })
  .map(({ key, recipient, asset, amount, nonce, maxFeePerGas, priority, spare, isAll }) => {
    const isToken = asset !== 'ETH'
    const cost = (isToken ? 100_000n : 21_000n) * maxFeePerGas
    const balance = (isToken ? 0n : amount) + cost + (isAll ? 0n : spare)
    const unsigned: Unsigned = {
      network: 'ethereum',
      asset: asset as Unsigned['asset'],
      from: key.address,
      to: getAddress(recipient),
      amount: isAll ? 'all' : amount,
      feeCeiling: cost,
      nonce,
      maxFeePerGas,
      maxPriorityFeePerGas: (maxFeePerGas * priority) / 100n,
      balance,
      tokenBalance: isToken ? amount + (isAll ? 0n : spare) : null,
    }
    return { key, unsigned, amount }
  })

export function signed(unsigned: Unsigned, key: WalletKey): SignedTransaction {
  const planned = ethereum.plan(unsigned)
  return { ...planned, ...ethereum.sign(unsigned, planned, key) }
}

/** The fields of the transaction, as other libraries take them. */
export function fieldsOf({ asset, to, nonce, maxFeePerGas, maxPriorityFeePerGas }: Unsigned, amount: bigint) {
  return {
    chainId: 1n,
    nonce: Number(nonce),
    maxFeePerGas,
    maxPriorityFeePerGas,
    gasLimit: asset === 'ETH' ? 21_000n : 100_000n,
    to: asset === 'ETH' ? to : contractOf('ethereum', asset),
    value: asset === 'ETH' ? amount : 0n,
    data: asset === 'ETH' ? '0x' : erc20.encodeFunctionData('transfer', [to, amount]),
  }
}
