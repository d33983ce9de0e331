import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { ErrorResponse } from '../../../contract/common.ts'

/** What is no HTTP at all (broken lines, headers over the limit) still gets a response of the declared shape. */
export function respondToUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const body: ErrorResponse = {
    code: 'unreadable',
    detail: 'The request could not be read.',
    request_id: randomUUID(),
  }
  const text = JSON.stringify(body)
  socket.end(
    [
      'HTTP/1.1 400 Bad Request',
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(text)}`,
      'connection: close',
      '',
      text,
    ].join('\r\n'),
  )
}
