import type { FileCode } from '../../../../contract/api/error-codes.ts'
import { type Fault, fault, type ValuesOfCode } from '../../../../contract/api/faults.ts'
import { mostChainRows } from '../../../../contract/books/chain-lines.ts'
import { assetDecimals, coins, type PurchaseAsset, tokensOn } from '../../../../contract/money/assets.ts'
import {
  canonicalDecimal,
  decimalPlaces,
  integerDigits,
  isDecimal,
  isZero,
  maxIntegerDigits,
} from '../../../../contract/money/decimal.ts'
import { type Network, networks } from '../../../../contract/money/networks.ts'
import { isTxHash, usualTxHash } from '../../../../contract/purchase-requests/purchase-request-rules.ts'
import { accountOf } from '../../../../contract/wallets/addresses.ts'
import { splitRecord } from '../../../platform/csv-record.ts'
import { decodeRussian, russianEncodings } from '../../../platform/russian-text.ts'
import type { Turn } from '../../../platform/turns.ts'
import type { FoundLine } from './chain-line-store.ts'

/** The file cannot be imported. The message says why, and where. */
export class ChainFileRefused extends Error {
  override name = 'ChainFileRefused'
  readonly fault: Fault

  constructor(fault: Fault) {
    super(fault.msg)
    this.fault = fault
  }
}

function refused<C extends FileCode>(code: C, ...values: ValuesOfCode<C>): ChainFileRefused {
  return new ChainFileRefused(fault(['body', 'file'], code, ...values))
}

const required = ['time', 'network', 'wallet', 'asset', 'amount', 'tx_hash'] as const
const mostShown = 60
const earliest = Date.UTC(2009, 0, 3)

export interface ChainFile {
  lines: FoundLine[]
  /** Rows about tokens that are not in the table of assets. */
  ignored: number
}

/**
 * Reads a table whose rows are transactions of own wallets. `walletOf` knows them by network and address. Throws
 * ChainFileRefused for the first row that cannot be read: what is left out by mistake would be missing without anybody knowing.
 */
export async function readChainFile(
  bytes: Buffer,
  {
    walletOf,
    latest,
    turn,
  }: {
    walletOf: (network: Network, address: string) => string | undefined
    latest: Date
    turn: Turn
  },
): Promise<ChainFile> {
  const { text, line: badLine } = decodeRussian(bytes)
  if (text === undefined) throw refused('chain_csv_encoding', { line: badLine, encoding: russianEncodings })
  const rows = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  const [heading = ''] = rows
  const separator = [';', '\t', ','].find((one) => heading.includes(one))
  if (separator === undefined) throw refused('chain_csv_format')
  const names = fieldsOf(heading, separator, 1).map((name) => name.trim().toLowerCase())
  if (required.some((name) => !names.includes(name))) throw refused('chain_csv_format')
  if (rows.at(-1) !== '') throw refused('chain_csv_cut_off', { line: rows.length })
  if (rows.length - 2 > mostChainRows) throw refused('chain_csv_too_many', { rows: mostChainRows })
  const lines: FoundLine[] = []
  const firstOf = new Map<string, number>()
  let ignored = 0
  for (const [index, row] of rows.slice(1, -1).entries()) {
    await turn()
    const line = index + 2
    if (row.trim() === '') continue
    const fields = fieldsOf(row, separator, line)
    if (fields.length !== names.length) throw refused('chain_csv_row', { line })
    const value = (name: string) => (fields[names.indexOf(name)] ?? '').trim()
    const found = readRow(value, { line, walletOf, latest })
    if (found === undefined) {
      ignored += 1
      continue
    }
    const key = [found.wallet_id, found.tx_hash, found.asset, found.direction].join(' ')
    const first = firstOf.get(key)
    if (first !== undefined) throw refused('chain_csv_repeated', { line, first })
    firstOf.set(key, line)
    lines.push(found)
  }
  if (lines.length === 0 && ignored === 0) throw refused('chain_csv_format')
  return { lines, ignored }
}

function readRow(
  value: (name: string) => string,
  {
    line,
    walletOf,
    latest,
  }: {
    line: number
    walletOf: (network: Network, address: string) => string | undefined
    latest: Date
  },
): FoundLine | undefined {
  const wrong = (field: string, written: string) =>
    refused('chain_csv_value', { line, field, value: [...written].slice(0, mostShown).join('') })
  const network = networks.find((one) => one === value('network').toLowerCase())
  if (network === undefined) throw wrong('network', value('network'))
  const wallet = value('wallet')
  const walletId = walletOf(network, wallet)
  if (walletId === undefined) {
    const shown = [...wallet].slice(0, mostShown).join('')
    throw refused('chain_csv_wallet', { line, wallet: shown, network })
  }
  const time = instantOf(value('time'))
  if (time === undefined || time.getTime() < earliest || time > latest) throw wrong('time', value('time'))
  if (!isTxHash(network, value('tx_hash'))) throw wrong('transaction', value('tx_hash'))
  const asset = assetOf(network, value('asset'))
  if (asset === undefined) return undefined
  const amount = numberOf(value('amount'), assetDecimals(asset, network) ?? 0)
  if (amount === undefined) throw wrong(`amount of ${asset}`, value('amount'))
  const coinPlaces = assetDecimals(coins[network], network) ?? 0
  const fee = value('fee') === '' ? '0' : numberOf(value('fee'), coinPlaces)?.replace(/^-/, '')
  if (fee === undefined) throw wrong('fee', value('fee'))
  const isIncoming = !amount.startsWith('-') && !isZero(amount)
  const size = amount.replace(/^-/, '')
  // What a receipt cost was paid by its sender.
  const paid = isIncoming ? '0' : fee
  if (isZero(size) && isZero(paid)) throw wrong(`amount of ${asset}`, value('amount'))
  return {
    wallet_id: walletId,
    network,
    asset,
    direction: isIncoming ? 'incoming' : 'outgoing',
    amount: size,
    fee: paid,
    tx_hash: usualTxHash(network, value('tx_hash')),
    other_id: null,
    counterparty: shownText(value('counterparty')),
    at: time.toISOString(),
    position: null,
  }
}

/** The name of an asset, or the contract of a token: one with the same name and another contract is not it. */
function assetOf(network: Network, written: string): PurchaseAsset | undefined {
  const token = tokensOn(network).find(({ contract }) => isSameContract(network, contract, written))
  if (token) return token.asset
  const name = written.toUpperCase()
  return assetDecimals(name, network) === undefined ? undefined : (name as PurchaseAsset)
}

function isSameContract(network: Network, contract: string, written: string): boolean {
  if (network === 'ethereum') return contract.toLowerCase() === written.toLowerCase()
  return accountOf(network, contract) === accountOf(network, written)
}

/** With a sign, and a point or a comma. */
function numberOf(written: string, places: number): string | undefined {
  const [, sign = '', digits = ''] = /^([-+−]?)([0-9]+(?:[.,][0-9]+)?)$/.exec(written) ?? []
  const plain = digits.replace(',', '.').replace(/^0+(?=[0-9])/, '')
  if (!isDecimal(plain) || integerDigits(plain) > maxIntegerDigits) return undefined
  const size = canonicalDecimal(plain)
  if (decimalPlaces(size) > places) return undefined
  return (sign === '-' || sign === '−') && !isZero(size) ? `-${size}` : size
}

/** An instant, or what block explorers write, which is UTC. */
function instantOf(written: string): Date | undefined {
  const form = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:\d\d)?$/
  const [, day, time, zone = 'Z'] = form.exec(written) ?? []
  if (day === undefined || time === undefined) return undefined
  const at = new Date(`${day}T${time.replace(/(\.\d{3})\d+$/, '$1')}${zone}`)
  const isDay = new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) === true
  return Number.isNaN(at.getTime()) || !isDay ? undefined : at
}

/** Only shown, and foreign. */
function shownText(written: string): string | null {
  const visible = written.normalize('NFC').replaceAll(/[\p{C}\u2028\u2029]/gu, '')
  return [...visible.trim()].slice(0, 200).join('') || null
}

function fieldsOf(text: string, separator: string, line: number): string[] {
  const fields = splitRecord(text, separator)
  if (typeof fields === 'string') throw refused('chain_csv_row', { line })
  return fields
}
