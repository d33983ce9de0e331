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
import { client, startServer } from '../support/harness.ts'
import { connectionsFor, whileLocked } from '../support/locks.ts'
import { startSecondNode } from '../support/second-node.ts'

const server = startServer({ env: transfersOn, connections: connectionsFor(4) })
const stopped = { status: 409, body: { code: 'signing_stopped' } }

test('after a stop nothing is signed or broadcast, on no node; what is signed can be exported', async () => {
  const payer = await givenPayer(server)
  const draft = await givenTransfer(payer.owner, payer)
  const { transfer, signed } = await givenSigned(payer.owner, payer, 0)
  const other = await startSecondNode(server)
  try {
    expect((await payer.owner.post('/v1/signing/stop', { reason: 'Украли ноутбук' })).status).toBe(200)
    const there = client(other, payer.owner.token)
    for (const owner of [payer.owner, there])
      expect(await owner.post(transferPath(draft.id, '/sign'), ethereumInputs(1))).toMatchObject(stopped)
    expect((await payer.owner.get(transferPath(transfer.id, '/export'))).body).toBe(signed.raw)
    expect(await livingSpends(server, payer.wallet.address)).toHaveLength(1)
    expect((await payer.owner.post('/v1/signing/start')).status).toBe(200)
    expect((await there.post(transferPath(draft.id, '/sign'), ethereumInputs(1))).status).toBe(200)
  } finally {
    await other.stop()
  }
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
