import { holdConnections } from '../test/fuzz/connections.ts'
import { sharedDatabase } from './database.ts'
import { atMost, type Row } from './report.ts'
import { sized } from './scale.ts'

/** What an open connection costs the service, of 10,000 idle ones and a fifth more that are slow or never finish. */
export async function run(): Promise<Row[]> {
  const { opened, before, most, served, failed, slowest } = await holdConnections(
    sized(20, 10_000),
    sized(10, 2_000),
    await sharedDatabase(),
  )
  const mebibytes = (bytes: number) => Math.round(bytes / 1024 / 1024)
  return [
    {
      what: 'memory of an open connection',
      measured: `${mebibytes(before)} → ${mebibytes(most)} MiB`,
      against: `${opened} connections`,
      ...atMost((most - before) / opened / 1024, 40, ' KiB'),
    },
    {
      what: 'slowest request meanwhile',
      measured: `${served} requests`,
      against: `${failed} failed`,
      ...atMost(slowest, 2_000, ' ms'),
    },
  ]
}
