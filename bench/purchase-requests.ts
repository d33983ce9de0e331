import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { compare, load } from './load.ts'
import type { Ask, Ready } from './purchase-requests-server.ts'
import { atLeast, type BenchOptions, type Row } from './report.ts'
import { sized } from './scale.ts'

const writers = 8
const seconds = sized(0.05, 2)
const turns = sized(1, 5)

export async function run({ scale }: BenchOptions): Promise<Row[]> {
  const count = { smoke: 2_000, small: 50_000, full: 1_000_000 }[scale]
  const child = fork(join(import.meta.dirname, 'purchase-requests-server.ts'), [String(count)])
  try {
    const ready = (await response(child)) as Ready
    return [await statusChanges(child, ready), ...(await latePages(ready))]
  } finally {
    child.kill('SIGTERM')
    await new Promise((resolve) => (child.exitCode === null ? child.once('exit', resolve) : resolve(null)))
  }
}

/**
 * Changes of status over HTTP with history, event and audit row, against bare transactions that write the same rows.
 * What counts is the history rows that came to be, so a response that changed nothing is not measured.
 */
async function statusChanges(child: ChildProcess, { url, token, ids }: Ready): Promise<Row> {
  const move = (body: object) =>
    ids.map((id) => ({
      method: 'PATCH',
      path: `/v1/purchase-requests/${id}/status`,
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    }))
  const requests = [...move({ status: 'in_review' }), ...move({ status: 'on_hold', reason_code: 'other' })]
  const pairs: { ours: number; bare: number }[] = []
  for (let turn = 0; turn < turns; turn++) {
    const bare = (await ask(child, { ask: 'bare', seconds, writers })) as number
    const before = (await ask(child, { ask: 'changes' })) as number
    const { elapsed } = await load({ url, requests, connections: writers, seconds })
    const after = (await ask(child, { ask: 'changes' })) as number
    pairs.push({ ours: (after - before) / elapsed, bare })
  }
  const ratio = (pair: (typeof pairs)[number]) => pair.ours / pair.bare
  const middle = pairs.sort((a, b) => ratio(a) - ratio(b))[Math.floor(turns / 2)] as (typeof pairs)[number]
  return {
    what: 'change of status with history, event and audit row',
    measured: `${Math.round(middle.ours)}/s`,
    against: `bare transactions ${Math.round(middle.bare)}/s`,
    ...atLeast(ratio(middle), 0.8),
  }
}

/** The last page against the first: of all requests, and of those in one status. */
async function latePages({ url, token, total }: Ready): Promise<Row[]> {
  const headers = { authorization: `Bearer ${token}` }
  const page = (query: string) => ({
    url,
    requests: [{ path: `/v1/purchase-requests?limit=50&${query}`, headers }],
    connections: writers,
    seconds,
  })
  const rows: Row[] = []
  for (const [what, filter, last, aim] of [
    ['page of 50 at the end of all requests', '', total - 50, 0.7],
    ['page of 50 at the end of one status', 'status=completed&', Math.floor((total * 2) / 3) - 600, 0.7],
  ] as const) {
    const { measured, peer, ratio } = await compare(
      page(`${filter}offset=${last}`),
      page(`${filter}offset=0`),
      3,
    )
    rows.push({
      what,
      measured: `${Math.round(measured.perSecond)}/s, p99 ${measured.p99.toFixed(1)} ms`,
      against: `first page ${Math.round(peer.perSecond)}/s`,
      ...atLeast(ratio, aim),
    })
  }
  return rows
}

function ask(child: ChildProcess, message: Ask): Promise<unknown> {
  child.send(message)
  return response(child)
}

function response(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) =>
      reject(new Error(`the service under measurement ended with ${code}`))
    child.once('exit', ended)
    child.once('message', (message) => {
      child.off('exit', ended)
      resolve(message)
    })
  })
}
