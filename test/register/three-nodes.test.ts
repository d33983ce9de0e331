import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { randomFrom } from '../support/cases/random.ts'
import { isFull, scaled } from '../support/cases/scale.ts'
import { connectionsFor } from '../support/database/locks.ts'
import { type Client, client, startServer } from '../support/service/harness.ts'
import { metric } from '../support/service/metrics.ts'
import { startSecondNode } from '../support/service/second-node.ts'

const server = startServer({ connections: connectionsFor(12) })
const people: Client[] = []
let owner: Client

beforeAll(async () => {
  owner = await server.signIn('owner')
  for (let count = 0; count < 8; count++) people.push(await server.signIn('auditor'))
})

function otherNode() {
  return startSecondNode(server, { dataDir: mkdtempSync(join(inject('runDir'), 'data-')) })
}

test.runIf(isFull)(
  'many changes of the same rows on three nodes are no false alarm, and a node that was away catches up',
  async () => {
    const second = await otherNode()
    const third = await otherNode()
    onTestFinished(async () => {
      await Promise.all([second.stop(), third.stop()])
    })
    const nodes = [server, second, third]
    const random = randomFrom(1)
    const on = ({ token }: Client) => client(random.pick(nodes), token)
    let left = scaled(200, 4_000)
    const refused: unknown[] = []
    const keep = ({ status, body }: { status: number; body: unknown }) => {
      if (status !== 200) refused.push({ status, body })
    }
    await Promise.all(
      Array.from({ length: 12 }, async (_, worker) => {
        while (left > 0) {
          const number = left--
          const person = random.pick(people)
          keep(await on(owner).patch(`/v1/administrators/${person.id}`, { name: `${worker} ${number}` }))
          // Whose row was just changed on another node is somebody all the same.
          keep(await on(person).get('/v1/auth/me'))
        }
      }),
    )
    expect(refused).toEqual([])
    const late = await otherNode()
    onTestFinished(() => late.stop())
    for (const node of [...nodes, late]) {
      await node.service.register.demandCurrent()
      expect(node.service.register.isHeld()).toBe(false)
      expect((await metric(node, 'kontor_proof_failures_total', { kind: 'administrator' })) ?? 0).toBe(0)
      for (const { id } of people) {
        const row = await server.db
          .selectFrom('administrators')
          .select('proof_revision')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        expect(node.service.register.last('administrator', id as string)).toBe(row.proof_revision)
      }
    }
    await server.service.deferredAudit.flush()
    expect(await server.db.selectFrom('rollbacks').selectAll().execute()).toEqual([])
    const { body } = await owner.get('/v1/audit-events?action=proof.failed')
    expect(body.items).toEqual([])
  },
)
