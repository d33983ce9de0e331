import type { IncomingMessage } from 'node:http'
import { Failure } from '../../errors.ts'

const slash = 0x2f
/** A name or an address, and a port. Two Host headers arrive joined by a comma, which is part of neither. */
const wellFormed = /^(?:[A-Za-z0-9._~-]{1,255}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/

/**
 * Says why a request does not name the host it is for in exactly one way (RFC 9112, 3.2). Such a request may mean
 * different hosts to a proxy and to the service. Nearly all requests name the same host as the one before.
 */
export function createHostCheck(): (request: IncomingMessage) => Failure | undefined {
  let known: string | undefined

  return ({ headers: { host }, httpVersionMajor, httpVersionMinor, url = '' }) => {
    if (httpVersionMajor !== 1) return unreadable('This version of HTTP is not supported.')
    if (host === undefined) {
      return httpVersionMinor === 0 ? undefined : unreadable('The Host header is missing.')
    }
    if (host !== known) {
      if (!wellFormed.test(host)) return unreadable('There must be one valid Host header.')
      known = host
    }
    if (url.charCodeAt(0) !== slash && isForAnother(host, url)) {
      return unreadable('The Host header and the request target name different hosts.')
    }
    return undefined
  }
}

/** Whether a target with a host, as proxies get it, names another one. */
function isForAnother(host: string, url: string): boolean {
  const authority = /^https?:\/\/([^/?#]*)/i.exec(url)?.[1]
  return authority !== undefined && authority.toLowerCase() !== host.toLowerCase()
}

function unreadable(detail: string): Failure {
  return new Failure('unreadable', 'unreadable', detail)
}
