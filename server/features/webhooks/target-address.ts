import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6
export type Network = [Address, number]

/** Which addresses beyond the public internet a webhook may reach: none, all, or the networks named. */
export type PrivateTargets = 'off' | 'on' | readonly Network[]

/** Reads the setting: `off`, `on`, or networks such as `10.1.0.0/16,127.0.0.1/32`; undefined when it is none. */
export function parsePrivateTargets(setting: string): PrivateTargets | undefined {
  if (setting === 'off' || setting === 'on') return setting
  const networks = setting.split(',').map((part) => part.trim())
  if (!networks.every((network) => ipaddr.isValidCIDR(network))) return undefined
  return networks.map((network) => ipaddr.parseCIDR(network))
}

/** Whether a webhook may be sent to this address. */
export function isAllowedTarget(address: string, privateTargets: PrivateTargets): boolean {
  if (isIP(address) === 0) return false
  // ::ffff:127.0.0.1 is the loopback address in another dress.
  const target = ipaddr.process(address)
  if (isPublic(target) || privateTargets === 'on') return true
  if (privateTargets === 'off') return false
  return privateTargets.some(
    ([network, bits]) => network.kind() === target.kind() && target.match(network, bits),
  )
}

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false
  // Global unicast is 2000::/3 (RFC 4291); whatever else no registry names is nobody's yet.
  return address instanceof ipaddr.IPv4 || address.match(ipaddr.IPv6.parse('2000::'), 3)
}
