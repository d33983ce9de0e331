import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { completeInn, completeOgrn } from '../../contract/values/identifiers.ts'
import { payment } from '../deals/given-deal.ts'
import { scaled } from '../support/cases/scale.ts'
import { type Door, openDoor } from '../support/database/database-door.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { givenApproved, givenCompany, givenCompleted } from '../support/given/given-paper.ts'
import { givenBuyer, givenRequest, newRequest, review } from '../support/given/given-purchase-request.ts'
import { givenParty, givenRegister } from '../support/given/party-fixtures.ts'
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
afterEach(() => {
  door.withholds = () => false
})
afterAll(async () => {
  neighbour.child.kill('SIGCONT')
  neighbour.child.kill('SIGTERM')
  await neighbour.ended
  await door.close()
})

/** Rows of one organization, one request or one paper: another change needs them only if it is of the same one. */
const ofOne = [
  ...['organizations', 'organization_responses', 'client_balances', 'papers'],
  ...['purchase_requests', 'purchase_request_responses', 'purchase_request_decisions'],
]

/**
 * The tables of which a transaction has locked rows so that others cannot hold them, but for those of one object. Asks
 * PostgreSQL which tables it uses, so that no list here has to name what many changes share.
 */
async function sharedRowsLockedBy(pid: number): Promise<string[]> {
  const { rows: used } = await sql<{ name: string }>`
    select distinct relation::regclass::text as name
    from pg_locks join pg_class on pg_class.oid = relation join pg_stat_activity using (pid)
    where pid = ${pid} and state = 'idle in transaction' and relkind = 'r'
      and mode in ('RowShareLock', 'RowExclusiveLock')`.execute(server.db)
  // Otherwise the server has ended it, and this would look at nothing.
  expect(used.length).toBeGreaterThan(0)
  const counts = used
    .filter(({ name }) => !ofOne.includes(name))
    .map(
      ({ name }) => sql`select ${name} as name, (select count(*) from ${sql.id(name)})
        - (select count(*) from (select from ${sql.id(name)} for share skip locked) as free) as locked`,
    )
  if (counts.length === 0) return []
  const { rows } = await sql<{ name: string }>`
    select name from (${sql.join(counts, sql` union all `)}) as counted where locked > 0`.execute(server.db)
  return rows.map(({ name }) => name)
}

/** What creates organizations, requests, payments and papers, and moves them: as many changes as run at the same time. */
async function givenChanges(
  owner: Client,
  seller: string,
): Promise<((client: Client) => Promise<{ status: number }>)[]> {
  const buyer = await givenBuyer(server)
  const moved = await givenRequest(owner, buyer.id)
  const reviewed = await givenOrganization(server, { kyb_status: 'new' })
  const paid = await givenApproved(server, owner)
  const billed = await givenApproved(server, owner)
  const tx_hash = randomBytes(32).toString('hex')
  const done = await givenCompleted(server, owner, { status: 'completed', tx_hash })
  const paper = { company_id: seller, language: 'ru' }
  return [
    (client) => client.post('/v1/organizations', newOrganization()),
    (client) => client.post('/v1/organizations', newOrganization()),
    (client) => client.patch(`/v1/organizations/${reviewed.id}`, { kyb_status: 'in_review' }),
    (client) => client.post('/v1/purchase-requests', newRequest(buyer.id)),
    (client) => client.patch(`/v1/purchase-requests/${moved.id}/status`, review),
    (client) => client.post(`/v1/purchase-requests/${paid.id}/payments`, payment()),
    (client) => client.post(`/v1/purchase-requests/${billed.id}/papers`, { ...paper, kind: 'invoice' }),
    (client) => client.post(`/v1/purchase-requests/${done.id}/papers`, { ...paper, kind: 'act' }),
  ]
}

let companies = 0
function newOrganization() {
  companies++
  return {
    inn: completeInn(String(660_200_000 + companies)),
    ogrn: completeOgrn(String(102_660_000_000 + companies)),
    full_name: `ООО «Стужа ${companies}»`,
  }
}

test('a node that is frozen before its commits holds nothing that other changes need', async () => {
  const owner = await server.signIn('owner')
  const { id: seller } = await givenCompany(owner)
  const [theirs, ours] = [await givenChanges(owner, seller), await givenChanges(owner, seller)]
  const held: Promise<string[]>[] = []
  door.withholds = (data, pid) => {
    const isChange =
      data.includes('commit\0') &&
      /"(?:(?:organization|purchase_request)\.\w+|paper\.issued)"/.test(data.toString())
    // Its transaction has done everything but commit.
    if (isChange) held.push(sharedRowsLockedBy(pid))
    return isChange
  }
  const there = client(neighbour, owner.token)
  const sent = theirs.map((change) => change(there).catch(() => undefined))
  await expect.poll(() => held.length).toBeGreaterThanOrEqual(theirs.length)
  const done = await Promise.all(ours.map((change) => change(owner)))
  expect(done.filter(({ status }) => status >= 300)).toEqual([])
  expect((await Promise.all(held)).flat()).toEqual([])
  door.withholds = () => false
  await Promise.all(sent)
})

test('a command that is frozen while it publishes a register lets organizations be saved', async () => {
  const owner = await server.signIn('owner')
  let isFrozen = false
  door.withholds = (data) => {
    const isPublishing = !isFrozen && data.includes('update "party_generations" set "state"')
    isFrozen ||= isPublishing
    return isPublishing
  }
  const imported = givenRegister(door.url, [givenParty()])
  await expect.poll(() => isFrozen).toBe(true)
  expect((await owner.post('/v1/organizations', newOrganization())).status).toBe(201)
  // The server has ended its transaction, which it repeats.
  expect((await imported).parties).toBe(1)
})

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
    neighbour.child.kill('SIGCONT')
  }
  stop.abort()
  await Promise.all(loads)
})
