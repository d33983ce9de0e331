import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { describe, expect, test } from 'vitest'
import { closureActs } from '../../contract/api/acts.ts'
import type { PolicyRule } from '../../contract/control/policy.ts'
import { createApprovalsOf } from '../../server/features/control/approvals/approvals-of.ts'
import { measureUnsigned } from '../../server/features/transfers/transfer-metrics.ts'
import { newId } from '../../server/platform/db/ids.ts'
import { isFull } from '../support/cases/scale.ts'
import { changeAdministrators } from '../support/database/proven-rows.ts'
import { givenDelivery, givenStock } from '../support/given/given-stock.ts'
import {
  eth,
  ethereumInputs,
  givenPayer,
  givenSigned,
  givenTransfer,
  gwei,
  livingSpends,
  newTransfer,
  transferPath,
  transfersOn,
} from '../support/given/given-transfer.ts'
import { auditOf } from '../support/given/given-wallets.ts'
import { type Client, startServer } from '../support/service/harness.ts'

const server = startServer({ env: transfersOn })

/** An asker and a voter whose roles are old enough to count, under these rules and what two people need. */
async function givenPolicy(rules: PolicyRule[]) {
  const asker = await server.signIn('owner')
  const voter = await server.signIn('custodian')
  const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000)
  await changeAdministrators(server, { role_since: twoDaysAgo, credentials_since: twoDaysAgo })
  const closure = closureActs.map((act): PolicyRule => ({ act, approvals: 1, from: ['owner', 'custodian'] }))
  const reply = await asker.put('/v1/policy', { rules: [...rules, ...closure] })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return {
    asker,
    voter,
    async end() {
      const change = () => asker.put('/v1/policy', { rules: [] })
      const asked = await change()
      await vote(voter, asked.body.context.approval_id)
      expect((await change()).status).toBe(200)
    },
  }
}

async function vote(voter: Client, approvalId: string, decision = 'approve') {
  const reply = await voter.post(`/v1/approvals/${approvalId}/votes`, { decision })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
}

/** What the metrics say five hours later about transfers that were decided and not signed. */
async function unsigned(): Promise<{ waiting: number; age: number }> {
  const registry = new Registry()
  const now = () => new Date(Date.now() + 5 * 3_600_000)
  const approvalsOf = createApprovalsOf({ now, people: { listPeople: async () => [] } })
  await measureUnsigned(registry, { db: server.db, now, approvalsOf }).job.run(new AbortController().signal)
  const text = await registry.metrics()
  const value = (name: string) =>
    Number(new RegExp(`^kontor_transfer_unsigned_${name} (.*)$`, 'm').exec(text)?.[1])
  return { waiting: value('waiting'), age: value('age_seconds') }
}

const needsOne: PolicyRule = { act: 'transfer.sign', approvals: 1, from: ['owner', 'custodian'] }

test('the first call asks, people see the intent, and the same call after the vote signs', async () => {
  const payer = await givenPayer(server)
  const { asker, voter, end } = await givenPolicy([needsOne])
  try {
    const transfer = await givenTransfer(asker, payer)
    const sign = (price: bigint) =>
      asker.post(
        transferPath(transfer.id, '/sign'),
        ethereumInputs(0, { max_fee_per_gas: String(price * gwei) }),
      )
    const asked = await sign(20n)
    expect(asked).toMatchObject({ status: 403, body: { code: 'approval_required' } })
    const { approval_id } = asked.body.context
    expect((await asker.get(transferPath(transfer.id))).body).toMatchObject({
      status: 'waiting',
      approval_id,
      version: 1,
    })
    // Nothing is reserved for what may never be signed.
    expect(await livingSpends(server, payer.wallet.address)).toEqual([])
    expect((await voter.get(`/v1/approvals/${approval_id}`)).body).toMatchObject({
      act: 'transfer.sign',
      subject: { type: 'transfer', id: transfer.id, organization_id: payer.id },
      content: {
        network: 'ethereum',
        asset: 'ETH',
        amount: '0.1',
        from_address: payer.wallet.address,
        from_generation: 1,
        to_address: payer.entry.address,
        to_label: 'Биржа',
        to_ownership: 'declared',
        fee_ceiling: '0.01',
        leaves: { ETH: '0.11' },
        reason: transfer.reason,
      },
    })
    const others = (await unsigned()).waiting
    await vote(voter, approval_id)
    expect((await asker.get(`/v1/transfers?organization_id=${payer.id}`)).body.items).toMatchObject([
      { status: 'approved', approval_id },
    ])
    expect(await unsigned()).toMatchObject({ waiting: others + 1 })
    expect((await unsigned()).age).toBeGreaterThan(4 * 3_600)
    // What the chain needs fresh is no part of what was voted on.
    expect((await sign(21n)).status).toBe(200)
    expect(await unsigned()).toMatchObject({ waiting: others })
    const signed = (await asker.get(transferPath(transfer.id))).body
    expect(signed).toMatchObject({ status: 'signed', approval_id: null, signature: { spends: ['nonce:0'] } })
    const steps = signed.timeline.map(({ step }: { step: string }) => step)
    expect(steps).toEqual(['created', 'approval_asked', 'approved', 'signed'])
    expect(await auditOf(server, payer.id, 'transfer.signing')).toMatchObject([
      { details: { approval_id, approved_by: [voter.id], digest: transfer.digest } },
    ])
    expect((await voter.get(`/v1/approvals/${approval_id}`)).body.status).toBe('used')
    // A repetition needs no approval, and uses none.
    expect((await sign(22n)).status).toBe(200)
    expect(await auditOf(server, payer.id, 'transfer.signing')).toHaveLength(1)
  } finally {
    await end()
  }
})

test('what was approved is void once the transfer is cancelled, and of no use for another one', async () => {
  const payer = await givenPayer(server)
  const { asker, voter, end } = await givenPolicy([needsOne])
  try {
    const transfer = await givenTransfer(asker, payer)
    const sign = (id: string, headers = {}) =>
      asker.post(transferPath(id, '/sign'), ethereumInputs(0), headers)
    const { approval_id } = (await sign(transfer.id)).body.context
    await vote(voter, approval_id)
    const other = await givenTransfer(asker, payer, { amount: String(eth / 5n) })
    expect((await sign(other.id, { 'kontor-approval': approval_id })).status).toBe(403)
    expect((await asker.post(transferPath(transfer.id, '/cancel'), {})).status).toBe(200)
    expect((await voter.get(`/v1/approvals/${approval_id}`)).body.status).toBe('stale')
    expect((await sign(transfer.id)).status).toBe(409)
  } finally {
    await end()
  }
})

test('a refused signature is a draft again, and its history says who refused', async () => {
  const payer = await givenPayer(server)
  const { asker, voter, end } = await givenPolicy([needsOne])
  try {
    const transfer = await givenTransfer(asker, payer)
    const asked = await asker.post(transferPath(transfer.id, '/sign'), ethereumInputs(0))
    const path = `/v1/approvals/${asked.body.context.approval_id}/votes`
    expect((await voter.post(path, { decision: 'refuse', reason: 'Не тот адрес' })).status).toBe(200)
    const { status, timeline } = (await asker.get(transferPath(transfer.id))).body
    expect(status).toBe('draft')
    expect(timeline.at(-1)).toMatchObject({ step: 'refused', note: 'Не тот адрес' })
  } finally {
    await end()
  }
})

describe('amounts', () => {
  test.runIf(isFull)(
    'conditions are on assets, with the highest fee; what is not named counts as large',
    async () => {
      const payer = await givenPayer(server)
      const above = { ...needsOne, when: { amount_above: { ETH: '0.11' } } }
      const { asker, end } = await givenPolicy([above])
      try {
        const small = await givenTransfer(asker, payer)
        const large = await givenTransfer(asker, payer, { amount: String(eth / 10n + 1n) })
        const all = await givenTransfer(asker, payer, { amount: 'all' })
        const token = await givenTransfer(asker, payer, { asset: 'USDT', amount: '1' })
        const statuses = []
        for (const [nonce, { id }] of [small, large, all, token].entries())
          statuses.push(
            (await asker.post(transferPath(id, '/sign'), ethereumInputs(Math.min(nonce, 1)))).status,
          )
        expect(statuses).toEqual([200, 403, 403, 403])
      } finally {
        await end()
      }
    },
  )

  test('a limit counts what was moved, also by `all`', async () => {
    const payer = await givenPayer(server)
    const limited: PolicyRule = { act: 'transfer.sign', limit: { per: 'organization', sums: { ETH: '1' } } }
    const owner = await server.signIn('owner')
    expect((await owner.put('/v1/policy', { rules: [limited] })).status).toBe(200)
    const all = await givenTransfer(owner, payer, { amount: 'all' })
    expect((await owner.post(transferPath(all.id, '/sign'), ethereumInputs(0))).status).toBe(200)
    const more = await givenTransfer(owner, payer)
    expect(await owner.post(transferPath(more.id, '/sign'), ethereumInputs(1))).toMatchObject({
      status: 403,
      body: { code: 'limit_exceeded' },
    })
    expect(await livingSpends(server, payer.wallet.address)).toHaveLength(1)
    expect((await owner.put('/v1/policy', { rules: [] })).status).toBe(200)
  })

  test.runIf(isFull)(
    'the fee of a token is judged by rules that name the coin, and is the usual one at most under others',
    async () => {
      const payer = await givenPayer(server)
      const owner = await server.signIn('owner')
      const limit = (sums: Record<string, string>) =>
        owner.put('/v1/policy', { rules: [{ act: 'transfer.sign', limit: { per: 'organization', sums } }] })
      const token = { asset: 'USDT', amount: '1000000' }
      const early = await givenTransfer(owner, payer, token)
      expect((await limit({ USDT: '1' })).status).toBe(200)
      // A ceiling of 0.01 ETH, where 0.006 is usual.
      const unjudged = { code: 'fee_ceiling_unjudged', coin: 'ETH', most: '0.006' }
      const made = await owner.post('/v1/transfers', newTransfer(payer, token))
      expect(made.body.detail).toMatchObject([{ loc: ['body', 'fee_ceiling'], ctx: unjudged }])
      const signed = await owner.post(transferPath(early.id, '/sign'), ethereumInputs(0))
      expect(signed).toMatchObject({ status: 422, body: { detail: [{ loc: ['body'], ctx: unjudged }] } })
      const usual = await givenTransfer(owner, payer, { ...token, fee_ceiling: String((eth * 6n) / 1000n) })
      expect((await owner.post(transferPath(usual.id, '/sign'), ethereumInputs(0))).status).toBe(200)

      expect((await limit({ USDT: '100', ETH: '0.0039' })).status).toBe(200)
      expect(await owner.post(transferPath(early.id, '/sign'), ethereumInputs(1))).toMatchObject({
        status: 403,
        // What the two transactions can cost: 100,000 units of gas at 20 gwei each.
        body: { code: 'limit_exceeded', context: { limit: '0.0039', used: '0.002', currency: 'ETH' } },
      })
      expect((await limit({ USDT: '100', ETH: '0.004' })).status).toBe(200)
      expect((await owner.post(transferPath(early.id, '/sign'), ethereumInputs(1))).status).toBe(200)
      expect((await owner.put('/v1/policy', { rules: [] })).status).toBe(200)
    },
  )

  test('a replacement counts what it adds to what was decided before, whatever somebody wrote', async () => {
    const payer = await givenPayer(server)
    const owner = await server.signIn('owner')
    const limited = { act: 'transfer.sign', limit: { per: 'organization', sums: { ETH: '0.11' } } }
    expect((await owner.put('/v1/policy', { rules: [limited] })).status).toBe(200)
    const { transfer } = await givenSigned(owner, payer, 0)
    await sql`insert into acts (id, act, at, administrator_id, organization_id, currency, amount, subject_id, did)
      select ${newId()}, act, at, administrator_id, organization_id, 'ETH', 5, ${transfer.id}, did from acts
      where act = 'transfer.sign' and organization_id = ${payer.id}`.execute(server.db)
    const replace = async (amount: bigint) => {
      const { id } = await givenTransfer(owner, payer, { replaces: transfer.id, amount: String(amount) })
      return owner.post(transferPath(id, '/sign'), ethereumInputs(0, { max_fee_per_gas: String(25n * gwei) }))
    }
    expect(await replace(eth / 5n)).toMatchObject({ status: 403, body: { code: 'limit_exceeded' } })
    expect((await replace(eth / 10n)).status).toBe(200)
    const more = await givenTransfer(owner, payer, {
      amount: String(eth / 100n),
      fee_ceiling: String(eth / 500n),
    })
    // 0.1 and 25 gwei for 21,000 units of gas were used, and no more.
    expect(await owner.post(transferPath(more.id, '/sign'), ethereumInputs(1))).toMatchObject({
      status: 403,
      body: { context: { used: '0.100525' } },
    })
    expect((await owner.put('/v1/policy', { rules: [] })).status).toBe(200)
  })

  test('all is a number in the approval, and no more than that is signed', async () => {
    const payer = await givenPayer(server)
    const { asker, voter, end } = await givenPolicy([needsOne])
    try {
      const all = await givenTransfer(asker, payer, { amount: 'all' })
      const sign = (balance: bigint) =>
        asker.post(transferPath(all.id, '/sign'), ethereumInputs(0, { balance: String(balance) }))
      const { approval_id } = (await sign(eth)).body.context
      const { content } = (await voter.get(`/v1/approvals/${approval_id}`)).body
      // One ETH, less 21,000 units of gas at 20 gwei.
      expect(content).toMatchObject({ sends_all: true, amount: '0.99958', leaves: { ETH: '1.00958' } })
      await vote(voter, approval_id)
      // Another ETH has come since.
      expect((await sign(2n * eth)).status).toBe(200)
      const { signature } = (await asker.get(transferPath(all.id))).body
      expect(signature.amount).toBe(content.amount_units)
    } finally {
      await end()
    }
  })

  test.runIf(isFull)(
    'a nonce beyond the next one needs a reason, and those who approve see both',
    async () => {
      const payer = await givenPayer(server)
      const { asker, voter, end } = await givenPolicy([needsOne])
      try {
        const { id } = await givenTransfer(asker, payer)
        const sign = (headers = {}) => asker.post(transferPath(id, '/sign'), ethereumInputs(5), headers)
        expect(await sign()).toMatchObject({
          status: 422,
          body: {
            detail: [
              { loc: ['header', 'kontor-reason'], ctx: { code: 'nonce_beyond_next', nonce: '5', next: '0' } },
            ],
          },
        })
        const reason = { 'kontor-reason': 'Used%20elsewhere' }
        const { approval_id } = (await sign(reason)).body.context
        const asked = (await voter.get(`/v1/approvals/${approval_id}`)).body
        expect(asked).toMatchObject({ reason: 'Used elsewhere', content: { nonce: '5', next_nonce: '0' } })
        await vote(voter, approval_id)
        expect((await sign(reason)).status).toBe(200)
        // From here on 6 is the next one.
        const next = await givenTransfer(asker, payer)
        const plain = await asker.post(transferPath(next.id, '/sign'), ethereumInputs(6))
        expect(plain.body.code).toBe('approval_required')
      } finally {
        await end()
      }
    },
  )

  test.runIf(isFull)('what the validator gets has a bound of its own', async () => {
    const payer = await givenPayer(server)
    const { id } = await givenTransfer(payer.owner, payer)
    const high = { max_fee_per_gas: String(60n * gwei), max_priority_fee_per_gas: String(50n * gwei + 1n) }
    const reply = await payer.owner.post(transferPath(id, '/sign'), ethereumInputs(0, high))
    expect(reply.body.detail).toMatchObject([
      {
        loc: ['body', 'inputs', 'ethereum', 'max_priority_fee_per_gas'],
        ctx: { code: 'tip_too_high', most: '50' },
      },
    ])
  })

  test.each([
    ['a currency for coins', { ...needsOne, when: { amount_above: { RUB: '1' } } }, 'asset_code'],
    [
      'an asset for money',
      { act: 'request.refund', approvals: 1, from: ['owner'], when: { amount_above: { ETH: '1' } } },
      'currency_code',
    ],
  ])('%s is refused in a policy', async (_name, rule, code) => {
    const owner = await server.signIn('owner')
    const reply = await owner.put('/v1/policy', { rules: [rule] })
    expect(reply.body.detail).toMatchObject([{ loc: ['body', 'rules', 0, 'when'], ctx: { code } }])
  })
})

test('who prepared a transfer does not sign it, if the policy keeps that apart', async () => {
  const payer = await givenPayer(server)
  const { asker, voter, end } = await givenPolicy([{ act: 'transfer.sign', separate: 'created' }])
  try {
    const transfer = await givenTransfer(asker, payer)
    const sign = (client: Client) => client.post(transferPath(transfer.id, '/sign'), ethereumInputs(0))
    expect(await sign(asker)).toMatchObject({ status: 403, body: { code: 'four_eyes' } })
    expect((await sign(voter)).status).toBe(200)
  } finally {
    await end()
  }
})

test('the approval of a signature covers the delivery that it makes', async () => {
  const stock = await givenStock(server)
  const { asker, voter, end } = await givenPolicy([
    { act: 'request.complete', approvals: 1, from: ['owner', 'custodian'] },
  ])
  try {
    const transfer = await givenDelivery(asker, stock, stock.request)
    const sign = () => asker.post(transferPath(transfer.id, '/sign'), ethereumInputs(0))
    const asked = await sign()
    expect(asked).toMatchObject({ status: 403, body: { code: 'approval_required' } })
    const { approval_id } = asked.body.context
    expect((await voter.get(`/v1/approvals/${approval_id}`)).body).toMatchObject({
      act: 'transfer.sign',
      content: { worth: { RUB: '10000.00' }, request_number: stock.request.number },
    })
    await vote(voter, approval_id)
    expect((await sign()).status).toBe(200)
    // Nobody was asked about the delivery by itself.
    const { items } = (await voter.get('/v1/approvals?act=request.complete')).body
    expect(items).toEqual([])
  } finally {
    await end()
  }
})

test('giving up a signed transfer is an act of its own', async () => {
  const payer = await givenPayer(server)
  const { asker, voter, end } = await givenPolicy([{ ...needsOne, act: 'transfer.release' }])
  try {
    const { transfer, signed } = await givenSigned(asker, payer, 0)
    const release = (evidence: string) => asker.post(transferPath(transfer.id, '/release'), { evidence })
    const asked = await release('Обозреватель её не знает')
    expect(asked).toMatchObject({ status: 403, body: { code: 'approval_required' } })
    const { approval_id } = asked.body.context
    expect((await voter.get(`/v1/approvals/${approval_id}`)).body.content).toMatchObject({
      tx_id: signed.tx_id,
      evidence: 'Обозреватель её не знает',
    })
    await vote(voter, approval_id)
    expect((await release('Другое')).status).toBe(403)
    expect(await livingSpends(server, payer.wallet.address)).toHaveLength(1)
    expect((await release('Обозреватель её не знает')).body.status).toBe('failed')
    expect(await livingSpends(server, payer.wallet.address)).toEqual([])
  } finally {
    await end()
  }
})
