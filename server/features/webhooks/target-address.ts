import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6
export type Network = [Address, number]

/** Non-public addresses that webhooks may be sent to: none, all, or the given networks. */
export type PrivateTargets = 'off' | 'on' | readonly Network[]

/** Parses the setting: `off`, `on`, or networks such as `10.1.0.0/16,127.0.0.1/32`; undefined if it is not valid. */
export function parsePrivateTargets(setting: string): PrivateTargets | undefined {
  if (setting === 'off' || setting === 'on') return setting
  const networks = setting.split(',').map((part) => part.trim())
  if (!networks.every((network) => ipaddr.isValidCIDR(network))) return undefined
  return networks.map((network) => ipaddr.parseCIDR(network))
}

/** Whether a webhook may be sent to this address. */
export function isAllowedTarget(address: string, privateTargets: PrivateTargets): boolean {
  if (isIP(address) === 0) return false
  // An IPv4 address mapped to IPv6, such as ::ffff:127.0.0.1, is checked as IPv4.
  const target = ipaddr.process(address)
  if (isPublic(target) || privateTargets === 'on') return true
  if (privateTargets === 'off') return false
  return privateTargets.some(
    ([network, bits]) => network.kind() === target.kind() && target.match(network, bits),
  )
}

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false
  // Global unicast is 2000::/3 (RFC 4291); the rest is not assigned.
  return address instanceof ipaddr.IPv4 || address.match(ipaddr.IPv6.parse('2000::'), 3)
}
