import ipaddr from 'ipaddr.js'

/**
 * The address for counting: an IPv4 address, or the /64 network of an IPv6 address, because a single household or server
 * usually owns a whole /64.
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
