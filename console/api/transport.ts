import type { Credentials } from '../../client/src/credentials.ts'
import { ConnectionError } from '../../client/src/errors.ts'
import { createExchange } from '../../client/src/exchange.ts'
import type { Fetch, Input, Wire } from '../../client/src/wire.ts'
import { connection } from './connection.ts'

/** The service could not be reached. */
export class ConnectionLost extends Error {
  constructor() {
    super('kontor.connection.lost')
    this.name = 'ConnectionLost'
  }
}

export type Send = <T>(wire: Wire, input?: Input) => Promise<T>

/**
 * The client of the service that this page came from. It repeats nothing by itself: React Query repeats reads, and a
 * person repeats what they see fail.
 */
export function createTransport(credentials: Credentials): Send {
  const send = createExchange({ url: '', credentials, fetch: watched(fetch), timeout: 0 })
  return async <T>(wire: Wire, input?: Input) => {
    try {
      return (await send<T>(wire, input)).data
    } catch (error) {
      throw error instanceof ConnectionError ? new ConnectionLost() : error
    }
  }
}

/** Tells the banner whether the service is reachable. */
export function watched(send: Fetch): Fetch {
  return async (url, init) => {
    try {
      const response = await send(url, init)
      connection.works()
      return response
    } catch (error) {
      if (!init.signal?.aborted) connection.failed()
      throw error
    }
  }
}
