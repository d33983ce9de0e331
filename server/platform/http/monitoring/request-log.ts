import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { createLineWriter } from '../../log.ts'
import type { RequestScope } from '../../request-scope.ts'

/** The line of a request that took longer also says how much of it was the database. */
const slowMs = 1_000

/**
 * One line per request. Only these fields are written: no header, query or body ever is, because tokens, signatures,
 * names and passwords travel there.
 */
export function createRequestLog(log: Logger) {
  const info = createLineWriter(log, 'info')
  const warn = createLineWriter(log, 'warn')

  return function logRequest(request: FastifyRequest, reply: FastifyReply, elapsed: number): void {
    const { id, method, ip } = request
    const status = reply.statusCode
    const milliseconds = Math.round(elapsed * 10) / 10
    // The connection may be gone, and with it the address.
    const address = ip === undefined ? '' : `,"address":${quote(ip)}`
    const actorId = request.actor?.id
    const actor = actorId ? `,"actor":"${actorId}"` : ''
    const scope = request.scope as RequestScope | null
    const trace = scope?.trace ? `,"trace_id":"${scope.trace.id}"` : ''
    const database = scope && milliseconds > slowMs ? databaseFields(scope) : ''
    const write = status >= 500 ? warn : info
    write(
      `"request_id":"${id}","method":"${method}","path":${quote(pathOf(request.url))},"status":${status},"ms":${milliseconds}${address}${actor}${trace}${database},"msg":"request"`,
    )
  }
}

function databaseFields({ queries, queryMs, waitMs }: RequestScope): string {
  return `,"queries":${queries},"query_ms":${Math.round(queryMs)},"connection_wait_ms":${Math.round(waitMs)}`
}

function pathOf(url: string): string {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}

const plainText = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/

/** A JSON string of ASCII only. Nearly all paths need no escaping. */
function quote(text: string): string {
  return plainText.test(text) ? `"${text}"` : JSON.stringify(text).replace(/[^\0-\x7f]/g, escaped)
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
