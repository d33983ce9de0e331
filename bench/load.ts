import { fork } from 'node:child_process'
import { join } from 'node:path'
import { sized } from './scale.ts'

export interface Load {
  /** Connections and requests are dealt out to several servers in turn, so that a client costs the same as with one. */
  url: string | readonly string[]
  /** Requests are sent round-robin. */
  requests: { method?: string; path: string; headers?: Record<string, string>; body?: string }[]
  connections: number
  seconds: number
}

export interface LoadResult {
  perSecond: number
  p50: number
  p99: number
  /** Responses that were not 2xx. */
  failed: number
  /** Seconds from the first request to the last response, with those that were sent to warm up. */
  elapsed: number
}

/** Sends requests from a second process, so that client and server do not share an event loop. */
export function load(what: Load): Promise<LoadResult> {
  return new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, 'load-worker.ts'))
    child.once('message', (result) => resolve(result as LoadResult))
    child.once('exit', (code) => reject(new Error(`the load ended with ${code}`)))
    child.send({ ...what, seconds: sized(0.05, what.seconds) })
  })
}

/**
 * Compares two loads: several short rounds of each, alternating, and the median of the ratios, so that a busy moment of
 * the machine affects both.
 */
export async function compare(
  measured: Load,
  peer: Load,
  turns = 5,
): Promise<{ measured: LoadResult; peer: LoadResult; ratio: number }> {
  const pairs: { measured: LoadResult; peer: LoadResult }[] = []
  const taken = sized(1, turns)
  for (let turn = 0; turn < taken; turn++)
    pairs.push({ peer: await load(peer), measured: await load(measured) })
  const ratio = (pair: (typeof pairs)[number]) => pair.measured.perSecond / pair.peer.perSecond
  const middle = pairs.sort((a, b) => ratio(a) - ratio(b))[Math.floor(taken / 2)] as (typeof pairs)[number]
  return { ...middle, ratio: ratio(middle) }
}
