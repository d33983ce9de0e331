import pg from 'pg'
import { connect } from '../server/db/database.ts'
import { importParties } from '../server/parties/import/party-import.ts'
import { publishGeneration } from '../server/parties/import/publish-generation.ts'

/** An import in a process of its own, so that its memory can be told from that of the measurement. */
const [url, file] = process.argv.slice(2) as [string, string]
const db = connect(url, { max: 1, unlimited: true })
const { parties } = await importParties({
  files: [file],
  now: () => new Date(),
  onProgress: () => {},
  async connect() {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    return client
  },
  publish: (generation, counts, files) =>
    db.transaction().execute((db) => publishGeneration(db, generation, counts, files, new Date())),
})
await db.destroy()
process.send?.({ parties, mebibytes: process.resourceUsage().maxRSS / 1024 })
