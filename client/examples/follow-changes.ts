// Prints every change, and goes on where it stopped when it is started again.
//   KONTOR_URL=https://kontor.example.com KONTOR_API_KEY=kontor_… node follow-changes.js cursor.txt
import { readFile, rename, writeFile } from 'node:fs/promises'
import { CursorExpiredError, createKontor } from 'kontor-client'

const { KONTOR_URL = 'http://localhost:8080', KONTOR_API_KEY } = process.env
const [cursorFile] = process.argv.slice(2)
if (!KONTOR_API_KEY || !cursorFile) {
  throw new Error('Usage: KONTOR_API_KEY=kontor_… node follow-changes.js cursor.txt')
}
const kontor = createKontor({ url: KONTOR_URL, apiKey: KONTOR_API_KEY })
const stop = new AbortController()
process.once('SIGTERM', () => stop.abort())

/** By a rename, so that the file is never half written. */
async function store(cursor: string): Promise<void> {
  await writeFile(`${cursorFile}.new`, cursor)
  await rename(`${cursorFile}.new`, cursorFile as string)
}

try {
  const after = await readFile(cursorFile, 'utf8').catch(() => undefined)
  for await (const change of kontor.changes({ after, signal: stop.signal })) {
    console.log(`${change.type} of ${change.object.type} ${change.object.id}`)
    await store(change.cursor)
  }
} catch (error) {
  if (error instanceof CursorExpiredError) {
    console.error('The cursor has expired: read everything again, then delete the file.')
    process.exitCode = 1
  } else if (!stop.signal.aborted) throw error
}
