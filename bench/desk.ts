import { join } from 'node:path'
import pg from 'pg'
import { queueNames } from '../contract/work/work.ts'
import { withServer } from './child.ts'
import type { DeskServer } from './desk-server.ts'
import { ask, measureExports } from './exports.ts'
import { atMost, type BenchOptions, type Row } from './report.ts'
import { sized } from './scale.ts'

/** Milliseconds in which nearly every search, queue and page is there. */
const limit = 50
/** A busy moment of the machine hardly falls into the same request three times. */
const tries = sized(1, 3)
/** How many pages a list is followed. */
const depth = sized(2, 100)

/** Search, work queues, lists at depth and exports over 1,000,000 organizations, 5,000,000 documents and 1,000,000 requests. */
export function run({ scale, keep }: BenchOptions): Promise<Row[]> {
  const count = { smoke: 200, small: 50_000, full: 1_000_000 }[scale]
  return withServer(
    'desk-server.ts',
    async (server: DeskServer, child) => {
      /** An access token is valid for some minutes only. */
      const signIn = async () => {
        server.token = (await ask<{ token: string }>(child, 'sign-in')).token
      }
      const get = (path: string) => timed(server, path)
      const idle = await repeat(sized(2, 100), () => get('/v1/search?q=%20'))
      const against = `nothing to do ${p99(idle).toFixed(1)} ms`
      const row = (what: string, measured: readonly Times[]): Row => ({
        what,
        measured: `median ${quantile(measured, 0.5).toFixed(1)} ms, first tries ${quantile(measured, 0.99, 'first').toFixed(0)} ms`,
        against,
        ...atMost(p99(measured), limit, ' ms'),
      })
      return [
        ...(await measureSearch(server, signIn, { smoke: 1, small: 50, full: 100 }[scale])).map(
          ([kind, times]) => row(`search: ${kind}`, times),
        ),
        row('all queues counted', await repeat(sized(2, 100), () => get('/v1/work'))),
        ...(await inTurn(queueNames, async (queue) => {
          await signIn()
          return row(`queue: ${queue}`, await pages(server, `/v1/work/${queue}?limit=50`))
        })),
        row('documents, page by page', await pages(server, '/v1/lists/documents?limit=50')),
        row('payments, page by page', await pages(server, '/v1/lists/payments?limit=50')),
        row('transfers, page by page', await pages(server, '/v1/transfers?limit=50')),
        row('transfers that are not signed', await pages(server, '/v1/transfers?status=draft&limit=50')),
        row('hits, page by page', await pages(server, '/v1/screening/hits?limit=50')),
        ...(await measureExports(server, child, count)),
      ]
    },
    [String(count), ...(keep ? [join(keep, `desk-${count}`)] : [])],
  )
}

/** What somebody may have in hand, of things that are there and of others. */
const sought: Readonly<Record<string, string>> = {
  'number of a request': 'select number as q from purchase_requests where seq = $1',
  'number in short': `select ltrim(split_part(number, '-', 3), '0') as q from purchase_requests where seq = $1`,
  'number that is not there': `select 'PR-2019-' || $1::bigint as q`,
  'external id': 'select lower(external_id) as q from purchase_requests where seq = $1',
  'payment reference': `select 'П/п №' || $1::bigint as q`,
  transaction: `select coalesce(tx_hash, repeat('0', 64)) as q from purchase_requests where seq = $1`,
  'address of a wallet': `select '0x' || substr(md5($1::bigint::text) || md5($1::bigint::text), 1, 40) as q`,
  'name of an organization': 'select full_name as q from organizations where seq = $1',
  'a word of a name': `select reverse(split_part(reverse(trim('"' from full_name)), ' ', 1)) as q from organizations where seq = $1`,
  'legal form': `select (array['ооо', 'общество с ограниченной ответственностью', 'ип', 'ао'])[1 + $1::bigint % 4] as q`,
  'beginning of a name': `select left(coalesce(short_name, full_name), 3 + (seq % 8)::integer) as q from organizations where seq = $1`,
  'name in the wrong layout': `select 'hjvfirf ' || $1::bigint as q`,
  'one or two letters': `select substr('аоеинтсрвл', 1 + ($1::bigint % 9)::integer, 1 + ($1::bigint % 2)::integer) as q`,
  'signs of patterns': `select (array['%', '_', '\\\\', '%%%', '100%_', ''''])[1 + $1::bigint % 6] as q`,
  'nothing of the kind': `select 'йцщъ ' || md5($1::bigint::text) as q`,
  'long text': `select left(repeat('оплата по договору поставки ', 10) || $1::bigint, 255) as q`,
  INN: 'select inn as q from organizations where seq = $1',
  'beginning of an INN': 'select left(inn, 3 + (seq % 6)::integer) as q from organizations where seq = $1',
  'surname and first name': `select split_part(director ->> 'name', ' ', 1) || ' ' || split_part(director ->> 'name', ' ', 2) as q
    from organizations where seq = $1`,
  'first name and surname': `select split_part(director ->> 'name', ' ', 2) || ' ' || split_part(director ->> 'name', ' ', 1) as q
    from organizations where seq = $1`,
  'first name alone': `select split_part(director ->> 'name', ' ', 2) as q from organizations where seq = $1`,
  'file name': `select file_name as q from document_versions
    where organization_id = (select id from organizations where seq = $1) and kind = 'charter'`,
  'beginning of a file name': `select (array['устав', 'scan_', 'Выписка ЕГРЮЛ', 'паспорт '])[1 + $1::bigint % 4] as q`,
  checksum: `select encode(sha256(int8send($1::bigint)), 'hex') as q`,
  'id out of the audit log': 'select id::text as q from organizations where seq = $1',
}

async function measureSearch(
  server: DeskServer,
  signIn: () => Promise<void>,
  times: number,
): Promise<readonly (readonly [string, Times[]])[]> {
  const client = new pg.Client({ connectionString: server.databaseUrl })
  await client.connect()
  try {
    const total = Number((await client.query('select total from organization_counter')).rows[0].total)
    return await inTurn(Object.entries(sought), async ([kind, statement]) => {
      const measured: Times[] = []
      await signIn()
      for (let turn = 0; turn < times; turn++) {
        // Spread over all rows, and the same in every run.
        const seq = 1 + ((turn * 7_919_017) % total)
        const q = (await client.query(statement, [seq])).rows[0].q as string
        measured.push(await timed(server, `/v1/search?q=${encodeURIComponent(q)}`))
      }
      console.error(`  ${kind}: ${p99(measured).toFixed(1)} ms`)
      return [kind, measured] as const
    })
  } finally {
    await client.end()
  }
}

/** Follows the cursor, as far as there are pages. */
async function pages(server: DeskServer, path: string): Promise<Times[]> {
  const measured: Times[] = []
  let cursor: string | null = null
  for (let page = 0; page < depth; page++) {
    const next: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    measured.push(await timed(server, path + next))
    cursor = (await request(server, path + next)).next_cursor ?? null
    if (cursor === null) break
  }
  return measured
}

/** How long a request took, in milliseconds: the first time, and at best. */
interface Times {
  first: number
  best: number
}

async function timed(server: DeskServer, path: string): Promise<Times> {
  const measured: number[] = []
  for (let turn = 0; turn < tries; turn++) {
    const start = performance.now()
    await request(server, path)
    measured.push(performance.now() - start)
  }
  return { first: measured[0] as number, best: Math.min(...measured) }
}

async function request({ url, token }: DeskServer, path: string): Promise<{ next_cursor?: string | null }> {
  const response = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })
  const body = (await response.json()) as { next_cursor?: string | null }
  if (!response.ok) throw new Error(`${response.status} for ${path}: ${JSON.stringify(body)}`)
  return body
}

async function repeat(times: number, work: () => Promise<Times>): Promise<Times[]> {
  return inTurn(Array.from({ length: times }), work)
}

async function inTurn<Given, Result>(
  all: readonly Given[],
  work: (one: Given) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (const one of all) results.push(await work(one))
  return results
}

function p99(times: readonly Times[]): number {
  return quantile(times, 0.99)
}

function quantile(times: readonly Times[], share: number, which: keyof Times = 'best'): number {
  const sorted = times.map((time) => time[which]).toSorted((a, b) => a - b)
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? 0
}
