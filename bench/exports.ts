import pg from 'pg'
import { organizationExport } from '../server/features/organizations/organization-export.ts'
import { copyOut } from '../server/platform/db/copy.ts'
import { withServer } from './child.ts'
import type { OrganizationsServer } from './organizations.ts'
import { atLeast, atMost, type BenchOptions, type Row } from './report.ts'

/** Lists as files, against the bare COPY of the same columns. */
export function run({ scale }: BenchOptions): Promise<Row[]> {
  const count = scale === 'full' ? 1_000_000 : 100_000
  const rows = count.toLocaleString('en-US')
  return withServer(
    'organizations-server.ts',
    async ({ url, databaseUrl, token }: OrganizationsServer) => {
      const read = (format: string) =>
        secondsOf(async () => {
          const response = await fetch(`${url}/v1/exports/organizations?format=${format}`, {
            headers: { authorization: `Bearer ${token}` },
          })
          if (!response.ok || !response.body) throw new Error(`${response.status}`)
          for await (const _ of response.body);
        })
      const bare = await secondsOf(() => copyAll(databaseUrl))
      const before = await memoryOf(url)
      const csv = await read('csv')
      const xlsx = await read('xlsx')
      const after = await memoryOf(url)
      return [
        {
          what: `CSV of ${rows} organizations`,
          measured: `${csv.toFixed(1)} s`,
          against: `bare COPY ${bare.toFixed(1)} s`,
          ...atLeast(bare / csv, 0.5),
        },
        {
          what: `XLSX of ${rows} organizations`,
          measured: `${xlsx.toFixed(1)} s`,
          against: '30 s a million',
          ...atMost((xlsx / count) * 1_000_000, 30, ' s'),
        },
        {
          what: 'memory that exports take',
          measured: `${(after / 1024 ** 2).toFixed(0)} MiB`,
          against: `before ${(before / 1024 ** 2).toFixed(0)} MiB`,
          ...atMost((after - before) / 1024 ** 2, 100, ' MiB'),
        },
      ]
    },
    [String(count)],
  )
}

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

async function copyAll(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const columns = organizationExport.columns.map(({ name }) =>
      name === 'director' ? `director ->> 'name'` : name,
    )
    for await (const _ of copyOut(
      client,
      `copy (select ${columns.join(', ')} from organizations order by seq desc) to stdout (format csv)`,
    ));
  } finally {
    await client.end()
  }
}

async function memoryOf(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1])
}
