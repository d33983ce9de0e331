import { Transaction, Wallet } from 'ethers'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { WalletResponse } from '../../contract/wallets/wallets.ts'
import { bookPath } from '../address-book/given-address.ts'
import { approve, givenBuyer, givenRequest, review } from '../support/given/given-purchase-request.ts'
import {
  ethereumInputs,
  givenPayer,
  givenTransfer,
  newTransfer,
  transferPath,
  transfersOn,
  walletOn,
} from '../support/given/given-transfer.ts'
import { givenWallets, walletsPath } from '../support/given/given-wallets.ts'
import { startServer } from '../support/service/harness.ts'
import { expectUnproven, verifyRows } from '../support/service/verify-rows.ts'

/** What somebody can try who writes to the database as the service does, and has no key of the vault. */
const server = startServer({ env: transfersOn })
const elsewhere = () => Wallet.createRandom().address

const update = (id: string, changes: object) =>
  server.db.updateTable('wallets').set(changes).where('id', '=', id).execute()

/** Two generations: coins of the retired wallet are sent to the current one. */
async function givenGenerations() {
  const { id, owner, wallets } = await givenWallets(server)
  const { body } = await owner.post(walletsPath(id, '/replace'), { reason: 'Утечка' })
  const [from, to] = [walletOn(wallets, 'ethereum'), walletOn(body.wallets, 'ethereum')]
  const payer = { id, wallet: from, entry: { id: to.id } }
  return { id, owner, from, to, payer, pay: () => owner.post('/v1/transfers', newTransfer(payer)) }
}

async function expectFound(sentence: string): Promise<void> {
  const { code, stdout } = await verifyRows(server)
  expect(code).toBe(1)
  expect(stdout).toContain(sentence)
}

describe('a wallet whose row was changed', () => {
  test.each([
    ['address', () => elsewhere()],
    ['derivation_path', () => "m/44'/60'/0'/0/7"],
    ['scheme', () => 'another'],
    ['contract_version', () => 'v5'],
  ])('gets nothing, until it is derived again: %s', async (column, value) => {
    const { id, owner, to, pay } = await givenGenerations()
    await update(to.id, { [column]: value() })
    expectUnproven(await pay(), 'wallet', to.id)
    const listed = (await owner.get(bookPath(id))).body.items
    expect(listed.find((one: { id: string }) => one.id === to.id)).toMatchObject({
      is_usable: false,
      blockers: ['unproven'],
    })
    await expectFound(`Wallets: ${to.id} was changed, or is not of the service.`)
    const mended = await owner.post(walletsPath(id, '/create'))
    expect(mended).toMatchObject({ status: 201, body: { wallets: [{ id: to.id, address: to.address }] } })
    expect((await owner.get(`/v1/organizations/${id}`)).body.wallets_count).toBe(5)
    expect((await pay()).status).toBe(201)
    expect((await owner.post(walletsPath(id, '/create'))).status).toBe(409)
  })

  test('pays nothing', async () => {
    const payer = await givenPayer(server)
    const { id } = await givenTransfer(payer.owner, payer)
    await update(payer.wallet.id, { derivation_path: "m/44'/60'/0'/0/7" })
    expectUnproven(await payer.owner.post('/v1/transfers', newTransfer(payer)), 'wallet', payer.wallet.id)
    const sign = () => payer.owner.post(transferPath(id, '/sign'), ethereumInputs(0))
    expectUnproven(await sign(), 'wallet', payer.wallet.id)
    expect((await payer.owner.post(walletsPath(payer.id, '/create'))).status).toBe(201)
    expect((await sign()).status).toBe(200)
  })

  test('gives no secret key', async () => {
    const { id, owner, wallets } = await givenWallets(server)
    const { id: wallet } = wallets[0] as WalletResponse
    await update(wallet, { address: elsewhere() })
    expectUnproven(await owner.get(walletsPath(id, '/secret-keys')), 'wallet', wallet)
  })

  test('two addresses that were swapped between organizations are given back', async () => {
    const [one, other] = [await givenGenerations(), await givenGenerations()]
    await update(one.to.id, { address: elsewhere() })
    await update(other.to.id, { address: one.to.address })
    await update(one.to.id, { address: other.to.address })
    for (const { id, owner, to, pay } of [one, other]) {
      expectUnproven(await pay(), 'wallet', to.id)
      expect((await owner.post(walletsPath(id, '/create'))).body.wallets).toMatchObject([
        { id: to.id, address: to.address },
      ])
      expect((await pay()).status).toBe(201)
    }
  })
})

test('a mnemonic that was replaced does not become the current one again', async () => {
  const { id, owner, from, payer, pay } = await givenGenerations()
  await sql`update wallet_seeds set retired_at = now(), retired_reason = 'x' where organization_id = ${id} and generation = 2`.execute(
    server.db,
  )
  await sql`update wallet_seeds set retired_at = null, retired_reason = null where organization_id = ${id} and generation = 1`.execute(
    server.db,
  )
  const reply = await owner.post('/v1/transfers', {
    ...newTransfer({ ...payer, wallet: { ...from, id: payer.entry.id } as WalletResponse, entry: from }),
  })
  expectUnproven(reply, 'wallet', from.id)
  expect((await pay()).status).toBe(422)
  expectUnproven(await owner.post(walletsPath(id, '/replace'), { reason: 'x' }), 'wallet_seed', id)
  await expectFound(`Generations of wallets: ${id}/2 was changed, or is not of the service.`)
})

test('a wallet that was removed by somebody else is missed', async () => {
  const { wallets } = await givenWallets(server)
  const { id } = wallets[0] as WalletResponse
  await server.db.deleteFrom('wallets').where('id', '=', id).execute()
  await expectFound(`Wallets: ${id} was removed by somebody else.`)
})

test('a request is not approved to a wallet whose row was changed', async () => {
  const owner = await server.signIn('owner')
  const { id } = await givenBuyer(server)
  const { id: request } = await givenRequest(owner, id, {}, review)
  const { id: wallet } = await server.db
    .selectFrom('wallets')
    .select('id')
    .where('organization_id', '=', id)
    .where('network', '=', 'tron')
    .executeTakeFirstOrThrow()
  await update(wallet, { address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' })
  expectUnproven(await owner.patch(`/v1/purchase-requests/${request}/status`, approve), 'wallet', wallet)
})

test('a transfer to an own wallet is signed to the address that its mnemonic gives', async () => {
  const { owner, to, payer } = await givenGenerations()
  const { id } = await givenTransfer(owner, payer)
  const { status, body } = await owner.post(transferPath(id, '/sign'), ethereumInputs(0))
  expect(status, JSON.stringify(body)).toBe(200)
  expect(Transaction.from(body.raw).to).toBe(to.address)
  const { decision } = await server.db
    .selectFrom('transfers')
    .select('decision')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(JSON.parse(decision as string)).toMatchObject({
    act: 'transfer.sign',
    from: { generation: 1 },
    to: { ownership: 'own_wallet', generation: 2 },
    policy_version: expect.any(Number),
    content_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    session_id: owner.sessionId,
  })
})
