import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { newId } from '../../server/platform/db/ids.ts'
import { isFull } from '../support/cases/scale.ts'
import { testRandom } from '../support/cases/seed.ts'
import { lockWaiters } from '../support/database/locks.ts'
import { approve, givenBuyer, givenRequest, review } from '../support/given/given-purchase-request.ts'
import { runCli } from '../support/processes/run-cli.ts'
import { type ServiceProcess, startProcess, untilReady } from '../support/processes/service-process.ts'
import { type Client, client, startServer } from '../support/service/harness.ts'
import { pathOf, payment } from './given-deal.ts'

/** Its database and its keys are used: the service runs in processes of its own, which are killed. */
const server = startServer()

const kills = 8
const clerks = 6

/** What was acknowledged: each has an id of its own. */
type Kind = 'payments' | 'refunds' | 'deliveries'
interface Fact {
  request: string
  kind: Kind
  id: string
}

/** The size of each: 3.00 and 1.00 of the currency, 0.000001 of the asset. */
const units: Record<Kind, bigint> = { payments: 300n, refunds: 100n, deliveries: 1n }

test.runIf(isFull)(
  'killed at any moment, nothing acknowledged is missing, and nothing is there twice',
  {
    timeout: 600_000,
  },
  async () => {
    const random = testRandom()
    const owner = await server.signIn('owner')
    const buyer = await givenBuyer(server)
    const terms = { crypto_amount: '100', rate: '1000', fee_amount: '10' }
    const requests: string[] = []
    for (let n = 0; n < 3; n++) {
      const { id } = await givenRequest(owner, buyer.id, terms, review, approve)
      expect((await owner.post(`${pathOf(id)}/payments`, payment({ amount: '10000' }))).status).toBe(201)
      requests.push(id)
    }

    const place = { url: '' }
    const clerk = client(place, owner.token)
    let isOver = false
    const facts: Fact[] = []
    let running = await start()

    const work = Promise.all(Array.from({ length: clerks }, (_, n) => enter(n)))
    for (let n = 0; n < kills; n++) {
      await wait(200 + random.below(1_500))
      await kill(running)
      running = await start()
    }
    // However slow the machine is: it must have been killed while somebody was at work.
    await expect.poll(() => facts.length, { timeout: 300_000 }).toBeGreaterThan(clerks * kills)
    isOver = true
    await work
    await kill(running)

    for (const id of requests) {
      const { totals } = (await owner.get(pathOf(id))).body
      for (const [kind, sum] of [
        ['payments', totals.received_amount],
        ['refunds', totals.refunded_amount],
        ['deliveries', totals.delivered_amount],
      ] as const) {
        const told = facts.filter((fact) => fact.request === id && fact.kind === kind)
        const kept = await listIds(owner, `${pathOf(id)}/${kind}`)
        const [first] = kind === 'payments' ? kept.slice(-1) : []
        expect(kept.filter((one) => one !== first).sort()).toEqual(told.map((fact) => fact.id).sort())
        const expected = BigInt(told.length) * units[kind] + (first ? 1_000_000n : 0n)
        expect(unitsOf(sum, kind === 'deliveries' ? 6 : 2)).toBe(expected)
      }
    }
    const verified = await runCli(['books', 'verify'], {
      DATABASE_URL: server.databaseUrl,
      KONTOR_DATA_DIR: server.dataDir,
    })
    expect(verified).toMatchObject({ code: 0 })
    const postings = await server.db.selectFrom('book_postings').select('fact_id').execute()
    expect(postings.map(({ fact_id }) => fact_id).sort()).toEqual(
      [...new Set(postings.map(({ fact_id }) => fact_id))].sort(),
    )
    expect(postings).toHaveLength(facts.length + requests.length)

    /** Enters one fact after the other. What is not acknowledged is sent again, under the same key. */
    async function enter(clerkNumber: number): Promise<void> {
      const kinds = ['payments', 'refunds', 'deliveries'] as const
      for (let n = 0; !isOver; n++) {
        const request = requests[(clerkNumber + n) % requests.length] as string
        const kind = kinds[(clerkNumber + n) % 2 === 0 ? 0 : 1 + (n % 4 < 2 ? 0 : 1)] as Kind
        const body = bodyOf(kind, `${clerkNumber}-${n}`)
        const key = { 'idempotency-key': newId() }
        const first = await untilAnswered(`${pathOf(request)}/${kind}`, body, key)
        expect(first).toMatchObject({ status: 201 })
        facts.push({ request, kind, id: first.body.id })
        if (n % 3 > 0) continue
        // The response was lost on the way.
        expect((await untilAnswered(`${pathOf(request)}/${kind}`, body, key)).body).toEqual(first.body)
      }
    }

    async function untilAnswered(path: string, body: object, headers: Record<string, string>) {
      for (;;) {
        const reply = await clerk.post(path, body, headers).catch(() => undefined)
        if (reply && reply.status < 500) return reply
        await wait(50)
      }
    }

    async function start(): Promise<ServiceProcess> {
      const process = await startProcess({
        DATABASE_URL: server.databaseUrl,
        KONTOR_DATA_DIR: server.dataDir,
        KONTOR_RATE_LIMIT: 'off',
      })
      await untilReady(process)
      place.url = process.url
      return process
    }

    async function kill({ child, ended }: ServiceProcess): Promise<void> {
      child.kill('SIGKILL')
      expect(await ended).toBe('SIGKILL')
      await expect.poll(() => lockWaiters(server.db), { timeout: 30_000 }).toBe(0)
    }
  },
)

function bodyOf(kind: Kind, name: string): object {
  switch (kind) {
    case 'payments':
      return payment({ amount: '3', reference: `P ${name}` })
    case 'refunds':
      return { amount: '1', reference: `R ${name}`, account: '40702810900000000001', reason_code: 'other' }
    case 'deliveries':
      return { amount: '0.000001', tx_hash: Buffer.from(name.padStart(32, ' ')).toString('hex') }
  }
}

async function listIds(reader: Client, path: string): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const { body } = await reader.get(`${path}?limit=100${cursor && `&cursor=${cursor}`}`)
    ids.push(...body.items.map(({ id }: { id: string }) => id))
    cursor = body.next_cursor
  }
  return ids
}

function unitsOf(text: string, places: number): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(places, '0'))
}
