import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { createLineWriter } from '../log.ts'

/**
 * One line per request. Only these fields are written: no header, query or body ever is, because tokens, signatures,
 * names and passwords travel there.
 */
export function createRequestLog(log: Logger) {
  const info = createLineWriter(log, 'info')
  const warn = createLineWriter(log, 'warn')

  return function logRequest(request: FastifyRequest, reply: FastifyReply): void {
    const { id, method, ip } = request
    const status = reply.statusCode
    const milliseconds = Math.round(reply.elapsedTime * 10) / 10
    // The connection may be gone, and with it the address.
    const address = ip === undefined ? '' : `,"address":${quote(ip)}`
    const actorId = request.actor?.id
    const actor = actorId ? `,"actor":"${actorId}"` : ''
    const write = status >= 500 ? warn : info
    write(
      `"request_id":"${id}","method":"${method}","path":${quote(pathOf(request.url))},"status":${status},"ms":${milliseconds}${address}${actor},"msg":"request"`,
    )
  }
}

function pathOf(url: string): string {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}

const plainText = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/

/** A JSON string. Nearly all paths are plain ASCII, which needs no escaping. */
function quote(text: string): string {
  return plainText.test(text) ? `"${text}"` : JSON.stringify(text)
}
