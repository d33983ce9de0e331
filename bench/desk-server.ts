import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { superuserUrl } from '../test/support/database/superuser.ts'
import { givenSession } from '../test/support/service/signed-in.ts'
import { createLoopWatch } from './loop-watch.ts'
import { startMeasuredService } from './measured-service.ts'

export type DeskQuestion = 'watch' | 'watched' | 'sign-in'
export interface DeskServer {
  url: string
  databaseUrl: string
  token: string
}

/** The service over the data of a large desk, which a folder may keep for the next time. */
const organizations = Number(process.argv[2])
const keep = process.argv[3]
if (keep) mkdirSync(keep, { recursive: true })
const { db, url, service, serve } = await startMeasuredService(
  {},
  { keep, settings: { shared_buffers: '1GB', jit: 'off', max_wal_size: '8GB' } },
)
const { total } = await db.selectFrom('organization_counter').select('total').executeTakeFirstOrThrow()
if (total === 0) await load()
else if (total !== organizations) throw new Error(`${keep} has ${total} organizations`)
const watch = createLoopWatch()

process.on('message', async (question: DeskQuestion) => {
  if (question === 'watch') watch.begin()
  if (question === 'sign-in') process.send?.(await signIn())
  else process.send?.(question === 'watch' ? {} : await watch.end())
})

await serve(async () => ({ databaseUrl: url, token: (await signIn()).token }))

function signIn() {
  return givenSession({ db, service, now: new Date() }, 'owner')
}

/** In a process of its own, so that the memory that it takes is not that of the service. */
async function load(): Promise<void> {
  const loader = fork(join(import.meta.dirname, 'desk-load.ts'), [superuserUrl(url), String(organizations)])
  const [code] = await once(loader, 'exit')
  if (code !== 0) throw new Error(`loading ended with ${code}`)
}
