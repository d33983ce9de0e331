import { expect, test } from 'vitest'
import type { PurchaseRequestResponse } from '../../contract/purchase-requests/purchase-requests.ts'
import type { WalletResponse } from '../../contract/wallets/wallets.ts'
import {
  approve,
  complete,
  givenBuyer,
  givenRequest,
  newRequest,
  pay,
  review,
} from '../support/given/given-purchase-request.ts'
import { walletsPath } from '../support/given/given-wallets.ts'
import { type Client, startServer } from '../support/service/harness.ts'

const server = startServer()
const foreign = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'
const pathOf = ({ id }: { id: string }) => `/v1/purchase-requests/${id}`

async function tronWallet(client: Client, organizationId: string): Promise<WalletResponse> {
  const wallets: WalletResponse[] = (await client.get(walletsPath(organizationId))).body
  return wallets.find(({ network }) => network === 'tron') as WalletResponse
}

/** A buyer with a wallet that is replaced by `replace`. */
async function given() {
  const owner = await server.signIn('owner')
  const { id } = await givenBuyer(server)
  const old = await tronWallet(owner, id)
  const replace = async () => {
    const reply = await owner.post(walletsPath(id, '/replace'), { reason: 'Ключ мог утечь' })
    expect(reply.status).toBe(201)
    return tronWallet(owner, id)
  }
  return { id, owner, old, replace }
}

async function blockersOf(client: Client, request: { id: string }, to: string) {
  const { steps } = (await client.get(`${pathOf(request)}/next-steps`)).body
  const step = steps.find(({ status }: { status: string }) => status === to)
  return step.blockers.map(({ code }: { code: string }) => code)
}

const blocked = (organizationId: string, old: WalletResponse, current: WalletResponse) => ({
  status: 409,
  body: {
    code: 'approval_blocked',
    context: {
      blockers: [
        {
          code: 'wallet_retired',
          organization_id: organizationId,
          network: 'tron',
          address: old.address,
          current_wallet_id: current.id,
        },
      ],
    },
  },
})

test('a request to a retired wallet is not approved until it is corrected to another destination', async () => {
  const { id, owner, old, replace } = await given()
  const byWallet = await givenRequest(owner, id, { wallet_id: old.id }, review)
  const byAddress = await givenRequest(owner, id, { destination_address: old.address }, review)
  const open = await givenRequest(owner, id, {}, review)
  const elsewhere = await givenRequest(owner, id, { destination_address: foreign }, review)
  const current = await replace()

  for (const request of [byWallet, byAddress]) {
    expect(await blockersOf(owner, request, 'approved')).toEqual(['wallet_retired'])
    expect(await owner.patch(`${pathOf(request)}/status`, approve)).toMatchObject(blocked(id, old, current))
  }
  // A correction of something else is possible, and the blocker stays.
  const noted = await owner.patch(pathOf(byWallet), { version: byWallet.version, comment: 'Ждём адрес' })
  expect(noted).toMatchObject({ status: 200, body: { wallet_id: old.id } })
  expect(await blockersOf(owner, byWallet, 'approved')).toEqual(['wallet_retired'])

  const corrected = await owner.patch(pathOf(byWallet), {
    version: noted.body.version,
    wallet_id: current.id,
  })
  expect(corrected).toMatchObject({ status: 200, body: { destination_address: current.address } })
  const other = { version: byAddress.version, destination_address: foreign }
  expect((await owner.patch(pathOf(byAddress), other)).status).toBe(200)
  for (const request of [byWallet, byAddress, open, elsewhere]) {
    expect((await owner.patch(`${pathOf(request)}/status`, approve)).status).toBe(200)
  }
  // Without a destination, the request gets the current wallet.
  expect((await owner.get(pathOf(open))).body.destination_address).toBe(current.address)
})

test('an approved request goes back to review with its new destination', async () => {
  const { id, owner, replace } = await given()
  const request = await givenRequest(owner, id, {}, review, approve)
  const current = await replace()
  const body = { version: request.version, wallet_id: current.id }
  expect(await owner.patch(pathOf(request), body)).toMatchObject({
    status: 200,
    body: { status: 'in_review', destination_address: current.address },
  })
  expect((await owner.patch(`${pathOf(request)}/status`, approve)).status).toBe(200)
})

test('a paid request is not delivered to a retired wallet, and can only be sent to the current one', async () => {
  const { id, owner, old, replace } = await given()
  const request = await givenRequest(owner, id, {}, review, approve, pay)
  expect(await blockersOf(owner, request, 'completed')).toEqual([])
  const current = await replace()

  expect(await blockersOf(owner, request, 'completed')).toEqual(['wallet_retired'])
  expect(await owner.patch(`${pathOf(request)}/status`, complete)).toMatchObject(blocked(id, old, current))
  const delivery = { tx_hash: 'cd'.repeat(32), amount: '1' }
  expect(await owner.post(`${pathOf(request)}/deliveries`, delivery)).toMatchObject(blocked(id, old, current))

  const { version } = (await owner.get(pathOf(request))).body as PurchaseRequestResponse
  for (const body of [
    { destination_address: foreign },
    { comment: 'x' },
    { wallet_id: current.id, crypto_amount: '1' },
    { wallet_id: null },
  ]) {
    const reply = await owner.patch(pathOf(request), { version, ...body })
    expect(reply).toMatchObject({ status: 409, body: { code: 'already_paid' } })
  }
  for (const body of [{ wallet_id: old.id }, { wallet_id: current.id, destination_address: foreign }]) {
    expect((await owner.patch(pathOf(request), { version, ...body })).status).toBe(422)
  }
  const officer = await server.signIn('auditor')
  expect((await officer.patch(pathOf(request), { version, wallet_id: current.id })).status).toBe(403)
  expect(await owner.patch(pathOf(request), { version, wallet_id: current.id })).toMatchObject({
    status: 200,
    body: { status: 'paid', wallet_id: current.id, destination_address: current.address },
  })
  // The destination is good: from here on it cannot be changed any more.
  const again = await owner.patch(pathOf(request), { version: version + 1, wallet_id: current.id })
  expect(again).toMatchObject({ status: 409, body: { code: 'already_paid' } })
  expect((await owner.patch(`${pathOf(request)}/status`, complete)).status).toBe(200)
  const history = (await owner.get(`${pathOf(request)}/history`)).body.items
  expect(history.flatMap(({ changes = [] }) => changes)).toContainEqual({
    field: 'destination_address',
    from: old.address,
    to: current.address,
  })
})

test('a retired wallet cannot be chosen anew, however it is named and by whichever organization', async () => {
  const { id, owner, old, replace } = await given()
  await replace()
  const stranger = await givenBuyer(server)
  const faultsOf = async (organizationId: string, destination: Record<string, unknown>) => {
    const reply = await owner.post('/v1/purchase-requests', newRequest(organizationId, destination))
    expect(reply.status).toBe(422)
    return reply.body.detail.map(({ loc, ctx }: { loc: string[]; ctx: { code: string } }) => [
      loc.at(-1),
      ctx.code,
    ])
  }
  expect(await faultsOf(id, { wallet_id: old.id })).toEqual([['wallet_id', 'wallet_not_found']])
  for (const organizationId of [id, stranger.id]) {
    expect(await faultsOf(organizationId, { destination_address: old.address })).toEqual([
      ['destination_address', 'wallet_retired'],
    ])
  }
  const request = await givenRequest(owner, id, { destination_address: foreign })
  const back = { version: request.version, destination_address: old.address }
  expect((await owner.patch(pathOf(request), back)).status).toBe(422)
})
