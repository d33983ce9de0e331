import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { isFull } from '../support/cases/scale.ts'
import { lockWaiters, untilWaiting } from '../support/database/locks.ts'
import {
  ethereumInputs,
  givenPayer,
  givenTransfer,
  livingSpends,
  transferPath,
  transfersOn,
} from '../support/given/given-transfer.ts'
import { auditOf, eventsOf } from '../support/given/given-wallets.ts'
import { startProcess, untilReady } from '../support/processes/service-process.ts'
import { client, startServer } from '../support/service/harness.ts'

const server = startServer({ env: transfersOn, connections: 5 })
const door = 4711

/** Keeps whoever writes such a change before a closed door, until the service was killed there. */
async function killAt(change: string, transferId: string, token: string | null): Promise<void> {
  await sql`
    create function wait_at_door() returns trigger language plpgsql as
    'begin perform pg_advisory_xact_lock(${sql.lit(door)}); return new; end'
  `.execute(server.db)
  await sql`
    create trigger door before update on transfers for each row when (${sql.raw(change)})
    execute function wait_at_door()
  `.execute(server.db)
  const started = await startProcess({
    ...transfersOn,
    DATABASE_URL: server.databaseUrl,
    KONTOR_DATA_DIR: server.dataDir,
    KONTOR_KYB_REQUIRES: 'none',
  })
  try {
    await untilReady(started)
    await server.db.transaction().execute(async (holder) => {
      await sql`select pg_advisory_xact_lock(${sql.lit(door)})`.execute(holder)
      const lost = client(started, token).post(transferPath(transferId, '/sign'), ethereumInputs(11), {
        'kontor-reason': 'older',
      })
      lost.catch(() => {})
      await untilWaiting(server.db, 1)
      started.child.kill('SIGKILL')
      await started.ended
      await expect(lost).rejects.toThrow()
    })
  } finally {
    started.child.kill('SIGKILL')
  }
  await expect.poll(() => lockWaiters(server.db), { timeout: 30_000 }).toBe(0)
  await sql`drop trigger door on transfers`.execute(server.db)
  await sql`drop function wait_at_door`.execute(server.db)
}

test.runIf(isFull)(
  'a service that is killed before the audit row is committed has decided nothing',
  async () => {
    const payer = await givenPayer(server)
    const { id } = await givenTransfer(payer.owner, payer)
    await killAt('old.prepared_at is null and new.prepared_at is not null', id, payer.owner.token)
    expect((await payer.owner.get(transferPath(id))).body.status).toBe('draft')
    expect(await livingSpends(server, payer.wallet.address)).toEqual([])
    expect(await auditOf(server, payer.id, 'transfer.signing')).toEqual([])
    expect(
      (await payer.owner.post(transferPath(id, '/sign'), ethereumInputs(12), { 'kontor-reason': 'older' }))
        .status,
    ).toBe(200)
  },
)

test.runIf(isFull)(
  'a service that is killed between the signature and its storing signs the same again',
  async () => {
    const payer = await givenPayer(server)
    const { id } = await givenTransfer(payer.owner, payer)
    await killAt('old.raw is null and new.raw is not null', id, payer.owner.token)
    // Decided, recorded and reserved, but nobody has seen the bytes.
    const { status, signature } = (await payer.owner.get(transferPath(id))).body
    expect([status, signature]).toEqual(['approved', null])
    expect(await livingSpends(server, payer.wallet.address)).toEqual([{ transfer_id: id, key: 'nonce:11' }])
    expect((await payer.owner.post(transferPath(id, '/cancel'), {})).status).toBe(409)
    const other = await givenTransfer(payer.owner, payer)
    expect(
      (
        await payer.owner.post(transferPath(other.id, '/sign'), ethereumInputs(11), {
          'kontor-reason': 'older',
        })
      ).body.code,
    ).toBe('already_spent')

    const first = await payer.owner.post(transferPath(id, '/sign'), ethereumInputs(12), {
      'kontor-reason': 'older',
    })
    expect(first.status).toBe(200)
    const again = await payer.owner.post(transferPath(id, '/sign'), {})
    expect(again.body).toEqual(first.body)
    expect(await livingSpends(server, payer.wallet.address)).toEqual([{ transfer_id: id, key: 'nonce:11' }])
    expect(await auditOf(server, payer.id, 'transfer.signing')).toHaveLength(1)
    expect(await auditOf(server, payer.id, 'transfer.signed')).toHaveLength(1)
    const told = (await eventsOf(server, payer.id)).filter(({ type }) => type === 'transfer.signed')
    expect(told).toHaveLength(1)
  },
)
