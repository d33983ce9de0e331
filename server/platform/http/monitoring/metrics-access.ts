import { BlockList } from 'node:net'
import type { FastifyRequest } from 'fastify'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** What proxies add, besides X-Forwarded-… . */
const forwardingHeaders = new Set([
  'forwarded',
  'via',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-original-forwarded-for',
  'true-client-ip',
  'cf-connecting-ip',
  'fastly-client-ip',
])

/** Whether a program on this machine made the request. One that a proxy on this machine passes on comes from elsewhere. */
export function isFromThisMachine({ socket, headers }: Pick<FastifyRequest, 'socket' | 'headers'>): boolean {
  const { remoteAddress, remoteFamily } = socket
  if (remoteAddress === undefined) return false
  return (
    loopback.check(remoteAddress, remoteFamily === 'IPv6' ? 'ipv6' : 'ipv4') &&
    !Object.keys(headers).some((name) => name.startsWith('x-forwarded') || forwardingHeaders.has(name))
  )
}
