import {
  type IncomingMessage,
  type OutgoingHttpHeader,
  ServerResponse,
  validateHeaderName,
  validateHeaderValue,
} from 'node:http'

/** A response with headers that hooks of the service add. Setting each on the response would cost more than all else. */
export class ServiceResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  /** Names and values in turn. No route sets these headers itself, and no hook sets one twice. */
  readonly added: string[] = []
  /** Called once, when all of the response was handed over to be sent. */
  whenOver: (() => void) | undefined
}

/** Texts up to a third of it are encoded here. No response keeps any of it: what it sends is copied out at once. */
const encoded = Buffer.allocUnsafeSlow(48 * 1024)

/**
 * The UTF-8 of a text, with one character for each byte. Node joins a text with the head of its response: letters beyond
 * Latin would make that twice as wide, and encoding it, letter by letter, would take as long as all hooks.
 */
function bytesOf(text: string): string | Buffer {
  if (text.length * 3 > encoded.length) return Buffer.from(text)
  return encoded.toString('latin1', 0, encoded.write(text))
}

/** Gives every response these headers, unless it sets one of the same name itself. */
export function responseWithDefaults(defaults: Readonly<Record<string, string>>): typeof ServiceResponse {
  const fixed: OutgoingHttpHeader[] = []
  /** Where the value of a default stands. */
  const places = new Map<string, number>()
  for (const [name, value] of Object.entries(defaults)) {
    validateHeaderName(name)
    validateHeaderValue(name, value)
    places.set(name, fixed.push(name, value) - 1)
  }

  /** Names and values in turn, which Node takes as they are. Fastify writes names in small letters. */
  function withDefaults(
    headers: Record<string, OutgoingHttpHeader>,
    added: readonly string[],
  ): OutgoingHttpHeader[] {
    const list = fixed.concat(added)
    for (const name in headers) {
      const value = headers[name] as OutgoingHttpHeader
      const place = places.get(name)
      if (place === undefined) list.push(name, value)
      else list[place] = value
    }
    return list
  }

  return class<Request extends IncomingMessage> extends ServiceResponse<Request> {
    // biome-ignore lint/suspicious/noExplicitAny: as the overloads of Node, which it is called with
    override writeHead(status: number, ...given: any[]): this {
      const [headers] = given
      const isFromFastify = given.length === 1 && typeof headers === 'object' && !Array.isArray(headers)
      if (isFromFastify && this.getHeaderNames().length === 0)
        return super.writeHead(status, withDefaults(headers, this.added))
      for (const [name, value] of pairs([...fixed, ...this.added]))
        if (!this.hasHeader(name)) this.setHeader(name, value)
      return super.writeHead(status, ...given)
    }

    // biome-ignore lint/suspicious/noExplicitAny: as the overloads of Node, which it is called with
    override end(chunk?: any, ...given: any[]): this {
      const isText = typeof chunk === 'string' && (given[0] ?? 'utf8') === 'utf8'
      if (isText) super.end(bytesOf(chunk), 'latin1', given[1])
      else super.end(chunk, ...given)
      const { whenOver } = this
      this.whenOver = undefined
      whenOver?.()
      return this
    }
  }
}

function pairs(list: readonly OutgoingHttpHeader[]): [string, OutgoingHttpHeader][] {
  return list.flatMap((name, at) =>
    at % 2 === 0 ? [[String(name), list[at + 1] as OutgoingHttpHeader] as [string, OutgoingHttpHeader]] : [],
  )
}
