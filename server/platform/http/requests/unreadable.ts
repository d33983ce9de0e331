import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorResponse } from '../../../../contract/api/common.ts'

const timedOut = {
  statusLine: '408 Request Timeout',
  code: 'request_timeout',
  detail: 'The request was not sent in time.',
}
const unreadable = {
  statusLine: '400 Bad Request',
  code: 'unreadable',
  detail: 'The request could not be read.',
}
const headersTooLarge = {
  statusLine: '400 Bad Request',
  code: 'headers_too_large',
  detail: 'The address and the headers have more than 16 KiB together.',
}

/**
 * What is no HTTP at all (broken lines, headers over the limit, half a request) still gets a response of the declared
 * shape, with the headers of every response.
 */
export function respondToUnreadable(
  error: NodeJS.ErrnoException,
  socket: Socket,
  headers: Record<string, string>,
): void {
  const isTimeout = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  // Browsers open connections in advance: a response that nobody asked for would be taken for that of their next request.
  const isUnused = isTimeout && socket.bytesRead === 0
  if (error.code === 'ECONNRESET' || isUnused || !socket.writable || isResponding(socket)) {
    socket.destroy()
    return
  }
  const isLong = error.code === 'HPE_HEADER_OVERFLOW'
  const { statusLine, code, detail } = isTimeout ? timedOut : isLong ? headersTooLarge : unreadable
  const body: ErrorResponse = { code, detail, request_id: randomUUID() }
  const text = JSON.stringify(body)
  socket.end(
    [
      `HTTP/1.1 ${statusLine}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(text)}`,
      'connection: close',
      `x-request-id: ${body.request_id}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      '',
      text,
    ].join('\r\n'),
  )
}

/** Whether the response to an earlier request has begun: a second one would end up in the middle of it. */
function isResponding(socket: Socket & { _httpMessage?: ServerResponse | null }): boolean {
  return socket._httpMessage?.headersSent === true
}
