import { isObject } from '../../../contract/api/common.ts'
import { coins, type PurchaseAsset } from '../../../contract/money/assets.ts'
import { isDecimal, parseDecimal } from '../../../contract/money/decimal.ts'
import type { Network } from '../../../contract/money/networks.ts'
import { withoutEmpty } from '../../shared/forms/form-values.ts'
import { parseAmount } from '../../shared/values/amounts.ts'
import { toBaseUnits } from '../intent/base-units.ts'

interface Kind {
  network: Network
  asset: PurchaseAsset
  locale: string
}

type Values = Record<string, unknown>
type Read = (typed: string) => unknown

const gwei = 9

/**
 * The inputs of the contract from a form in which people type what explorers show: amounts in coins, gas prices in gwei.
 * What cannot be read stays as it is, so that the check of the body reports it at its field.
 */
export function inputsOf(typed: unknown, { network, asset, locale }: Kind): Values {
  const given = isObject(typed) ? withoutEmpty(typed) : {}
  const units = (of: PurchaseAsset): Read => {
    return (text) => String(toBaseUnits(parseAmount(text, locale), of, network) ?? text)
  }
  const wei: Read = (text) => {
    const amount = parseAmount(text, locale)
    if (!isDecimal(amount)) return text
    const { digits, places } = parseDecimal(amount)
    return places > gwei ? text : String(digits * 10n ** BigInt(gwei - places))
  }
  const readers: Record<string, Read> = {
    nonce: network === 'ethereum' ? whole : (text) => text,
    seqno: whole,
    balance: units(coins[network]),
    token_balance: units(asset),
    recipient_balance: units(coins[network]),
    max_fee_per_gas: wei,
    max_priority_fee_per_gas: wei,
    fee_rate: (text) => parseAmount(text, locale),
    recipient_token_account: (text) => (text === 'yes' || text === 'no' ? text === 'yes' : text),
  }
  const read = Object.entries(given).map(([name, value]) => {
    if (name === 'previous' && Array.isArray(value)) return [name, value.map(previousOf)]
    return [name, typeof value === 'string' ? (readers[name]?.(value.trim()) ?? value.trim()) : value]
  })
  return { [network]: Object.fromEntries(read) }
}

function whole(text: string): unknown {
  return /^\d{1,15}$/.test(text) ? Number(text) : text
}

/** `0, 2` are the first and the third output. */
function previousOf(one: unknown): unknown {
  if (!isObject(one)) return one
  const { transaction, outputs } = one
  return {
    ...(typeof transaction === 'string' && { transaction: transaction.replaceAll(/\s/g, '') }),
    outputs: String(outputs ?? '')
      .split(/[\s,;]+/)
      .filter(Boolean)
      .map(whole),
  }
}

/** Outputs are one field: what is wrong with one of them is said of all. */
export function withOutputErrors(errors: Values): Values {
  const { bitcoin } = isObject(errors.inputs) ? errors.inputs : {}
  const previous = isObject(bitcoin) && isObject(bitcoin.previous) ? Object.values(bitcoin.previous) : []
  for (const one of previous) {
    if (isObject(one) && isObject(one.outputs)) one.outputs = Object.values(one.outputs)[0]
  }
  return errors
}

/** The fields of each network, in the order in which they are asked for. Bitcoin has a form of its own. */
export function fieldsOf({ network, asset }: Pick<Kind, 'network' | 'asset'>): InputField[] {
  const coin = coins[network]
  const token: InputField[] = asset === coin ? [] : [{ name: 'token_balance', unit: asset }]
  switch (network) {
    case 'bitcoin':
      return [{ name: 'fee_rate', unit: 'sat/vB' }]
    case 'ethereum':
      return [
        { name: 'nonce' },
        { name: 'max_fee_per_gas', unit: 'gwei' },
        { name: 'max_priority_fee_per_gas', unit: 'gwei' },
        { name: 'balance', unit: coin },
        ...token,
      ]
    case 'tron':
      return [{ name: 'block_id' }, { name: 'balance', unit: coin }, ...token]
    case 'solana':
      return [
        { name: 'blockhash', isOptional: true },
        { name: 'nonce_account', isOptional: true },
        { name: 'nonce', isOptional: true },
        { name: 'balance', unit: coin },
        ...token,
        asset === coin
          ? { name: 'recipient_balance', unit: coin }
          : { name: 'recipient_token_account', isChoice: true },
      ]
    case 'ton':
      return [{ name: 'seqno' }, { name: 'balance', unit: coin }, ...token]
  }
}

export interface InputField {
  name: string
  unit?: string
  isOptional?: boolean
  /** Yes or no. */
  isChoice?: boolean
}
