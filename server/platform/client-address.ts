import ipaddr from 'ipaddr.js'

/**
 * What counts as one address: an IPv4 address, or the /64 of an IPv6 one, because one household or one rented server
 * owns all 2^64 addresses of it.
 */
export function countedAddress(address: string | null): string {
  if (address === null || !ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const { parts } = parsed as ipaddr.IPv6
  return `${parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}
