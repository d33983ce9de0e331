import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { isFull } from '../support/cases/scale.ts'
import { connectionsFor, whileLocked } from '../support/database/locks.ts'
import {
  ethereumInputs,
  givenPayer,
  givenSigned,
  givenTransfer,
  livingSpends,
  transferPath,
  transfersOn,
} from '../support/given/given-transfer.ts'
import { eventsOf } from '../support/given/given-wallets.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer({ env: transfersOn, connections: connectionsFor(4) })

function holdTransfer(id: string) {
  return (db: typeof server.db) => sql`select from transfers where id = ${id} for update`.execute(db)
}

describe('what is spent', () => {
  test('is spent once: the second transfer is told of the first', async () => {
    const payer = await givenPayer(server)
    const { transfer } = await givenSigned(payer.owner, payer, 5)
    const second = await givenTransfer(payer.owner, payer)
    expect(await payer.owner.post(transferPath(second.id, '/sign'), ethereumInputs(5))).toMatchObject({
      status: 409,
      body: { code: 'already_spent', context: { transfer_id: transfer.id, spend: 'nonce:5' } },
    })
    expect((await payer.owner.post(transferPath(second.id, '/sign'), ethereumInputs(6))).status).toBe(200)
  })

  test.runIf(isFull)('of another wallet is something else', async () => {
    const one = await givenPayer(server)
    const other = await givenPayer(server)
    await givenSigned(one.owner, one, 5)
    await givenSigned(other.owner, other, 5)
  })

  test('can be spent again after a release', async () => {
    const payer = await givenPayer(server)
    const { transfer } = await givenSigned(payer.owner, payer, 5)
    await payer.owner.post(transferPath(transfer.id, '/release'), { evidence: 'Отброшена' })
    const { transfer: second } = await givenSigned(payer.owner, payer, 5)
    expect(await livingSpends(server, payer.wallet.address)).toEqual([
      { transfer_id: second.id, key: 'nonce:5' },
    ])
    expect(await payer.owner.post(transferPath(transfer.id, '/sign'), ethereumInputs(6))).toMatchObject({
      status: 409,
      body: { code: 'transfer_status', context: { status: 'failed' } },
    })
    expect((await payer.owner.get(transferPath(transfer.id, '/export'))).status).toBe(409)
  })
})

describe('a replacement', () => {
  test('spends the same, and takes its place', async () => {
    const payer = await givenPayer(server)
    const { transfer: old } = await givenSigned(payer.owner, payer, 5)
    const { transfer: made } = await givenSigned(payer.owner, payer, 5, { replaces: old.id })
    expect(made.replaces).toBe(old.id)
    expect((await payer.owner.get(transferPath(old.id))).body).toMatchObject({
      status: 'replaced',
      replaced_by: made.id,
    })
    expect(await livingSpends(server, payer.wallet.address)).toEqual([
      { transfer_id: made.id, key: 'nonce:5' },
    ])
    const types = (await eventsOf(server, payer.id)).map(({ type }) => type)
    expect(types.filter((type) => type.startsWith('transfer.')).slice(2)).toEqual([
      'transfer.created',
      'transfer.replaced',
      'transfer.signed',
    ])
    expect((await payer.owner.get(transferPath(old.id, '/export'))).status).toBe(409)
  })

  test('that would spend something else is refused: both could be carried out', async () => {
    const payer = await givenPayer(server)
    const { transfer: old } = await givenSigned(payer.owner, payer, 5)
    const made = await givenTransfer(payer.owner, payer, { replaces: old.id })
    expect(await payer.owner.post(transferPath(made.id, '/sign'), ethereumInputs(6))).toMatchObject({
      status: 409,
      body: { code: 'replaces_nothing', context: { spends: ['nonce:5'] } },
    })
    expect((await payer.owner.get(transferPath(old.id))).body.status).toBe('signed')
  })

  test('that is released leaves the first one living', async () => {
    const payer = await givenPayer(server)
    const { transfer: old, signed } = await givenSigned(payer.owner, payer, 5)
    const { transfer: made } = await givenSigned(payer.owner, payer, 5, { replaces: old.id })
    await payer.owner.post(transferPath(made.id, '/release'), { evidence: 'Сеть её не приняла' })
    expect((await payer.owner.get(transferPath(old.id))).body).toMatchObject({
      status: 'signed',
      replaced_by: null,
    })
    expect(await livingSpends(server, payer.wallet.address)).toEqual([
      { transfer_id: old.id, key: 'nonce:5' },
    ])
    expect((await payer.owner.get(transferPath(old.id, '/export'))).body).toBe(signed.raw)
  })
})

describe('at the same time', () => {
  test('four signers make one signature, and all get its bytes', async () => {
    const payer = await givenPayer(server)
    const { id } = await givenTransfer(payer.owner, payer)
    const replies = await whileLocked(server.db, holdTransfer(id), () =>
      [0, 1, 2, 3].map((nonce) =>
        payer.owner.post(transferPath(id, '/sign'), ethereumInputs(nonce), { 'kontor-reason': 'older' }),
      ),
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(replies.map(({ body }) => body.raw)).size).toBe(1)
    expect(await livingSpends(server, payer.wallet.address)).toHaveLength(1)
  })

  test('two transfers that spend the same: one is signed', async () => {
    const payer = await givenPayer(server)
    const ids = [(await givenTransfer(payer.owner, payer)).id, (await givenTransfer(payer.owner, payer)).id]
    const replies = await whileLocked(
      server.db,
      (db) => sql`select from transfers where id = any(${ids}::uuid[]) for update`.execute(db),
      () =>
        ids.map((id) =>
          payer.owner.post(transferPath(id, '/sign'), ethereumInputs(9), { 'kontor-reason': 'older' }),
        ),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(replies.find(({ status }) => status === 409)?.body.code).toBe('already_spent')
    expect(await livingSpends(server, payer.wallet.address)).toHaveLength(1)
  })

  test('a signature and a cancellation: one of them wins', async () => {
    const payer = await givenPayer(server)
    const { id } = await givenTransfer(payer.owner, payer)
    const [signed, cancelled] = await whileLocked(server.db, holdTransfer(id), () => [
      payer.owner.post(transferPath(id, '/sign'), ethereumInputs(0)),
      payer.owner.post(transferPath(id, '/cancel'), {}),
    ])
    const { status } = (await payer.owner.get(transferPath(id))).body
    const isSigned = status === 'signed'
    expect([signed?.status, cancelled?.status, status]).toEqual(
      isSigned ? [200, 409, 'signed'] : [409, 200, 'cancelled'],
    )
    expect(await livingSpends(server, payer.wallet.address)).toHaveLength(isSigned ? 1 : 0)
  })

  test.runIf(isFull)('two releases: one is done', async () => {
    const payer = await givenPayer(server)
    const { transfer } = await givenSigned(payer.owner, payer, 0)
    const replies = await whileLocked(server.db, holdTransfer(transfer.id), () =>
      [1, 2].map(() => payer.owner.post(transferPath(transfer.id, '/release'), { evidence: 'Отброшена' })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})
