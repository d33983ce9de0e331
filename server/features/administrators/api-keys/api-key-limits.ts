import ipaddr from 'ipaddr.js'
import { type Fault, fault } from '../../../../contract/api/faults.ts'
import { Invalid } from '../../../platform/errors.ts'

export type Network = ReturnType<typeof ipaddr.parseCIDR>

const defaultYears = 1
const mostYears = 2

/** When a new key ends: as asked, at most two years from now; one year if nothing was asked. */
export function expiryOf(asked: string | null | undefined, at: Date): Date {
  if (asked === null || asked === undefined) return inYears(at, defaultYears)
  const expiry = new Date(asked)
  const loc = ['body', 'expires_at']
  if (expiry <= at) throw new Invalid([fault(loc, 'in_past')])
  if (expiry > inYears(at, mostYears)) throw new Invalid([fault(loc, 'expiry_too_late')])
  return expiry
}

function inYears(at: Date, years: number): Date {
  const date = new Date(at)
  date.setUTCFullYear(date.getUTCFullYear() + years)
  return date
}

/** Networks in the form in which they are stored, such as 203.0.113.0/24; null if the key may be used from anywhere. */
export function normalizeNetworks(asked: readonly string[] | null | undefined): string[] | null {
  if (asked === null || asked === undefined) return null
  const faults: Fault[] = []
  const networks = asked.map((text, index) => {
    const network = normalized(text.trim())
    if (network === undefined) faults.push(fault(['body', 'networks', index], 'network_format'))
    return network
  })
  if (faults.length > 0) throw new Invalid(faults)
  return [...new Set(networks as string[])]
}

function normalized(text: string): string | undefined {
  if (!ipaddr.isValidCIDR(text)) return undefined
  const [address, bits] = ipaddr.parseCIDR(text)
  if (address instanceof ipaddr.IPv4) {
    // `10.1/16` is an address with four parts for this library, but not for people.
    if (!/^\d+(\.\d+){3}\//.test(text)) return undefined
    return `${ipaddr.IPv4.networkAddressFromCIDR(text)}/${bits}`
  }
  // Addresses of clients are compared as IPv4 if they are IPv4 mapped to IPv6: such a network would never match.
  if (address.isIPv4MappedAddress()) return undefined
  return `${ipaddr.IPv6.networkAddressFromCIDR(text)}/${bits}`
}

export function parseNetworks(networks: readonly string[] | null): Network[] | null {
  return networks?.map((network) => ipaddr.parseCIDR(network)) ?? null
}

/** Whether a client may use a key with these networks. */
export function isFromNetworks(networks: readonly Network[] | null, address: string | null): boolean {
  if (networks === null) return true
  if (address === null || !ipaddr.isValid(address)) return false
  const client = ipaddr.process(address)
  return networks.some(([network, bits]) => network.kind() === client.kind() && client.match(network, bits))
}
