import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { completeInn, completeOgrn } from '../../contract/values/identifiers.ts'
import { isFull, scaled } from '../support/cases/scale.ts'
import { type Door, openDoor } from '../support/database/database-door.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { givenBuyer, givenRequest, newRequest, review } from '../support/given/given-purchase-request.ts'
import { type ServiceProcess, startProcess, untilReady } from '../support/processes/service-process.ts'
import { type Client, client, startServer } from '../support/service/harness.ts'

const server = startServer({ connections: 10 })
let neighbour: ServiceProcess
let door: Door

beforeAll(async () => {
  door = await openDoor(server.databaseUrl)
  neighbour = await startProcess({
    DATABASE_URL: door.url,
    KONTOR_KEY_FILE: server.config.keyFile,
    KONTOR_DATA_DIR: mkdtempSync(join(inject('runDir'), 'neighbour-')),
    KONTOR_RATE_LIMIT: 'off',
  })
  await untilReady(neighbour)
})
afterAll(async () => {
  neighbour.child.kill('SIGCONT')
  neighbour.child.kill('SIGTERM')
  await neighbour.ended
  await door.close()
})

/** What many changes lock: the end of the audit log, counters, sequences. */
const shared = [
  ...['audit_head', 'document_waiting_days'],
  ...['organization_counter', 'organization_kyb_counts', 'organization_kyb_days'],
  ...['purchase_request_sequence', 'purchase_request_numbers', 'purchase_request_counts'],
  ...['purchase_request_days', 'purchase_request_funnel', 'purchase_request_stay_counts'],
]

/** Which of them transactions have locked that wait for their client. */
async function heldForClients(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select distinct lock.relation::regclass::text as name
    from pg_stat_activity as activity join pg_locks as lock on lock.pid = activity.pid
    where activity.datname = current_database() and state like 'idle in transaction%'
      and mode in ('RowShareLock', 'RowExclusiveLock')
      and lock.relation = any (${shared}::regclass[])`.execute(server.db)
  return rows.map(({ name }) => name)
}

/** What creates organizations and requests, and moves them: one change each. */
async function givenChanges(owner: Client): Promise<((client: Client) => Promise<{ status: number }>)[]> {
  const buyer = await givenBuyer(server)
  const moved = await givenRequest(owner, buyer.id)
  const reviewed = await givenOrganization(server, { kyb_status: 'new' })
  return [
    (client) => client.post('/v1/organizations', givenCompany()),
    (client) => client.post('/v1/organizations', givenCompany()),
    (client) => client.patch(`/v1/organizations/${reviewed.id}`, { kyb_status: 'in_review' }),
    (client) => client.post('/v1/purchase-requests', newRequest(buyer.id)),
    (client) => client.post('/v1/purchase-requests', newRequest(buyer.id)),
    (client) => client.patch(`/v1/purchase-requests/${moved.id}/status`, review),
  ]
}

let companies = 0
function givenCompany() {
  companies++
  return {
    inn: completeInn(String(660_200_000 + companies)),
    ogrn: completeOgrn(String(102_660_000_000 + companies)),
    full_name: `ООО «Стужа ${companies}»`,
  }
}

test.runIf(isFull)(
  'a node that is frozen before its commits holds nothing that other changes need',
  async () => {
    const owner = await server.signIn('owner')
    const [theirs, ours] = [await givenChanges(owner), await givenChanges(owner)]
    const held: Promise<string[]>[] = []
    door.withholds = (data) => {
      const isChange =
        data.includes('commit\0') && /(?:organization|purchase_request)\./.test(data.toString())
      // Its transaction has done everything but commit.
      if (isChange) held.push(heldForClients())
      return isChange
    }
    const there = client(neighbour, owner.token)
    const sent = theirs.map((change) => change(there).catch(() => undefined))
    await expect.poll(() => held.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(theirs.length)
    const done = await Promise.all(ours.map((change) => change(owner)))
    expect(done.filter(({ status }) => status >= 300)).toEqual([])
    expect((await Promise.all(held)).flat()).toEqual([])
    door.withholds = () => false
    await Promise.all(sent)
  },
)

test('a node that is frozen while it writes does not stop the others', async () => {
  const owner = await server.signIn('owner')
  const there = client(neighbour, owner.token)
  const stop = new AbortController()
  let acknowledged = 0
  const paths: string[] = []
  for (let made = 0; made < 12; made++)
    paths.push(`/v1/organizations/${(await givenOrganization(server)).id}`)
  const ours = paths.splice(0, 4)
  const load = async (path: string) => {
    for (let n = 0; !stop.signal.aborted; n++) {
      // What it was doing when it was frozen may be refused.
      const { status } = await there.patch(path, { notes: `${n}` }).catch(() => ({ status: 0 }))
      if (status === 200) acknowledged += 1
    }
  }
  const loads = paths.map(load)
  for (let round = 0; round < scaled(10, 40); round++) {
    const before = acknowledged
    await expect.poll(() => acknowledged).toBeGreaterThan(before + 5)
    neighbour.child.kill('SIGSTOP')
    const written = await Promise.all(ours.map((path) => owner.patch(path, { notes: `round ${round}` })))
    expect(written.filter(({ status }) => status !== 200)).toEqual([])
    // Whatever the frozen node holds, what others need is not among it.
    expect(await heldForClients()).toEqual([])
    neighbour.child.kill('SIGCONT')
  }
  stop.abort()
  await Promise.all(loads)
})
