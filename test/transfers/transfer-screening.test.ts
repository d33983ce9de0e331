import { beforeAll, expect, test } from 'vitest'
import { hitsOf, type Listed, publish } from '../screening/given-lists.ts'
import { chosen, scaled } from '../support/cases/scale.ts'
import { otherPayments } from '../support/given/given-payments.ts'
import {
  ethereumInputs,
  givenEntry,
  givenPayer,
  givenTransfer,
  livingSpends,
  newTransfer,
  transferPath,
  transfersOn,
  walletOn,
} from '../support/given/given-transfer.ts'
import { givenWallets } from '../support/given/given-wallets.ts'
import { type Client, startServer } from '../support/service/harness.ts'

const server = startServer({ env: transfersOn })
let owner: Client
const rows: Listed[] = [{ id: 'first', name: 'Неизвестный Некто Никтович' }]

/** Lists the owner of an address. Other parties are compared anew in the background. */
async function listAddress(address: string): Promise<void> {
  rows.push({ id: address, schema: 'Person', name: `Владелец ${address}`, crypto_addresses: address })
  await publish(server, owner, 'own', rows)
}

beforeAll(async () => {
  owner = await server.signIn('owner')
  await publish(server, owner, 'own', rows)
})

const hit = { status: 409, body: { code: 'transfer_blocked', context: { blockers: ['screening_hit'] } } }

test('an address that is listed after the transfer was prepared blocks the signature', async () => {
  const payer = await givenPayer(server)
  const { id } = await givenTransfer(payer.owner, payer)
  await listAddress(payer.entry.address)
  const sign = () => payer.owner.post(transferPath(id, '/sign'), ethereumInputs(0))
  expect(await sign()).toMatchObject(hit)
  expect(await livingSpends(server, payer.wallet.address)).toEqual([])
  const [found] = await hitsOf(owner, payer.id)
  const decided = { status: 'dismissed', reason: 'Другой человек' }
  expect((await owner.patch(`/v1/screening/hits/${found.id}`, decided)).status).toBe(200)
  expect((await sign()).status).toBe(200)
})

test('an address that is compared only when it is paid is found then, and blocks', async () => {
  const payer = await givenPayer(server)
  const { id } = await givenTransfer(payer.owner, payer)
  await listAddress(payer.entry.address)
  // As if the lists had come this moment.
  await server.db.deleteFrom('screening_hits').where('organization_id', '=', payer.id).execute()
  await server.db
    .updateTable('screening_subjects')
    .set({ generation: 0, is_due: true })
    .where('id', '=', payer.entry.id)
    .execute()
  expect(await payer.owner.post(transferPath(id, '/sign'), ethereumInputs(0))).toMatchObject(hit)
  expect(await hitsOf(owner, payer.id)).toHaveLength(1)
})

test.each(chosen(1, otherPayments))(
  'a listed address of %s blocks its transfer',
  async (network, address, terms, inputs) => {
    const { id, owner: by, wallets } = await givenWallets(server)
    await listAddress(address)
    const entry = await givenEntry(by, id, { network, address })
    const wallet = walletOn(wallets, network)
    const transfer = await givenTransfer(by, { id, wallet, entry }, { network, ...terms })
    const sign = () => by.post(transferPath(transfer.id, '/sign'), { inputs: inputs(wallet.address) })
    expect(await sign()).toMatchObject(hit)
    expect(await livingSpends(server, wallet.address)).toEqual([])
    const [found] = await hitsOf(owner, id)
    await owner.patch(`/v1/screening/hits/${found.id}`, { status: 'dismissed', reason: 'Другой человек' })
    expect((await sign()).status).toBe(200)
  },
)

test('a sweep to the own wallet is not stopped by hits of the organization', async () => {
  const { id, owner: by, wallets } = await givenWallets(server)
  const replaced = await by.post(`/v1/organizations/${id}/wallets/replace`, { reason: 'Утечка' })
  const listed = await givenEntry(by, id)
  await listAddress(listed.address)
  const payer = {
    id,
    wallet: walletOn(wallets, 'ethereum'),
    entry: walletOn(replaced.body.wallets, 'ethereum'),
  }
  const { id: transferId } = await givenTransfer(by, payer, { amount: 'all' })
  expect((await by.post(transferPath(transferId, '/sign'), ethereumInputs(0))).status).toBe(200)
})

test.each(scaled(['hit'] as const, ['suspended', 'rejected', 'hit'] as const))(
  'from an organization that is stopped (%s) nothing leaves but to its own wallets',
  async (why) => {
    const payer = await givenPayer(server)
    const [draft, signed] = [await givenTransfer(payer.owner, payer), await givenTransfer(payer.owner, payer)]
    expect((await payer.owner.post(transferPath(signed.id, '/sign'), ethereumInputs(0))).status).toBe(200)
    if (why === 'hit') {
      rows.push({ id: payer.id, schema: 'Person', name: 'Хрисанфов Ермолай Саввич' })
      await publish(server, owner, 'own', rows)
      const director = { name: 'Хрисанфов Ермолай Саввич' }
      expect((await owner.patch(`/v1/organizations/${payer.id}`, { director })).status).toBe(200)
    } else {
      await server.db
        .updateTable('organizations')
        .set({ kyb_status: why, kyb_reason: 'other' })
        .where('id', '=', payer.id)
        .execute()
    }
    const blocker =
      why === 'hit'
        ? { code: 'screening_hit', hit_id: expect.any(String), subject: 'Хрисанфов Ермолай Саввич' }
        : { code: 'kyb_not_approved', kyb_status: why, organization_id: payer.id }
    const stopped = { status: 409, body: { code: 'organization_stopped', context: { blockers: [blocker] } } }
    const by = payer.owner
    const prepare = () => by.post('/v1/transfers', newTransfer(payer))
    expect(await prepare()).toMatchObject(stopped)
    expect(await by.post(transferPath(draft.id, '/sign'), ethereumInputs(1))).toMatchObject(stopped)
    // What was signed before is given to nobody.
    expect(await by.post(transferPath(signed.id, '/sign'), ethereumInputs(0))).toMatchObject(stopped)
    expect(await by.get(transferPath(signed.id, '/export'))).toMatchObject(stopped)
    expect(await by.post(transferPath(signed.id, '/broadcast'))).toMatchObject(stopped)
    expect(await livingSpends(server, payer.wallet.address)).toHaveLength(1)

    // A wallet whose key leaked can be emptied all the same.
    const replaced = await by.post(`/v1/organizations/${payer.id}/wallets/replace`, { reason: 'Утечка' })
    const own = { ...payer, entry: walletOn(replaced.body.wallets, 'ethereum') }
    const sweep = await givenTransfer(by, own, { amount: 'all' })
    expect((await by.post(transferPath(sweep.id, '/sign'), ethereumInputs(1))).status).toBe(200)

    if (why !== 'hit') return
    const [found] = await hitsOf(owner, payer.id)
    await owner.patch(`/v1/screening/hits/${found.id}`, { status: 'dismissed', reason: 'Другой человек' })
    expect((await prepare()).status).toBe(201)
  },
)
