import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { newRequest } from '../test/support/given/given-purchase-request.ts'
import { type Load, load } from './load.ts'
import { atLeast, type Row } from './report.ts'
import { sized } from './scale.ts'
import type { Ready } from './slow-node-server.ts'

const turns = sized(1, 5)
const writers = 8

/** What a node creates while a neighbour with 200 ms to the database creates as fast as it can, against what it does alone. */
export async function run(): Promise<Row[]> {
  const child = fork(join(import.meta.dirname, 'slow-node-server.ts'))
  try {
    const [ready] = (await once(child, 'message')) as [Ready]
    const creations = (url: string): Load => ({
      url,
      requests: ready.organizationIds.map((id) => ({
        method: 'POST',
        path: '/v1/purchase-requests',
        headers: { authorization: `Bearer ${ready.token}` },
        body: JSON.stringify(newRequest(id)),
      })),
      connections: writers,
      seconds: 3,
    })
    const pairs: { alone: number; beside: number; slow: number }[] = []
    for (let turn = 0; turn < turns; turn++) {
      const alone = await load(creations(ready.url))
      const [beside, slow] = await Promise.all([load(creations(ready.url)), load(creations(ready.slowUrl))])
      pairs.push({ alone: alone.perSecond, beside: beside.perSecond, slow: slow.perSecond })
    }
    const ratio = ({ alone, beside }: (typeof pairs)[number]) => beside / alone
    const middle = pairs.sort((a, b) => ratio(a) - ratio(b))[Math.floor(turns / 2)] as (typeof pairs)[number]
    return [
      {
        what: 'requests that a node creates beside one with 200 ms to the database',
        measured: `${Math.round(middle.beside)}/s, the slow one ${middle.slow.toFixed(1)}/s`,
        against: `alone ${Math.round(middle.alone)}/s`,
        ...atLeast(ratio(middle), 0.5),
      },
    ]
  } finally {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
}
