import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  ethereumInputs,
  givenPayer,
  givenSigned,
  givenTransfer,
  livingSpends,
  transferPath,
  transfersOn,
} from '../support/given-transfer.ts'
import { auditOf } from '../support/given-wallets.ts'
import { client, startServer } from '../support/harness.ts'
import { connectionsFor, whileLocked } from '../support/locks.ts'
import { startSecondNode } from '../support/second-node.ts'

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

test('a stop and an export at the same moment: the bytes left before the stop, or stay', async () => {
  const payer = await givenPayer(server)
  const { transfer, signed } = await givenSigned(payer.owner, payer, 0)
  const [exported, stop] = await whileLocked(
    server.db,
    (db) => sql`select pg_advisory_xact_lock(hashtextextended('kontor signing', 0))`.execute(db),
    () => [payer.owner.get(transferPath(transfer.id, '/export')), payer.owner.post('/v1/signing/stop', {})],
  )
  expect(stop?.status).toBe(200)
  const recorded = await auditOf(server, payer.id, 'transfer.exported')
  if (exported?.status === 200) expect([exported.body, recorded.length]).toEqual([signed.raw, 1])
  else {
    expect(exported).toMatchObject(stopped)
    expect(recorded).toEqual([])
  }
  expect((await payer.owner.post('/v1/signing/start')).status).toBe(200)
})

test('a stop at the same moment: either the signature is there, or nobody gets it before the start', async () => {
  const payer = await givenPayer(server)
  const { id } = await givenTransfer(payer.owner, payer)
  const [signed, stop] = await whileLocked(
    server.db,
    (db) => sql`select pg_advisory_xact_lock(hashtextextended('kontor signing', 0))`.execute(db),
    () => [
      payer.owner.post(transferPath(id, '/sign'), ethereumInputs(0)),
      payer.owner.post('/v1/signing/stop', {}),
    ],
  )
  expect(stop?.status).toBe(200)
  const after = (await payer.owner.get(transferPath(id))).body
  if (signed?.status === 200) expect(after.status).toBe('signed')
  else {
    expect(signed).toMatchObject(stopped)
    expect(after.signature).toBeNull()
    expect(await payer.owner.post(transferPath(id, '/sign'), ethereumInputs(0))).toMatchObject(stopped)
  }
  expect((await payer.owner.post('/v1/signing/start')).status).toBe(200)
  expect((await payer.owner.post(transferPath(id, '/sign'), ethereumInputs(0))).status).toBe(200)
  expect(await livingSpends(server, payer.wallet.address)).toHaveLength(1)
})
