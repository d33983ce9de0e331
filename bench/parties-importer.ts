import pg from 'pg'
import { importParties } from '../server/features/parties/import/party-import.ts'
import { publishGeneration } from '../server/features/parties/import/publish-generation.ts'
import { connect } from '../server/platform/db/database.ts'

/** An import in a process of its own, so that its memory can be measured. */
const [url, file] = process.argv.slice(2) as [string, string]
let phase = ''
let phaseStarted = performance.now()
/** Prints each phase to standard error with its duration and the memory at its end. */
function logPhase(next: string): void {
  if (next === phase) return
  const now = performance.now()
  if (phase !== '') {
    const mebibytes = Math.round(process.memoryUsage.rss() / 1_048_576)
    console.error(`  ${phase}: ${((now - phaseStarted) / 1000).toFixed(1)} s, ${mebibytes} MiB`)
  }
  phase = next
  phaseStarted = now
}
const db = connect(url, { max: 1, unlimited: true })
const { parties } = await importParties({
  files: [file],
  now: () => new Date(),
  onProgress: (progress) => logPhase(progress.phase),
  async connect() {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    return client
  },
  publish: (generation, counts, files) =>
    db.transaction().execute((db) => publishGeneration(db, generation, counts, files, new Date())),
})
logPhase('')
await db.destroy()
process.send?.({ parties, mebibytes: process.resourceUsage().maxRSS / 1024 })
