import { base64url } from '@scure/base'
import { type Network, networks } from '../../../../contract/money/networks.ts'
import { checkAddress, ethereumChecksum } from '../../../../contract/wallets/addresses.ts'

/**
 * One spelling for every way to write an address, so that equal addresses are equal texts. Case does not count where the
 * network ignores it: hexadecimal (whatever its EIP-55 checksum says) and bech32. It counts in base58, where another
 * case is another address.
 */
export function normalizeAddress(text: string): string {
  const address = text
    .replaceAll(/[\s\p{Cf}]+/gu, '')
    .replace(/^(bitcoin|ethereum|tron|solana|ton):(\/\/transfer\/)?/i, '')
    .split('?')[0] as string
  if (/^0x[0-9a-f]{40}$/i.test(address)) return ethereumChecksum(address.slice(2).toLowerCase())
  if (/^0x[0-9a-f]+$/i.test(address)) return address.toLowerCase()
  if (/^[a-z]{2,83}1[02-9ac-hj-np-z]{6,}$/i.test(address) && isOneCase(address)) return address.toLowerCase()
  return tonAccount(address) ?? address
}

function isOneCase(text: string): boolean {
  return text === text.toLowerCase() || text === text.toUpperCase()
}

/** TON writes one account in several ways; the raw form `workchain:hash` is the account itself. */
function tonAccount(text: string): string | undefined {
  const check = checkAddress('ton', text)
  if (!check.valid) return undefined
  const bytes = base64url.decode(check.address)
  const workchain = bytes[1] === 0xff ? -1 : 0
  return `${workchain}:${Buffer.from(bytes.subarray(2, 34)).toString('hex')}`
}

/** The networks on which the text is a valid address. Base58 addresses of Bitcoin and Tron exclude each other. */
export function networkOfAddress(text: string): Network | undefined {
  return networks.find((network) => checkAddress(network, text).valid)
}

// The abbreviations of OFAC and others for currencies of the networks that we know.
const networkByCurrency: Record<string, Network> = {
  XBT: 'bitcoin',
  BTC: 'bitcoin',
  ETH: 'ethereum',
  TRX: 'tron',
  SOL: 'solana',
  TON: 'ton',
}

/**
 * The network of an address that a list names with a currency. Tokens (USDT, USDC) exist on several networks: there, and
 * without a currency, the form of the address decides.
 */
export function networkOfCurrency(currency: string, address: string): Network | undefined {
  return networkByCurrency[currency.toUpperCase()] ?? networkOfAddress(address)
}
