import { rename } from 'node:fs/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { provenWallets } from '../../server/features/wallets/wallet-proofs.ts'
import { isFull } from '../support/cases/scale.ts'
import { proveRow } from '../support/database/proven-rows.ts'
import {
  ethereumInputs,
  givenPayer,
  givenSigned,
  givenTransfer,
  livingSpends,
  newTransfer,
  transferPath,
  transfersOn,
} from '../support/given/given-transfer.ts'
import { client, startServer } from '../support/service/harness.ts'
import { startSecondNode } from '../support/service/second-node.ts'

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

  test.runIf(isFull)('is not signed any more; it can be read and cancelled', async () => {
    const payer = await givenPayer(on)
    const { id } = await givenTransfer(payer.owner, payer)
    const { transfer } = await givenSigned(payer.owner, payer, 0)
    const off = await startSecondNode(on, { transfersEnabled: false })
    const owner = client(off, payer.owner.token)
    try {
      const refused = { status: 409, body: { code: 'transfers_disabled' } }
      expect(await owner.post(transferPath(id, '/sign'), ethereumInputs(1))).toMatchObject(refused)
      expect(await owner.post(transferPath(transfer.id, '/broadcast'))).toMatchObject(refused)
      // What is signed is there, whoever asks for it.
      expect((await owner.get(transferPath(transfer.id, '/export'))).status).toBe(200)
      expect((await owner.post(transferPath(id, '/cancel'), {})).body.status).toBe('cancelled')
    } finally {
      await off.stop()
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

  test('an intent that was changed in the database is not signed', async () => {
    const payer = await givenPayer(server)
    const { id } = await givenTransfer(payer.owner, payer)
    await server.db.updateTable('transfers').set({ amount: '1' }).where('id', '=', id).execute()
    const reply = await payer.owner.post(transferPath(id, '/sign'), ethereumInputs(0))
    expect(reply).toMatchObject({ status: 503, body: { code: 'proof_invalid' } })
    expect(await livingSpends(server, payer.wallet.address)).toEqual([])
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
    await proveRow(server, provenWallets, payer.wallet.id)
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

  test('signs nothing, and gives nothing out', async () => {
    const payer = await givenPayer(server)
    const { id } = await givenTransfer(payer.owner, payer)
    const { transfer } = await givenSigned(payer.owner, payer, 7)
    const { vault } = server.service
    await vault.stop()
    await rename(server.config.keyFile, `${server.config.keyFile}.away`)
    expect(await vault.unlock()).toBe('sealed')
    try {
      const sealed = { status: 503, body: { code: 'vault_sealed' } }
      expect(await payer.owner.post(transferPath(id, '/sign'), ethereumInputs(0))).toMatchObject(sealed)
      expect(await livingSpends(server, payer.wallet.address)).toHaveLength(1)
      // Its checkpoint could not be signed.
      expect(await payer.owner.get(transferPath(transfer.id, '/export'))).toMatchObject(sealed)
    } finally {
      await rename(`${server.config.keyFile}.away`, server.config.keyFile)
      expect(await vault.unlock()).toBe('open')
    }
    expect((await payer.owner.post(transferPath(id, '/sign'), ethereumInputs(0))).status).toBe(200)
  })
})
