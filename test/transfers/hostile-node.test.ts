import { afterAll, describe, expect, test } from 'vitest'
import { closureActs } from '../../contract/api/acts.ts'
import type { PolicyRule } from '../../contract/control/policy.ts'
import { purchasableAssets } from '../../contract/money/assets.ts'
import { type Network, networks } from '../../contract/money/networks.ts'
import { highestTip } from '../../contract/wallets/transfer-rules.ts'
import { TransferInputs, type TransferResponse } from '../../contract/wallets/transfers.ts'
import { chosen } from '../support/cases/scale.ts'
import { fewer } from '../support/cases/thorough.ts'
import { changeAdministrators } from '../support/database/proven-rows.ts'
import {
  eth,
  ethereumInputs,
  givenEntry,
  givenPaidRequest,
  givenSigned,
  givenTransfer,
  transferPath,
  transfersOn,
  walletOn,
} from '../support/given/given-transfer.ts'
import { givenWallets, walletsPath } from '../support/given/given-wallets.ts'
import { startFakeNode } from '../support/outside/fake-chain-node.ts'
import { type Client, type Reply, startServer } from '../support/service/harness.ts'
import type { Answers, PaymentKind } from './lie.ts'
import { kindsOf } from './lies.ts'

/**
 * A node that lies. Whatever it says, the bytes pay whom, what and how much was approved, at no more than the approved fee,
 * or nothing is signed; and one intent has one signature.
 */
const nodes = Object.fromEntries(
  await Promise.all(networks.map(async (network) => [network, await startFakeNode()] as const)),
) as Record<Network, Awaited<ReturnType<typeof startFakeNode>>>
afterAll(() => Promise.all(networks.map((network) => nodes[network].close())))

const urls = networks.map((network) => [`KONTOR_RPC_${network.toUpperCase()}`, nodes[network].url])
const server = startServer({ env: { ...transfersOn, ...Object.fromEntries(urls) }, connections: 2 })

const kinds = networks.flatMap((network) => kindsOf[network].map((kind) => ({ network, kind })))
const lies = kinds.flatMap(({ network, kind }) =>
  Object.entries(kind.lies).flatMap(([field, told]) =>
    Object.entries(told).map(([what, [expected, says]]) => ({
      network,
      kind,
      expected,
      says,
      field: `${network} ${field}`,
      name: `${network}, ${kind.asset}, ${field}: ${what}`,
    })),
  ),
)
/** One about each field of each network, whatever the asset; in `npm run test:full` all, and in `npm test` a few. */
const cases = fewer(
  6,
  Object.values(Object.groupBy(lies, ({ field }) => field)).flatMap((told = []) => chosen(1, told)),
)

/** What a person can type and no node is asked for. */
const typedOnly: Partial<Record<Network, string[]>> = { solana: ['nonce_account', 'nonce'] }

test('each asset of each network has a lie about everything that a node is asked for', () => {
  const sent = purchasableAssets.map(({ network, asset }) => `${network} ${asset}`)
  expect(kinds.map(({ network, kind }) => `${network} ${kind.asset}`).toSorted()).toEqual(sent.toSorted())
  for (const network of networks) {
    const asked = Object.keys(TransferInputs.properties[network].properties).filter(
      (field) => !typedOnly[network]?.includes(field),
    )
    const lied = new Set(kindsOf[network].flatMap(({ lies }) => Object.keys(lies)))
    expect([...lied].toSorted(), network).toEqual(asked.toSorted())
  }
})

/** An organization that can send this, and a node that tells the truth. */
async function givenKind(network: Network, kind: PaymentKind) {
  const { id, owner, wallets } = await givenWallets(server)
  const wallet = walletOn(wallets, network)
  const entry = await givenEntry(owner, id, { network, address: kind.to })
  const own = wallet.address
  const say = (lie: Answers = {}) => {
    nodes[network].answers = { ...kind.honest(own), ...lie }
  }
  say()
  const prepare = (terms: Record<string, unknown> = {}, client: Client = owner) =>
    givenTransfer(client, { id, wallet, entry }, { network, asset: kind.asset, ...kind.terms, ...terms })
  return { id, owner, own, say, prepare }
}

const sign = (client: Client, { id }: { id: string }, headers = {}) =>
  client.post(transferPath(id, '/sign'), {}, headers)

/** `signed`, or the code of the refusal. */
function outcomeOf({ status, body }: Reply): string {
  if (status === 200) return 'signed'
  return status === 422 ? body.detail[0].ctx.code : body.code
}

/** Reads the bytes with a library of somebody else, and compares them with what was approved. */
async function expectApproved(
  client: Client,
  kind: PaymentKind,
  { transfer, raw }: { transfer: TransferResponse; raw: string },
  amount = transfer.amount,
) {
  const paid = kind.read(raw, transfer.from_address)
  expect(paid).toMatchObject({ to: transfer.to_address, asset: transfer.asset, amount: BigInt(amount) })
  const { signature } = (await client.get(transferPath(transfer.id))).body as TransferResponse
  const ceiling = BigInt(transfer.fee_ceiling)
  expect(paid.fee).toBeLessThanOrEqual(ceiling)
  expect(BigInt(signature?.fee ?? -1)).toBeLessThanOrEqual(ceiling)
  expect(paid.fee).toBeLessThanOrEqual(BigInt(signature?.fee ?? -1))
  expect(signature?.spends).toEqual(paid.spends)
  return paid
}

describe('a lie', () => {
  test.each(cases)('$name', async ({ network, kind, expected, says }) => {
    const { owner, own, say, prepare } = await givenKind(network, kind)
    const transfer = await prepare()
    const lie = says(own)
    say(lie)
    const first = await sign(owner, transfer)
    expect(outcomeOf(first), JSON.stringify(first.body)).toBe(expected)
    // A refusal delays: once the node tells the truth, it is signed.
    say()
    const second = await sign(owner, transfer)
    expect(second.status, JSON.stringify(second.body)).toBe(200)
    const { raw } = second.body
    if (expected === 'signed') expect(raw).toBe(first.body.raw)
    const paid = await expectApproved(owner, kind, { transfer, raw })

    // Another lie makes no second signature.
    say(lie)
    expect((await sign(owner, transfer)).body.raw).toBe(raw)
    // And what is to replace it conflicts with it, or is not signed at all.
    const replacement = await prepare({ replaces: transfer.id, fee_ceiling: kind.higherCeiling })
    for (const answers of [lie, {}]) {
      say(answers)
      const reply = await sign(owner, replacement)
      if (reply.status !== 200) continue
      const replacing = await expectApproved(owner, kind, { transfer: replacement, raw: reply.body.raw })
      expect(replacing.spends.some((spend) => paid.spends.includes(spend))).toBe(true)
    }
    const { status } = (await owner.get(transferPath(replacement.id))).body
    if (!kind.canBeReplaced) expect(status).toBe('draft')
  })
})

test('the part for the validator has a bound of its own', async () => {
  const [kind] = kindsOf.ethereum as [PaymentKind]
  const { owner, own, say, prepare } = await givenKind('ethereum', kind)
  const lies = kind.lies.max_priority_fee_per_gas as Record<string, [string, (own: string) => Answers]>
  for (const [, says] of Object.values(lies)) say(says(own))
  const transfer = await prepare()
  expect((await sign(owner, transfer)).status).toBe(200)
  const { inputs } = await server.db
    .selectFrom('transfers')
    .select('inputs')
    .where('id', '=', transfer.id)
    .executeTakeFirstOrThrow()
  expect(inputs).toMatchObject({ max_priority_fee_per_gas: String(highestTip) })
})

test.each(fewer(1, chosen(3, kinds)))(
  '$network, $kind.asset: of everything, no more leaves than people have seen',
  async ({ network, kind }) => {
    const { say, own, prepare } = await givenKind(network, kind)
    const { asker, voter, end } = await givenApprovals()
    try {
      const transfer = await prepare({ amount: 'all' }, asker)
      const { approval_id } = (await sign(asker, transfer)).body.context
      const { content } = (await voter.get(`/v1/approvals/${approval_id}`)).body
      expect((await voter.post(`/v1/approvals/${approval_id}/votes`, { decision: 'approve' })).status).toBe(
        200,
      )
      say(richer(kind, own))
      const reply = await sign(asker, transfer)
      expect(reply.status, JSON.stringify(reply.body)).toBe(200)
      await expectApproved(asker, kind, { transfer, raw: reply.body.raw }, content.amount_units)
    } finally {
      await end()
    }
    // Where nobody is asked, all that the node claims is signed as a number: the network does not have it.
    const alone = await givenKind(network, kind)
    const transfer = await alone.prepare({ amount: 'all' })
    alone.say(richer(kind, alone.own))
    const reply = await sign(alone.owner, transfer)
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    const { signature } = (await alone.owner.get(transferPath(transfer.id))).body
    await expectApproved(alone.owner, kind, { transfer, raw: reply.body.raw }, signature.amount)
  },
)

/** All that the node claims to be there at once, so that `all` would be more. */
function richer(kind: PaymentKind, own: string): Answers {
  const { balance = {}, token_balance = {}, previous = {} } = kind.lies
  const claims = [balance, token_balance, previous].flatMap((lies) =>
    Object.entries(lies).filter(
      ([what, [expected]]) => expected === 'signed' && /more than there|higher amount/.test(what),
    ),
  )
  expect(claims.length).toBeGreaterThan(0)
  return Object.assign({}, ...claims.map(([, [, says]]) => says(own)))
}

async function givenApprovals() {
  const asker = await server.signIn('owner')
  const voter = await server.signIn('custodian')
  const since = new Date(Date.now() - 2 * 86_400_000)
  await changeAdministrators(server, { role_since: since, credentials_since: since })
  const from: PolicyRule['from'] = ['owner', 'custodian']
  const rules = ['transfer.sign' as const, ...closureActs].map(
    (act): PolicyRule => ({ act, approvals: 1, from }),
  )
  expect((await asker.put('/v1/policy', { rules })).status).toBe(200)
  return {
    asker,
    voter,
    async end() {
      const change = () => asker.put('/v1/policy', { rules: [] })
      const { approval_id } = (await change()).body.context
      await voter.post(`/v1/approvals/${approval_id}/votes`, { decision: 'approve' })
      expect((await change()).status).toBe(200)
    },
  }
}

/** Lets the periodic check ask about this one. */
async function checkEffects(id: string) {
  const { db } = server
  await db.updateTable('transfers').set({ checked_at: new Date() }).where('id', '<>', id).execute()
  await db.updateTable('transfers').set({ checked_at: null }).where('id', '=', id).execute()
  await server.service.transferEffects.run(new AbortController().signal)
}

const failing = kinds.filter(({ kind }) => kind.failure !== null)
test.each(fewer(1, chosen(3, failing)))(
  '$network, $kind.asset: a failure that never was signs nothing again, and frees nothing',
  async ({ network, kind }) => {
    const { owner, own, say, prepare } = await givenKind(network, kind)
    const transfer = await prepare()
    const { tx_id: txId, raw } = (await sign(owner, transfer)).body
    say(kind.failure?.({ txId, raw, from: own }))
    await checkEffects(transfer.id)
    expect((await owner.get(transferPath(transfer.id))).body.status).toBe('failed')
    expect(outcomeOf(await sign(owner, transfer))).toBe('transfer_status')
    const { spends } = kind.read(raw, own)
    if (spends.length === 0) return
    // The node says as before what is to be spent next.
    const next = await prepare()
    const reply = await sign(owner, next)
    const spent = reply.status === 200 ? kind.read(reply.body.raw, own).spends : []
    expect(spent.filter((spend) => spends.includes(spend))).toEqual([])
  },
)

describe('a purchase request is not paid twice on the word of a node:', () => {
  const [kind] = kindsOf.ethereum as [PaymentKind]

  test('one that is said to have failed counts as paid until people have looked elsewhere', async () => {
    const { owner, request, payer } = await givenPaidRequest(server)
    const { transfer, signed } = await givenSigned(owner, payer, 0, { request_id: request.id })
    const from = payer.wallet.address
    nodes.ethereum.answers = {
      ...kind.honest(from),
      ...kind.failure?.({ txId: signed.tx_id, raw: signed.raw, from }),
    }
    await checkEffects(transfer.id)
    expect((await owner.get(transferPath(transfer.id))).body.status).toBe('failed')
    const again = await givenTransfer(owner, payer, { request_id: request.id })
    const pay = () => owner.post(transferPath(again.id, '/sign'), ethereumInputs(1))
    expect(await pay()).toMatchObject({
      status: 409,
      body: { code: 'transfer_blocked', context: { blockers: ['request_changed'] } },
    })
    const release = () => owner.post(transferPath(transfer.id, '/release'), { evidence: 'Второй узел' })
    expect(await release()).toMatchObject({
      status: 200,
      body: { status: 'failed', evidence: 'Второй узел' },
    })
    expect(await release()).toMatchObject({ status: 409, body: { code: 'transfer_status' } })
    expect((await pay()).status).toBe(200)
  })

  test('one that was replaced by another payment, which the node need not send', async () => {
    const { owner, request, payer } = await givenPaidRequest(server)
    const { transfer: old } = await givenSigned(owner, payer, 0, { request_id: request.id })
    // It takes the nonce, so that the first one is never carried out, unless the node sends that one.
    const { transfer: made } = await givenSigned(owner, payer, 0, {
      replaces: old.id,
      amount: '1',
      fee_ceiling: String(eth / 500n),
    })
    const again = await givenTransfer(owner, payer, { request_id: request.id })
    const pay = () => owner.post(transferPath(again.id, '/sign'), ethereumInputs(1))
    expect(outcomeOf(await pay())).toBe('transfer_blocked')
    const evidence = 'Второй узел'
    expect(await owner.post(transferPath(old.id, '/release'), { evidence })).toMatchObject({
      status: 200,
      body: { status: 'replaced', evidence },
    })
    expect((await pay()).status).toBe(200)
    expect((await owner.get(transferPath(made.id))).body.status).toBe('signed')
  })

  test('what replaces it for the same request may pay, and counts once', async () => {
    const { owner, request, payer } = await givenPaidRequest(server)
    const { transfer: old } = await givenSigned(owner, payer, 0, { request_id: request.id })
    const terms = { request_id: request.id, amount: String(eth / 20n) }
    const { transfer: half } = await givenSigned(owner, payer, 0, { ...terms, replaces: old.id })
    // The first one may still be carried out, which would pay for all of it.
    const rest = await givenTransfer(owner, payer, terms)
    const pay = () => owner.post(transferPath(rest.id, '/sign'), ethereumInputs(1))
    expect(outcomeOf(await pay())).toBe('transfer_blocked')
    await owner.post(transferPath(old.id, '/release'), { evidence: 'Второй узел' })
    expect((await pay()).status).toBe(200)
    expect((await owner.get(transferPath(half.id))).body.status).toBe('signed')
  })
})

/** These succeed; docs/security.md and docs/chain-nodes.md say so. */
describe('a hostile node still', () => {
  const [kind] = kindsOf.ethereum as [PaymentKind]

  test('shows balances that are not there', async () => {
    const { id, owner, say } = await givenKind('ethereum', kind)
    say({ eth_getBalance: () => `0x${(123n * eth).toString(16)}` })
    const { items } = (await owner.get(walletsPath(id, '/balances'))).body
    expect(items).toContainEqual(expect.objectContaining({ asset: 'ETH', amount: String(123n * eth) }))
  })

  test('has a payment confirmed that was never sent', async () => {
    const { owner, own, say, prepare } = await givenKind('ethereum', kind)
    const transfer = await prepare()
    const { tx_id: txId, raw } = (await sign(owner, transfer)).body
    const answers = kind.failure?.({ txId, raw, from: own }) ?? {}
    const receipt = answers.eth_getTransactionReceipt?.({} as never) as object
    say({ ...answers, eth_getTransactionReceipt: () => ({ ...receipt, status: '0x1' }) })
    await checkEffects(transfer.id)
    expect((await owner.get(transferPath(transfer.id))).body.status).toBe('confirmed')
  })
})
