import { type Clock, systemClock } from './clock.ts'
import { createExchange, type ExchangeOptions, type Send } from './exchange.ts'
import { newKey } from './idempotency-key.ts'
import { delayBefore, mayRepeat } from './retry.ts'
import type { Answer, Input, Wire } from './wire.ts'

export interface SenderOptions extends ExchangeOptions {
  /** How often a request is tried again at most; 3 by default. */
  retries?: number | undefined
  clock?: Clock | undefined
  random?: (() => number) | undefined
}

/** Sends operations, again where that is right. */
export function createSender({
  retries: clientRetries = 3,
  clock = systemClock,
  random = Math.random,
  ...options
}: SenderOptions): Send {
  const exchange = createExchange(options)

  return async <T>(wire: Wire, input: Input = {}): Promise<Answer<T>> => {
    const { signal, retries = clientRetries } = input
    const idempotencyKey = wire.keyed ? (input.idempotencyKey ?? newKey()) : undefined
    for (let attempt = 1; ; attempt++) {
      try {
        return await exchange<T>(wire, { ...input, idempotencyKey })
      } catch (error) {
        signal?.throwIfAborted()
        const delay = delayBefore(attempt, error, random)
        if (attempt > retries || !mayRepeat(wire, error) || delay === undefined) throw error
        await clock.sleep(delay, signal)
      }
    }
  }
}
