import { parseArgs } from 'node:util'
import { type BenchOptions, printRows, type Row } from './report.ts'
import { type Scale, scales } from './scale.ts'

/** All benchmarks, by the name for `npm run bench -- <name>`. */
const benches: Record<string, () => Promise<{ run(options: BenchOptions): Promise<Row[]> }>> = {
  foundation: () => import('./foundation.ts'),
  organizations: () => import('./organizations.ts'),
  wallets: () => import('./wallets.ts'),
  'purchase-requests': () => import('./purchase-requests.ts'),
  nodes: () => import('./nodes.ts'),
  'slow-node': () => import('./slow-node.ts'),
  auth: () => import('./auth.ts'),
  control: () => import('./control.ts'),
  parties: () => import('./parties.ts'),
  documents: () => import('./documents.ts'),
  console: () => import('./console.ts'),
  connections: () => import('./connections.ts'),
  deals: () => import('./deals.ts'),
  close: () => import('./close.ts'),
  treasury: () => import('./treasury.ts'),
  desk: () => import('./desk.ts'),
  'event-loop': () => import('./event-loop.ts'),
  screening: () => import('./screening.ts'),
}

const { values, positionals } = parseArgs({
  options: {
    scale: { type: 'string', default: 'small' },
    keep: { type: 'string' },
    cases: { type: 'string' },
    list: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const unknown = positionals.filter((name) => !(name in benches))
const scale = scales.find((one) => one === values.scale)
/** Read by everything that is loaded and started from here on. */
process.env.KONTOR_BENCH_SCALE = scale satisfies Scale | undefined

if (values.help) {
  console.log(
    `Usage: npm run bench [-- <name>… --scale smoke|small|full --keep <folder> --cases <file> --list <folder>]

Names: ${Object.keys(benches).join(', ')}
--keep leaves the register of parties and the data of the desk in a folder; with the same folder and scale they are not made again.
The scale smoke only shows that the benchmarks run, and prints no figures.
--cases and --list give screening other labelled pairs and other sanctions lists than those of the tests.`,
  )
} else if (unknown.length > 0 || scale === undefined) {
  console.error(`bench: ${unknown[0] ?? `--scale ${values.scale}`} is unknown; --help lists all benchmarks`)
  process.exitCode = 2
} else {
  const rows: Row[] = []
  for (const [name, open] of Object.entries(benches)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue
    console.error(`measuring ${name} …`)
    rows.push(
      ...(await (await open()).run({ scale, keep: values.keep, cases: values.cases, list: values.list })),
    )
  }
  if (scale === 'smoke')
    console.log(`${rows.length} rows were measured; at this size their figures mean nothing.`)
  else printRows(rows)
  process.exitCode = scale === 'smoke' || rows.every((row) => row.reached) ? 0 : 1
}
