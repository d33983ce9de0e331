import { base64url } from '@scure/base'
import type { Network } from '../money/networks.ts'
import { tonFriendly } from './addresses.ts'
import { coreOf, equalEnds } from './compared-addresses.ts'

/** How many characters must be equal at both ends together: a hexadecimal digit says less than one of base58. */
export function alikeFrom(network: Network): number {
  return network === 'ethereum' ? 7 : 5
}

/** The 17 versions of witness programs, as bech32 writes them. */
const witnessVersions = 'qpzry9x8gf2tvdw0s'
/** What accounts of a network begin with, whosever they are, in lower case. */
const prefixes: Readonly<Record<Network, readonly string[]>> = {
  bitcoin: ['1', '3', ...[...witnessVersions].map((version) => `bc1${version}`)],
  ethereum: ['0x'],
  tron: ['t'],
  solana: [''],
  ton: ['uq', 'uf'],
}

/**
 * The spellings of an account that people may have before them. The last characters of the two of TON differ, as they are a
 * checksum of all. It is linear: who compares both of one account with one of another has compared every pair.
 */
function spellingsOf(network: Network, account: string): string[] {
  if (network !== 'ton') return [account]
  const bytes = base64url.decode(account)
  return [account, tonFriendly(bytes[1] === 0xff ? -1 : 0, bytes.subarray(2, 34), true)]
}

/** Whether somebody who looks at both ends takes one account of a network for the other (`accountOf`). The same is not alike. */
export function looksAlike(network: Network, account: string, other: string): boolean {
  if (account === other) return false
  const core = coreOf(network, other)
  return spellingsOf(network, account).some((spelling) => {
    const { leading, trailing } = equalEnds(coreOf(network, spelling), core)
    return leading + trailing >= alikeFrom(network)
  })
}

/**
 * With what an account that looks like this one begins or ends, in lower case: of the equal characters, at least half are at
 * one end. More accounts do so than look alike, but few.
 */
export function endsToLookUp(network: Network, account: string): { starts: string[]; endings: string[] } {
  const half = Math.ceil(alikeFrom(network) / 2)
  const cores = spellingsOf(network, account).map((spelling) => coreOf(network, spelling).toLowerCase())
  return {
    starts: prefixes[network].map((prefix) => prefix + (cores[0] as string).slice(0, half)),
    endings: cores.map((core) => core.slice(-half)),
  }
}
