import type { Network } from '../money/networks.ts'

/** Where the part of an address begins that says whose it is. */
function coreFrom(network: Network, address: string): number {
  if (network === 'bitcoin') return address.startsWith('bc1') ? 4 : 1
  return { ethereum: 2, tron: 1, solana: 0, ton: 2 }[network]
}

/** An address without its prefix, as it is compared: in hexadecimal the case means nothing. */
export function coreOf(network: Network, address: string): string {
  const core = address.slice(coreFrom(network, address))
  return network === 'ethereum' ? core.toLowerCase() : core
}

interface Ends {
  leading: number
  trailing: number
}

/** How many characters are equal at both ends; no character counts twice. */
export function equalEnds(a: string, b: string): Ends {
  const most = Math.min(a.length, b.length)
  let leading = 0
  while (leading < most && a[leading] === b[leading]) leading++
  let trailing = 0
  while (trailing < most - leading && a.at(-1 - trailing) === b.at(-1 - trailing)) trailing++
  return { leading, trailing }
}

/** A piece of an address, and whether the other one has it at the same end. */
export interface ComparedPiece {
  text: string
  isEqual: boolean
}

/** An address in pieces: its prefix, what both begin with, what differs, and what both end with. */
export function comparedWith(network: Network, address: string, other: string): ComparedPiece[] {
  const from = coreFrom(network, address)
  const hasPrefix = address.slice(0, from) === other.slice(0, coreFrom(network, other))
  const { leading, trailing } = equalEnds(coreOf(network, address), coreOf(network, other))
  const end = address.length - trailing
  return [
    { text: address.slice(0, from), isEqual: hasPrefix },
    { text: address.slice(from, from + leading), isEqual: true },
    { text: address.slice(from + leading, end), isEqual: false },
    { text: address.slice(end), isEqual: true },
  ].filter(({ text }) => text !== '')
}
