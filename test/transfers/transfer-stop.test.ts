import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { thorough } from '../support/cases/thorough.ts'
import { connectionsFor, untilWaiting } from '../support/database/locks.ts'
import {
  ethereumInputs,
  givenPayer,
  givenSigned,
  givenTransfer,
  livingSpends,
  transferPath,
  transfersOn,
} from '../support/given/given-transfer.ts'
import { auditOf } from '../support/given/given-wallets.ts'
import { type Client, client, startServer } from '../support/service/harness.ts'
import { startSecondNode } from '../support/service/second-node.ts'

const server = startServer({ env: transfersOn, connections: connectionsFor(4) })
const stopped = { status: 409, body: { code: 'signing_stopped' } }

test('after a stop nothing is signed, and no signed bytes are given out, on no node', async () => {
  const payer = await givenPayer(server)
  const draft = await givenTransfer(payer.owner, payer)
  const { transfer, signed } = await givenSigned(payer.owner, payer, 0)
  const other = await startSecondNode(server)
  try {
    expect((await payer.owner.post('/v1/signing/stop', { reason: 'Украли ноутбук' })).status).toBe(200)
    const there = client(other, payer.owner.token)
    for (const owner of [payer.owner, there])
      expect(await owner.post(transferPath(draft.id, '/sign'), ethereumInputs(1))).toMatchObject(stopped)
    // Whoever has the bytes can send them: the repetition of the signing call is refused as the export is.
    for (const owner of [payer.owner, there]) {
      expect(await owner.get(transferPath(transfer.id, '/export'))).toMatchObject(stopped)
      expect(await owner.get(transferPath(transfer.id, '/export?format=qr'))).toMatchObject(stopped)
      expect(await owner.post(transferPath(transfer.id, '/sign'), ethereumInputs(0))).toMatchObject(stopped)
      expect(JSON.stringify((await owner.get(transferPath(transfer.id))).body)).not.toContain(signed.raw)
    }
    expect(await auditOf(server, payer.id, 'transfer.exported')).toEqual([])
    expect(await livingSpends(server, payer.wallet.address)).toHaveLength(1)
    expect((await payer.owner.post('/v1/signing/start')).status).toBe(200)
    expect((await there.post(transferPath(draft.id, '/sign'), ethereumInputs(1))).status).toBe(200)
    expect((await there.get(transferPath(transfer.id, '/export'))).body).toBe(signed.raw)
    expect((await there.post(transferPath(transfer.id, '/sign'), ethereumInputs(0))).body.raw).toBe(
      signed.raw,
    )
  } finally {
    await other.stop()
  }
})

/** Sends the request, stops signing while the transaction waits for the end of the audit log, and lets it go on. */
async function stoppedMeanwhile(owner: Client, send: () => ReturnType<Client['post']>) {
  const { reply } = await server.db.transaction().execute(async (db) => {
    await sql`select from audit_head for update`.execute(db)
    const reply = send()
    await untilWaiting(server.db, 1)
    expect(await owner.post('/v1/signing/stop', {})).toMatchObject({
      status: 200,
      body: { is_stopped: true },
    })
    return { reply }
  })
  return reply
}

thorough.test(
  'a stop while an export waits for its commit: the bytes stay, though the export is recorded',
  async () => {
    const payer = await givenPayer(server)
    const { transfer, signed } = await givenSigned(payer.owner, payer, 0)
    const read = () => payer.owner.get(transferPath(transfer.id, '/export'))
    expect(await stoppedMeanwhile(payer.owner, read)).toMatchObject(stopped)
    expect(await auditOf(server, payer.id, 'transfer.exported')).toHaveLength(1)
    expect((await payer.owner.post('/v1/signing/start')).status).toBe(200)
    expect((await read()).body).toBe(signed.raw)
  },
)

test('a stop while a signature waits for its commit: nobody gets it before the start', async () => {
  const payer = await givenPayer(server)
  const { id } = await givenTransfer(payer.owner, payer)
  const sign = () => payer.owner.post(transferPath(id, '/sign'), ethereumInputs(0))
  expect(await stoppedMeanwhile(payer.owner, sign)).toMatchObject(stopped)
  expect((await payer.owner.get(transferPath(id))).body.signature).toBeNull()
  expect(await sign()).toMatchObject(stopped)
  expect((await payer.owner.post('/v1/signing/start')).status).toBe(200)
  expect((await sign()).status).toBe(200)
  expect(await livingSpends(server, payer.wallet.address)).toHaveLength(1)
})

thorough.test(
  'a stop while a finished signature waits for its commit: nobody gets it before the start',
  async () => {
    const payer = await givenPayer(server)
    const { id } = await givenTransfer(payer.owner, payer)
    const sign = () => payer.owner.post(transferPath(id, '/sign'), ethereumInputs(0))
    // Decided, but neither signed nor stored: what is left is one transaction.
    expect(await stoppedMeanwhile(payer.owner, sign)).toMatchObject(stopped)
    expect((await payer.owner.post('/v1/signing/start')).status).toBe(200)
    expect(await stoppedMeanwhile(payer.owner, sign)).toMatchObject(stopped)
    expect((await payer.owner.get(transferPath(id))).body.status).toBe('signed')
    expect((await payer.owner.post('/v1/signing/start')).status).toBe(200)
    expect((await sign()).status).toBe(200)
  },
)
