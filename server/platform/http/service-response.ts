import { type IncomingMessage, ServerResponse, validateHeaderName, validateHeaderValue } from 'node:http'

declare module 'http' {
  interface OutgoingMessage {
    /**
     * Builds the head of a message. Internal to Node, whose version this package pins; the test "has its request id and
     * the security headers" fails if it is no longer called.
     */
    _storeHeader(firstLine: string, headers?: Record<string, unknown>): void
    _header: string
    _headerSent: boolean
    /** Sends the head with the first part of the body. The benchmark "foundation" is slower if it is no longer called. */
    _send(
      data: string | Uint8Array,
      encoding?: BufferEncoding | null,
      callback?: (() => void) | null,
      byteLength?: number,
    ): boolean
    _writeRaw(
      data: string | Uint8Array,
      encoding?: BufferEncoding | null,
      callback?: (() => void) | null,
      byteLength?: number,
    ): boolean
  }
}

/** Three bytes are reserved for each character, so not for long ones. */
const shortText = 16 * 1024

/** A response with headers in the form in which they are sent: `name: value` and CRLF. */
export class ServiceResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  /** Headers of this response alone. Nobody checks them: only for values that cannot contain a line break. */
  headerLines = ''
}

/**
 * Gives every response these headers, unless it sets one of the same name itself. Node and Fastify check and copy each
 * header of each response, which for ten headers costs more than everything else that the service adds to a request.
 * These are checked once.
 */
export function responseWithDefaults(defaults: Readonly<Record<string, string>>): typeof ServiceResponse {
  const names = Object.keys(defaults)
  const lines = names.map((name) => {
    const value = defaults[name] as string
    validateHeaderName(name)
    validateHeaderValue(name, value)
    return `${name}: ${value}\r\n`
  })
  const all = lines.join('')

  /** `set` has lower-case names, whether it comes from Fastify or from `setHeader`. */
  function linesNotIn(set: Record<string, unknown> | undefined): string {
    if (set === undefined) return all
    let isReplaced = false
    for (const name of names) isReplaced ||= set[name] !== undefined
    if (!isReplaced) return all
    return lines.filter((_line, index) => set[names[index] as string] === undefined).join('')
  }

  return class<Request extends IncomingMessage> extends ServiceResponse<Request> {
    override _storeHeader(firstLine: string, headers?: Record<string, unknown>): void {
      super._storeHeader(firstLine + linesNotIn(headers) + this.headerLines, headers)
    }

    /** Node joins head and body to one string, which one Cyrillic letter makes twice as long and slow to encode. */
    override _send(
      data: string | Uint8Array,
      encoding?: BufferEncoding | null,
      callback?: (() => void) | null,
      byteLength?: number,
    ): boolean {
      const isShortText = typeof data === 'string' && data.length < shortText
      if (this._headerSent || !isShortText || (encoding && encoding !== 'utf8')) {
        return super._send(data, encoding, callback, byteLength)
      }
      const head = this._header
      const bytes = Buffer.allocUnsafe(head.length + data.length * 3)
      const headLength = bytes.write(head, 0, 'latin1')
      const length = headLength + bytes.write(data, headLength, 'utf8')
      this._headerSent = true
      return this._writeRaw(bytes.subarray(0, length), null, callback, length)
    }
  }
}
