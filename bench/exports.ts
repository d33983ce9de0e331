import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import pg from 'pg'
import { organizationRows } from '../server/features/organizations/organization-rows.ts'
import { copyOut } from '../server/platform/db/copy.ts'
import type { DeskQuestion, DeskServer } from './desk-server.ts'
import type { Watched } from './loop-watch.ts'
import { atLeast, atMost, type Row } from './report.ts'
import { sized } from './scale.ts'

/** A busy moment of the machine hardly falls into both turns. */
const turns = sized(1, 2)
const mebibyte = 1024 ** 2

/** All organizations as files, against the bare COPY of the same columns in the same order. */
export async function measureExports(
  { url, databaseUrl }: DeskServer,
  child: ChildProcess,
  count: number,
): Promise<Row[]> {
  const rows = count.toLocaleString('en-US')
  const download = async (format: string, token: string, filter = '') => {
    const response = await fetch(`${url}/v1/exports/organizations?format=${format}${filter}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    if (!response.ok || !response.body) throw new Error(`${response.status} ${await response.text()}`)
    for await (const _ of response.body);
  }
  const bare: number[] = []
  const csv: number[] = []
  const xlsx: number[] = []
  const watched: Record<string, Watched[]> = { csv: [], xlsx: [] }
  // What a service that has just started still has to load is no memory of an export.
  const { token } = await ask<{ token: string }>(child, 'sign-in')
  await download('csv', token, '&from=2999-01-01')
  for (let turn = 0; turn < turns; turn++) {
    bare.push(await secondsOf(() => copyAll(databaseUrl)))
    for (const [format, seconds] of [
      ['csv', csv],
      ['xlsx', xlsx],
    ] as const) {
      const { token } = await ask<{ token: string }>(child, 'sign-in')
      await ask(child, 'watch')
      seconds.push(await secondsOf(() => download(format, token)))
      watched[format]?.push(await ask<Watched>(child, 'watched'))
    }
  }
  const [copied, asCsv, asXlsx] = [bare, csv, xlsx].map((seconds) => Math.min(...seconds)) as [
    number,
    number,
    number,
  ]
  return [
    {
      what: `CSV of ${rows} organizations`,
      measured: `${asCsv.toFixed(1)} s`,
      against: `bare COPY ${copied.toFixed(1)} s`,
      ...atLeast(copied / asCsv, 0.5),
    },
    {
      what: `XLSX of ${rows} organizations`,
      measured: `${asXlsx.toFixed(1)} s`,
      against: '30 s a million',
      ...atMost((asXlsx / count) * 1_000_000, 30, ' s'),
    },
    ...Object.entries(watched).flatMap(([format, all]) => {
      const most = all.reduce((a, b) => (a.memory - a.memoryBefore > b.memory - b.memoryBefore ? a : b))
      return [
        {
          what: `memory of an export as ${format.toUpperCase()}`,
          measured: `${(most.memory / mebibyte).toFixed(0)} MiB at most`,
          against: `before ${(most.memoryBefore / mebibyte).toFixed(0)} MiB`,
          ...atMost((most.memory - most.memoryBefore) / mebibyte, 100, ' MiB'),
        },
        {
          what: `event loop during an export as ${format.toUpperCase()}`,
          measured: 'longest hold',
          against: '50 ms',
          ...atMost(Math.min(...all.map(({ longest }) => longest)), 50, ' ms'),
        },
      ]
    }),
  ]
}

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

export async function ask<T>(child: ChildProcess, question: DeskQuestion): Promise<T> {
  const response = once(child, 'message')
  child.send(question)
  return (await response)[0] as T
}

async function copyAll(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const columns = organizationRows.file.columns.map(({ name }) =>
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
