import { sql } from 'kysely'
import { connect, type Db } from '../server/platform/db/database.ts'
import { withServer } from './child.ts'
import { compare, type Load, load } from './load.ts'
import { atLeast, atMost, type BenchOptions, type Row } from './report.ts'

/** What is asked of the search, by class. The words are those that the invented names are made of. */
const questions: Record<string, string[]> = {
  'one letter': ['о', 'а', 'щ', 'ъ', 'z', 'ф'],
  'two letters': ['ст', 'ро', 'эк', 'жъ', 'ию', 'оо'],
  'three letters': ['ром', 'ооо', 'стр', 'ъем', 'юпи', 'ичн'],
  word: ['ромашка', 'енисей', 'подсолнух', 'беркут', 'овчинников', 'ничегонет'],
  'common word': ['строй', 'сервис', 'предприниматель', 'александр', 'иванов', 'торг'],
  'legal form': [
    'ооо',
    'общество с ограниченной ответственностью',
    'индивидуальный предприниматель',
    'акционерное',
  ],
  digits: ['7', '77', '770', '7701', '77010', '1027', '10277', '500', '304500', '3235'],
}

const searchLimitMs = 25

/** What organizations-server.ts reports. */
export interface OrganizationsServer {
  url: string
  databaseUrl: string
  token: string
}

export function run({ scale }: BenchOptions): Promise<Row[]> {
  const count = { smoke: 500, small: 50_000, full: 1_000_000 }[scale]
  return withServer(
    'organizations-server.ts',
    async ({ url, databaseUrl, token }: OrganizationsServer) => {
      const loaded = (paths: string[], connections: number): Load => ({
        url,
        requests: paths.map((path) => ({ path, headers: { authorization: `Bearer ${token}` } })),
        connections,
        seconds: 2,
      })
      const db = connect(databaseUrl, { max: 1, unlimited: true })
      const rows = [
        ...(await lists(loaded, count)),
        await totals(db),
        ...(await searches(loaded, await fullNames(db, count), count)),
      ]
      await db.destroy()
      return rows
    },
    [String(count)],
  )
}

type Loaded = (paths: string[], connections: number) => Load

async function lists(loaded: Loaded, count: number): Promise<Row[]> {
  const first = loaded(['/v1/organizations?limit=50'], 16)
  const constant = await compare(first, loaded(['/v1/constant-organizations'], 16))
  const requests = await compare(
    loaded(['/v1/purchase-requests?limit=50'], 16),
    loaded(['/v1/constant-purchase-requests'], 16),
  )
  const offset = count * 0.9
  const deep = await compare(loaded([`/v1/organizations?limit=50&offset=${offset}`], 16), first)
  return [
    {
      what: `list of 50 of ${count}`,
      measured: `${Math.round(constant.measured.perSecond)}/s`,
      against: `constant objects ${Math.round(constant.peer.perSecond)}/s`,
      ...atLeast(constant.ratio, 0.8),
    },
    {
      what: `page at offset ${offset}`,
      measured: `${Math.round(deep.measured.perSecond)}/s`,
      against: `first page ${Math.round(deep.peer.perSecond)}/s`,
      ...atMost(1 / deep.ratio, 1.2),
    },
    {
      what: 'list of 50 purchase requests',
      measured: `${Math.round(requests.measured.perSecond)}/s`,
      against: `constant objects ${Math.round(requests.peer.perSecond)}/s`,
      ...atLeast(requests.ratio, 0.6),
    },
  ]
}

async function totals(db: Db): Promise<Row> {
  const counter = await median(() => sql`select total from organization_counter`.execute(db))
  const counting = await median(() => sql`select count(*) from organizations`.execute(db))
  return {
    what: 'total of the list',
    measured: `${counter.toFixed(2)} ms`,
    against: `count(*) ${counting.toFixed(2)} ms`,
    ...atMost(counter / counting, 0.5),
  }
}

async function searches(loaded: Loaded, names: string[], count: number): Promise<Row[]> {
  const rows: Row[] = []
  for (const [kind, asked] of Object.entries({ 'full name': names, ...questions })) {
    const paths = asked.map((q) => `/v1/organizations?${new URLSearchParams({ q, limit: '50' })}`)
    const { p50, p99, failed } = await load(loaded(paths, 2))
    rows.push({
      what: `q: ${kind}`,
      measured: `p50 ${p50.toFixed(1)} ms`,
      against: `p99 among ${count}`,
      ...atMost(failed === 0 ? p99 : Number.POSITIVE_INFINITY, searchLimitMs, ' ms'),
    })
  }
  return rows
}

/** Names from all over the table. */
async function fullNames(db: Db, count: number): Promise<string[]> {
  const rows = await db
    .selectFrom('organizations')
    .select('full_name')
    .where(
      'seq',
      'in',
      [1, 2, 3, 5, 7, 9].map((tenths) => Math.ceil((count * tenths) / 10)),
    )
    .execute()
  return rows.map(({ full_name }) => full_name)
}

async function median(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < 9; i++) {
    const started = performance.now()
    await work()
    times.push(performance.now() - started)
  }
  return times.sort((a, b) => a - b)[4] as number
}
