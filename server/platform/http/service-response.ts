import {
  type IncomingMessage,
  type OutgoingHttpHeaders,
  ServerResponse,
  validateHeaderName,
  validateHeaderValue,
} from 'node:http'

/** A response with headers that hooks of the service add. Setting each on the response would cost more than all else. */
export class ServiceResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  added: OutgoingHttpHeaders = {}
}

/** Gives every response these headers, unless it sets one of the same name itself. */
export function responseWithDefaults(defaults: Readonly<Record<string, string>>): typeof ServiceResponse {
  for (const [name, value] of Object.entries(defaults)) {
    validateHeaderName(name)
    validateHeaderValue(name, value)
  }

  return class<Request extends IncomingMessage> extends ServiceResponse<Request> {
    // biome-ignore lint/suspicious/noExplicitAny: as the overloads of Node, which it is called with
    override writeHead(status: number, ...given: any[]): this {
      const [headers] = given
      const isFromFastify = given.length === 1 && typeof headers === 'object' && !Array.isArray(headers)
      if (isFromFastify && this.getHeaderNames().length === 0)
        return super.writeHead(status, { ...defaults, ...this.added, ...headers })
      for (const [name, value] of Object.entries({ ...defaults, ...this.added }))
        if (value !== undefined && !this.hasHeader(name)) this.setHeader(name, value)
      return super.writeHead(status, ...given)
    }
  }
}
