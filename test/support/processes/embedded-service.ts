// A process that does with PostgreSQL what the service does, for tests that kill it: node embedded-service.ts <data dir>
import pino from 'pino'
import { startEmbedded } from '../../../server/platform/db/embedded/embedded.ts'

const embedded = await startEmbedded({
  dataDir: process.argv[2] ?? '',
  log: pino({ level: 'silent' }),
  settings: { fsync: 'off' },
})
process.on('SIGTERM', () => embedded.stop())
console.log(embedded.ownerUrl)
