import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { closureActs } from '../../contract/api/acts.ts'
import type { PolicyRule } from '../../contract/control/policy.ts'
import { isFull } from '../support/cases/scale.ts'
import { lockWaiters, untilWaiting } from '../support/database/locks.ts'
import { changeAdministrators } from '../support/database/proven-rows.ts'
import { withoutRules } from '../support/given/given-policy.ts'
import { type ServiceProcess, startProcess, untilReady } from '../support/processes/service-process.ts'
import { givenAdministrator, password } from '../support/service/auth-helpers.ts'
import { type Client, client, startServer } from '../support/service/harness.ts'
import { newEmail } from './one-person/hand.ts'

/** Only its database and its key are used: the service runs in processes of its own, which are killed. */
const server = startServer()

const voters: PolicyRule['from'] = ['owner', 'custodian']
const rules: PolicyRule[] = [
  { act: 'webhook.save', approvals: 1, from: voters },
  ...closureActs.map((act): PolicyRule => ({ act, approvals: 1, from: voters })),
]

let people: { email: string }[]

beforeEach(async () => {
  await withoutRules(server)
  await changeAdministrators(server, { disabled_at: new Date() })
  people = []
  for (let one = 0; one < 2; one++) people.push(await givenAdministrator(server, { role: 'owner' }))
})

async function start() {
  const process = await startProcess({
    DATABASE_URL: server.databaseUrl,
    KONTOR_DATA_DIR: server.dataDir,
    KONTOR_RATE_LIMIT: 'off',
  })
  await untilReady(process)
  const signIn = async ({ email }: { email: string }): Promise<Client> => {
    const { body } = await client(process, null).post('/v1/auth/login', { email, password })
    return client(process, body.access_token, body.admin.id)
  }
  const [asker, voter] = [await signIn(people[0] as never), await signIn(people[1] as never)]
  return { process, asker, voter }
}

async function kill({ child, ended }: ServiceProcess): Promise<void> {
  child.kill('SIGKILL')
  expect(await ended).toBe('SIGKILL')
  // PostgreSQL ends the transactions of a dead client by itself; wait until it has.
  await expect.poll(() => lockWaiters(server.db), { timeout: 30_000 }).toBe(0)
}

function save(by: Client, url: string) {
  return by.post('/v1/webhooks', { url })
}

async function tracesOf(url: string, approval: string) {
  const hooks = await server.db.selectFrom('webhook_endpoints').select('id').where('url', '=', url).execute()
  const acts = await server.db.selectFrom('acts').select('id').where('approval_id', '=', approval).execute()
  const audit = await server.db
    .selectFrom('audit_events')
    .select('event')
    .where('action', '=', 'webhook.created')
    .execute()
  const told = audit.filter(({ event }) => JSON.parse(event).details.approval_id === approval)
  return { hooks: hooks.length, acts: acts.length, audited: told.length }
}

/** Asks, votes, and returns with the service still running. */
async function approved() {
  const first = await start()
  const url = `https://hooks.example.com/${newEmail()}`
  expect((await first.asker.put('/v1/policy', { rules })).status).toBe(200)
  const { body } = await save(first.asker, url)
  const id = body.context.approval_id
  const voted = await first.voter.post(`/v1/approvals/${id}/votes`, { decision: 'approve' })
  expect(voted.body.status).toBe('approved')
  return { ...first, url, id }
}

test.runIf(isFull)(
  'killed between vote and act: the vote is there, and the act is possible once',
  async () => {
    const { process, url, id } = await approved()
    await kill(process)
    const again = await start()
    try {
      expect((await again.asker.get(`/v1/approvals/${id}`)).body).toMatchObject({
        status: 'approved',
        votes: [{ decision: 'approve', counts: true }],
      })
      expect((await save(again.asker, url)).status).toBe(201)
      expect((await save(again.asker, url)).status).toBe(403)
      expect(await tracesOf(url, id)).toEqual(all)
    } finally {
      await kill(again.process)
    }
  },
)

const none = { hooks: 0, acts: 0, audited: 0 }
const all = { hooks: 1, acts: 1, audited: 1 }

// Before the approval is used, nothing is sent that could be committed. At the audit row, PostgreSQL has the whole act with
// its commit: it does all of it, unless it sees first that the process is gone.
test.runIf(isFull).each([
  ['approvals', (id: string) => sql`select from approvals where id = ${id} for update`, [none]],
  ['audit_head', () => sql`select from audit_head for update`, [none, all]],
])(
  'killed while acting, at %s: nothing is half-done, and the act is possible once',
  async (_name, lock, possible) => {
    const { process, asker, url, id } = await approved()
    await server.db.transaction().execute(async (db) => {
      await lock(id).execute(db)
      const acting = save(asker, url).catch(() => undefined)
      await untilWaiting(server.db, 1)
      process.child.kill('SIGKILL')
      await acting
    })
    await kill(process)
    await expect.poll(() => activeTransactions()).toBe(0)
    const left = await tracesOf(url, id)
    expect(possible).toContainEqual(left)
    const isDone = left.acts > 0
    const again = await start()
    try {
      expect((await again.asker.get(`/v1/approvals/${id}`)).body.status).toBe(isDone ? 'used' : 'approved')
      if (!isDone) expect((await save(again.asker, url)).status).toBe(201)
      expect((await save(again.asker, url)).status).toBe(403)
      expect(await tracesOf(url, id)).toEqual(all)
    } finally {
      await kill(again.process)
    }
  },
)

/** Of all but this connection. */
async function activeTransactions(): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
  `.execute(server.db)
  return rows.length
}
