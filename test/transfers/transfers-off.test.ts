import { rename } from 'node:fs/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  ethereumInputs,
  givenPayer,
  givenSigned,
  givenTransfer,
  livingSpends,
  newTransfer,
  transferPath,
  transfersOn,
} from '../support/given-transfer.ts'
import { startServer } from '../support/harness.ts'

describe('without KONTOR_TRANSFERS', () => {
  const server = startServer()

  test('nothing is prepared, and lists are empty', async () => {
    const payer = await givenPayer(server)
    expect(await payer.owner.post('/v1/transfers', newTransfer(payer))).toMatchObject({
      status: 409,
      body: { code: 'transfers_disabled' },
    })
    expect((await payer.owner.get('/v1/transfers')).body).toEqual({ items: [], next_cursor: null })
  })
})

describe('a draft of a time when transfers were on', () => {
  const on = startServer({ env: transfersOn })

  test('is not signed any more; it can be read and cancelled', async () => {
    const payer = await givenPayer(on)
    const { id } = await givenTransfer(payer.owner, payer)
    const { transfer } = await givenSigned(payer.owner, payer, 0)
    const { buildService } = await import('../../server/app.ts')
    const { connect } = await import('../../server/platform/db/database.ts')
    const { createNotifications } = await import('../../server/platform/db/notifications.ts')
    const { client } = await import('../support/harness.ts')
    const { default: pino } = await import('pino')
    const log = pino({ level: 'silent' })
    const db = connect(on.databaseUrl, { max: 2 })
    const notifications = createNotifications({ url: on.databaseUrl, log })
    const off = await buildService({
      config: { ...on.config, transfersEnabled: false },
      db,
      notifications,
      log,
    })
    const url = await off.app.listen({ port: 0, host: '127.0.0.1' })
    await off.start()
    const owner = client({ url }, payer.owner.token)
    try {
      const refused = { status: 409, body: { code: 'transfers_disabled' } }
      expect(await owner.post(transferPath(id, '/sign'), ethereumInputs(1))).toMatchObject(refused)
      expect(await owner.post(transferPath(transfer.id, '/broadcast'))).toMatchObject(refused)
      // What is signed is there, whoever asks for it.
      expect((await owner.get(transferPath(transfer.id, '/export'))).status).toBe(200)
      expect((await owner.post(transferPath(id, '/cancel'), {})).body.status).toBe('cancelled')
    } finally {
      await off.stop()
      await notifications.close()
      await db.destroy()
    }
  })
})

describe('a signature that cannot be recorded', () => {
  const server = startServer({ env: transfersOn })

  test('is not made', async () => {
    const payer = await givenPayer(server)
    const { id } = await givenTransfer(payer.owner, payer)
    await sql`alter table transfers add constraint broken check (prepared_at is null) not valid`.execute(
      server.db,
    )
    const reply = await payer.owner.post(transferPath(id, '/sign'), ethereumInputs(0))
    expect(reply).toMatchObject({ status: 503, body: { code: 'audit_unavailable' } })
    await sql`alter table transfers drop constraint broken`.execute(server.db)
    expect(await livingSpends(server, payer.wallet.address)).toEqual([])
    expect((await payer.owner.get(transferPath(id))).body.status).toBe('draft')
  })

  test('a wallet that does not follow from its mnemonic pays nothing', async () => {
    const payer = await givenPayer(server)
    const other = await givenPayer(server)
    await server.db.deleteFrom('wallets').where('id', '=', other.wallet.id).execute()
    await server.db
      .updateTable('wallets')
      .set({ address: other.wallet.address })
      .where('id', '=', payer.wallet.id)
      .execute()
    const { id } = await givenTransfer(payer.owner, payer)
    const reply = await payer.owner.post(transferPath(id, '/sign'), ethereumInputs(0))
    expect(reply.status).toBe(500)
    expect(server.logged.some((line) => line.includes('wallet_drift'))).toBe(true)
    const { status, signature } = (await payer.owner.get(transferPath(id))).body
    expect([status, signature]).toEqual(['approved', null])
    // It was decided, so that only evidence ends it.
    expect((await payer.owner.post(transferPath(id, '/cancel'), {})).status).toBe(409)
    const released = await payer.owner.post(transferPath(id, '/release'), { evidence: 'Не подписана' })
    expect(released.body.status).toBe('failed')
  })
})

describe('a sealed vault', () => {
  const server = startServer({ env: transfersOn })

  test('signs nothing', async () => {
    const payer = await givenPayer(server)
    const { id } = await givenTransfer(payer.owner, payer)
    const { keyFile } = server.config
    await rename(keyFile, `${keyFile}.away`)
    const { buildService } = await import('../../server/app.ts')
    const { connect } = await import('../../server/platform/db/database.ts')
    const { createNotifications } = await import('../../server/platform/db/notifications.ts')
    const { client } = await import('../support/harness.ts')
    const { default: pino } = await import('pino')
    const log = pino({ level: 'silent' })
    const db = connect(server.databaseUrl, { max: 2 })
    const notifications = createNotifications({ url: server.databaseUrl, log })
    const sealed = await buildService({ config: server.config, db, notifications, log })
    const url = await sealed.app.listen({ port: 0, host: '127.0.0.1' })
    await sealed.start()
    try {
      const owner = client({ url }, payer.owner.token)
      expect(await owner.post(transferPath(id, '/sign'), ethereumInputs(0))).toMatchObject({
        status: 503,
        body: { code: 'vault_sealed' },
      })
    } finally {
      await sealed.stop()
      await notifications.close()
      await db.destroy()
      await rename(`${keyFile}.away`, keyFile)
    }
  })
})
