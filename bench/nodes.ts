import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { connect, type Db } from '../server/platform/db/database.ts'
import { migrate } from '../server/platform/db/migrate.ts'
import { createLog } from '../server/platform/log.ts'
import { type ServiceProcess, startProcess, untilReady } from '../test/support/processes/service-process.ts'
import { account } from '../test/torture/caller.ts'
import { startDatabase } from './database.ts'
import { type Load, load } from './load.ts'
import { runScript } from './pgbench.ts'
import { atLeast, type Row } from './report.ts'
import { sized } from './scale.ts'

const writers = 8
const seconds = 2
const turns = sized(1, 3)
/** How many nodes there are together: each step starts those that are missing. */
const steps = sized([1, 2], [1, 2, 4])

/** More than can be paid in one measurement. */
const payable = sized(100, 6_000)
const moved = sized(40, 400)

interface Act {
  what: string
  script: string
  /** The status of its requests before it, and how many it needs. */
  from: { status: 'new' | 'approved'; count: number }
  requests: (ids: readonly string[]) => Omit<Load['requests'][number], 'headers'>[]
}

const patch = (ids: readonly string[], body: object) =>
  ids.map((id) => ({
    method: 'PATCH',
    path: `/v1/purchase-requests/${id}/status`,
    body: JSON.stringify(body),
  }))

const acts: Act[] = [
  {
    what: 'changes of status',
    script: 'status-change.sql',
    from: { status: 'new', count: moved },
    requests: (ids) => [
      ...patch(ids, { status: 'in_review' }),
      ...patch(ids, { status: 'on_hold', reason_code: 'other' }),
    ],
  },
  {
    what: 'payments',
    script: 'payment.sql',
    from: { status: 'approved', count: payable },
    requests: (ids) => {
      const received_at = new Date(Date.now() - 60_000).toISOString()
      const body = JSON.stringify({ amount: '1000.00', currency: 'RUB', received_at, reference: 'B-1' })
      return ids.map((id) => ({ method: 'POST', path: `/v1/purchase-requests/${id}/payments`, body }))
    },
  },
]

/** Requests of one organization wait for each other more than those of many. */
const shapes = [
  { name: 'of one client', organizations: 1 },
  { name: 'of 100 clients', organizations: 100 },
]

/** What was done per second in one turn: by the peer, and by as many nodes as each step has. */
interface Turn {
  by: string
  peer: number
  nodes: number[]
}

/**
 * Several nodes on one database, against one node and against the same transactions without a service. All commits wait
 * for the end of the audit log, so more nodes are not faster: what counts is that they do not slow each other down.
 */
export async function run(): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kontor-bench-'))
  const log = createLog('info', createWriteStream(join(dataDir, 'database.log')))
  const database = await startDatabase({ dataDir, log })
  const db = connect(database.url, { unlimited: true })
  try {
    await migrate(db)
    await loadOrganizations(db)
    const measured = new Map<string, Turn[]>()
    for (let turn = 0; turn < turns; turn++) {
      for (const [name, one] of await measureTurn(db, database.url, dataDir))
        measured.set(name, [...(measured.get(name) ?? []), one])
    }
    return [...measured].flatMap(([name, all]) => rowsOf(name, all))
  } finally {
    await db.destroy()
    await database.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Nodes are started one step after the other, so that none is there that does not work. */
async function measureTurn(db: Db, url: string, dataDir: string): Promise<Map<string, Turn>> {
  const cases = acts.flatMap((act) =>
    shapes.map(({ name, organizations }) => ({ name: `${act.what} ${name}`, act, organizations })),
  )
  const measured = new Map<string, Turn>()
  const nodes: ServiceProcess[] = []
  try {
    for (const step of steps) {
      const missing = Array.from({ length: step - nodes.length }, (_, n) =>
        startNode(url, join(dataDir, `node-${nodes.length + n}`)),
      )
      nodes.push(...(await Promise.all(missing)))
      const token = await signIn(nodes[0] as ServiceProcess)
      // The first requests of a node compile its code.
      for (const { act, organizations } of sized([], cases))
        await perSecond(db, nodes, token, act, organizations)
      for (const { name, act, organizations } of cases) {
        const one = measured.get(name) ?? { ...(await peerOf(db, url, act, organizations)), nodes: [] }
        one.nodes.push(await perSecond(db, nodes, token, act, organizations))
        measured.set(name, one)
      }
    }
  } finally {
    for (const { child } of nodes) child.kill('SIGTERM')
    await Promise.all(nodes.map(({ ended }) => ended))
  }
  return measured
}

async function startNode(url: string, dataDir: string): Promise<ServiceProcess> {
  const node = await startProcess({
    DATABASE_URL: url,
    KONTOR_DATA_DIR: dataDir,
    KONTOR_VAULT_KEY: 'be'.repeat(32),
    KONTOR_RATE_LIMIT: 'off',
    KONTOR_ADMIN_EMAIL: account.email,
    KONTOR_ADMIN_PASSWORD: account.password,
  })
  await untilReady(node)
  return node
}

async function signIn({ url }: ServiceProcess): Promise<string> {
  const response = await fetch(`${url}/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
  if (response.status !== 200) throw new Error(await response.text())
  return ((await response.json()) as { access_token: string }).access_token
}

/** All nodes together. Each has its own requests, and all have as many connections as one alone. */
async function perSecond(
  db: Db,
  nodes: readonly ServiceProcess[],
  token: string,
  act: Act,
  organizations: number,
): Promise<number> {
  const ids = await givenTargets(db, act, organizations)
  const { failed, perSecond } = await load({
    url: nodes.map(({ url }) => url),
    requests: act
      .requests(ids)
      .map((request) => ({ ...request, headers: { authorization: `Bearer ${token}` } })),
    connections: writers,
    seconds,
  })
  if (failed > 0) throw new Error(`${failed} ${act.what} failed`)
  return perSecond
}

async function peerOf(db: Db, url: string, act: Act, organizations: number): Promise<Omit<Turn, 'nodes'>> {
  await givenTargets(db, act, organizations)
  const script = join(import.meta.dirname, act.script)
  const { by, perSecond } = await runScript({ script, url, clients: writers, seconds })
  return { by, peer: perSecond }
}

async function loadOrganizations(db: Db): Promise<void> {
  await sql`
    insert into organizations (id, type, inn, ogrn, full_name, short_name, registry_status, kyb_status, source, created_at,
      updated_at, created_by)
    select uuidv7(), 'legal', (7700000000 + n)::text, '1027700132195', 'ООО «Ромашка ' || n || '»', 'Ромашка ' || n,
      'active', 'approved', 'manual', now(), now(), 'bench'
    from generate_series(1, ${Math.max(...shapes.map(({ organizations }) => organizations))}::int) as n
  `.execute(db)
}

/** New requests for one measurement, numbered in `bench_targets`; `bench_next` goes round them. */
async function givenTargets(db: Db, { from }: Act, organizations: number): Promise<string[]> {
  await sql`drop table if exists bench_targets`.execute(db)
  await sql`drop sequence if exists bench_next`.execute(db)
  await sql`
    with made as (
      insert into purchase_requests (id, seq, number, organization_id, status, status_since, asset, network, crypto_amount,
        fiat_currency, fiat_amount, rate, fee_amount, total_amount, created_at, updated_at)
      select uuidv7(), last + n, 'BENCH-' || (last + n), buyer.id, ${from.status}, now(), 'USDT', 'tron', 1000, 'RUB',
        1000, 1, 0, 1000, now(), now()
      from generate_series(1, ${from.count}::int) as n
        join (select id, row_number() over (order by id) as place from organizations) as buyer
          on buyer.place = 1 + n % ${organizations}::int,
        (select coalesce(max(seq), 0) as last from purchase_requests) as numbered
      returning id, seq
    )
    select id, row_number() over (order by seq) as n into bench_targets from made
  `.execute(db)
  await sql`create unique index on bench_targets (n)`.execute(db)
  await sql.raw(`create sequence bench_next maxvalue ${from.count} cycle`).execute(db)
  await sql`analyze bench_targets, purchase_requests`.execute(db)
  const { rows } = await sql<{ id: string }>`select id from bench_targets order by n`.execute(db)
  return rows.map(({ id }) => id)
}

function rowsOf(name: string, measured: readonly Turn[]): Row[] {
  return steps.flatMap((step, place) => {
    const rateOf = (one: Turn) => one.nodes[place] as number
    const together = step === 1 ? 'one node' : `${step} nodes`
    const against = (what: string, peerOf: (one: Turn) => number, aim: number): Row => {
      const ratio = (one: Turn) => rateOf(one) / peerOf(one)
      const middle = measured.toSorted((a, b) => ratio(a) - ratio(b))[Math.floor(turns / 2)] as Turn
      return {
        what: `${name}: ${together}`,
        measured: `${Math.round(rateOf(middle))}/s`,
        against: `${what} ${Math.round(peerOf(middle))}/s`,
        ...atLeast(ratio(middle), aim),
      }
    }
    return [
      ...(step === 1 ? [] : [against('one node', ({ nodes }) => nodes[0] as number, 0.9)]),
      against(measured[0]?.by ?? '', ({ peer }) => peer, 0.3),
    ]
  })
}
