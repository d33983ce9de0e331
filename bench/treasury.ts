import { withServer } from './child.ts'
import type { DeliveryTimes } from './delivery-posting.ts'
import { load } from './load.ts'
import { atLeast, atMost, type BenchOptions, type Row } from './report.ts'

interface Said {
  url: string
  token: string
  deliveries: DeliveryTimes
  batch: { path: string; inputs: object[] }
}

const sizes = {
  smoke: { requests: 1_000, lots: 100, members: 5 },
  small: { requests: 100_000, lots: 10_000, members: 100 },
  full: { requests: 1_000_000, lots: 100_000, members: 100 },
} as const

const positionLimitMs = 50
const resultsLimitSeconds = 10
const batchLimitSeconds = 3

/** What the treasury sees first, and what it costs to know what coins cost. */
export function run({ scale }: BenchOptions): Promise<Row[]> {
  const { requests, lots, members } = sizes[scale]
  return withServer(
    'treasury-server.ts',
    async ({ url, token, deliveries, batch }: Said) => {
      const headers = { authorization: `Bearer ${token}` }
      const position = await load({
        url,
        requests: [{ path: '/v1/treasury/position', headers }],
        connections: 4,
        seconds: 10,
      })
      if (position.failed > 0) throw new Error(`${position.failed} positions were not read`)
      const begun = performance.now()
      const results = await fetch(`${url}/v1/reports/results?from=2026-01-01&to=2026-01-31&by=day`, {
        headers,
      })
      if (!results.ok) throw new Error(await results.text())
      await results.arrayBuffer()
      const seconds = (performance.now() - begun) / 1000
      const signed = await signBatch(url + batch.path, headers, batch.inputs)
      const count = (of: number) => of.toLocaleString('en-US')
      return [
        {
          what: `position of ${count(requests)} requests and ${count(lots)} lots`,
          measured: `p50 ${position.p50.toFixed(1)} ms, ${position.perSecond.toFixed(0)} a second`,
          against: '4 connections',
          ...atMost(position.p99, positionLimitMs, ' ms'),
        },
        {
          what: 'a delivery with its posting',
          measured: `${deliveries.posted.toFixed(1)} ms`,
          against: `the bare transaction ${deliveries.bare.toFixed(1)} ms`,
          ...atLeast(deliveries.bare / deliveries.posted, 0.5),
        },
        {
          what: `results of a month, of ${count(lots)} lots and as many deliveries`,
          measured: `${seconds.toFixed(1)} s`,
          against: `${resultsLimitSeconds} s`,
          ...atMost(seconds, resultsLimitSeconds, ' s'),
        },
        {
          what: `a batch of ${members} transfers, signed`,
          measured: `${signed.toFixed(1)} s`,
          against: `${batchLimitSeconds} s`,
          ...atMost(signed, batchLimitSeconds, ' s'),
        },
      ]
    },
    [String(requests), String(lots), String(members)],
  )
}

/** Seconds from the request to the answer that all are signed. */
async function signBatch(url: string, headers: Record<string, string>, inputs: object[]): Promise<number> {
  const begun = performance.now()
  const reply = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ inputs }),
  })
  const seconds = (performance.now() - begun) / 1000
  const { signed } = (await reply.json()) as { signed?: number }
  if (signed !== inputs.length) throw new Error(`${signed} of ${inputs.length} were signed`)
  return seconds
}
