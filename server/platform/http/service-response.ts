import { type IncomingMessage, ServerResponse, validateHeaderName, validateHeaderValue } from 'node:http'

declare module 'http' {
  interface OutgoingMessage {
    /**
     * Builds the head of a message. Internal to Node, whose version this package pins; the test "has its request id and
     * the security headers" fails if it is no longer called.
     */
    _storeHeader(firstLine: string, headers?: Record<string, unknown>): void
  }
}

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
  }
}
