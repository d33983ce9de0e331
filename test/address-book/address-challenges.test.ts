import { Wallet } from 'ethers'
import { afterEach, describe, expect, test } from 'vitest'
import { createChallengeRetentionJob } from '../../server/features/address-book/challenge-retention.ts'
import { isFull } from '../support/cases/scale.ts'
import { givenWallets } from '../support/given/given-wallets.ts'
import { type Client, startServer } from '../support/service/harness.ts'
import {
  add,
  anew,
  bookPath,
  declared,
  hour,
  moveClock,
  newOwner,
  newTronAddress,
  resetPolicy,
  setPolicy,
} from './given-address.ts'

const server = startServer({ env: { KONTOR_PUBLIC_URL: 'https://kontor.example.com' }, connections: 4 })
afterEach(async () => {
  server.clock.at = null
  await resetPolicy(server)
})

const refusedFor = (field: string, code: string) => ({
  status: 422,
  body: { detail: [{ loc: ['body', 'proof', field], ctx: { code } }] },
})
const notLiving = refusedFor('message', 'challenge_not_living')
const notSigned = refusedFor('signature', 'signature_invalid')

describe('a challenge', () => {
  test('names the installation, the organization, the network, the address and a number', async () => {
    const { id, owner } = await givenWallets(server)
    server.clock.at = new Date('2026-06-01T10:00:00Z')
    const asker = await anew(server, owner)
    const { inn } = (await asker.get(`/v1/organizations/${id}`)).body
    const address = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'

    const { status, body } = await asker.post(bookPath(id, '/challenge'), { network: 'ethereum', address })

    expect(status).toBe(201)
    const [nonce] = /[0-9a-f]{32}/.exec(body.message) as RegExpExecArray
    expect(body).toEqual({
      message: [
        'I own this address. This signature sends no coins.',
        '',
        'Kontor: https://kontor.example.com',
        `Organization: ${id}`,
        `INN: ${inn}`,
        'Network: ethereum',
        'Address: 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
        `Nonce: ${nonce}`,
        'Valid until: 2026-06-01T11:00:00.000Z',
      ].join('\n'),
      expires_at: '2026-06-01T11:00:00.000Z',
    })
    const again = await asker.post(bookPath(id, '/challenge'), { network: 'ethereum', address })
    expect(again.body.message).not.toBe(body.message)
  })

  test('is not made for tron, nor for what is no address', async () => {
    const { id, owner } = await givenWallets(server)
    const ask = (body: object) => owner.post(bookPath(id, '/challenge'), body)
    expect(await ask({ network: 'tron', address: newTronAddress() })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'network'], ctx: { code: 'tron_only_declared' } }] },
    })
    expect(await ask({ network: 'bitcoin', address: newTronAddress() })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'address'], ctx: { code: 'address_invalid' } }] },
    })
  })

  test('is deleted once it can no longer be used', async () => {
    const { id, owner } = await givenWallets(server)
    const them = newOwner()
    const nonces = async () =>
      (await server.db.selectFrom('address_challenges').select('message').execute()).map((row) => row.message)
    const used = await them.proven(owner, id)
    expect((await add(owner, id, used)).status).toBe(201)
    const open = (await newOwner().challenge(owner, id)).body.message
    const sweep = (ms: number) =>
      createChallengeRetentionJob({ db: server.db, now: () => new Date(Date.now() + ms) }).run(
        new AbortController().signal,
      )
    await sweep(hour / 2)
    expect(await nonces()).toEqual(expect.arrayContaining([open, used.proof.message]))
    await sweep(hour + 60_000)
    expect(await nonces()).toEqual([])
    // The proof stays.
    const kept = await server.db
      .selectFrom('address_book_entries')
      .select(['proof_message', 'proof_signature', 'proof_public_key'])
      .where('organization_id', '=', id)
      .execute()
    expect(kept).toEqual([
      {
        proof_message: used.proof.message,
        proof_signature: used.proof.signature,
        proof_public_key: null,
      },
    ])
  })
})

describe('a proof', () => {
  test('makes an entry whose owner has signed', async () => {
    const { id, owner } = await givenWallets(server)
    const body = await newOwner().proven(owner, id)
    expect(await add(owner, id, body)).toMatchObject({
      status: 201,
      body: { address: body.address, ownership: 'signed_message', is_usable: true },
    })
  })

  test('is good once, also after the entry was removed', async () => {
    const { id, owner } = await givenWallets(server)
    const body = await newOwner().proven(owner, id)
    const { id: entryId } = (await add(owner, id, body)).body
    await owner.delete(bookPath(id, `/${entryId}`))
    expect(await add(owner, id, body)).toMatchObject(notLiving)
  })

  test('twice at once: one entry', async () => {
    const { id, owner } = await givenWallets(server)
    const body = await newOwner().proven(owner, id)
    const replies = await Promise.all([1, 2, 3].map(() => add(owner, id, body)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  })

  test('of another organization, network or address, or of no challenge, is 422', async () => {
    const { id, owner } = await givenWallets(server)
    const theirs = await givenWallets(server)
    const them = newOwner()
    const foreign = await them.proven(owner, theirs.id)
    expect(await add(owner, id, foreign)).toMatchObject(notLiving)
    const other = newOwner()
    const { proof } = await other.proven(owner, id)
    expect(
      await add(owner, id, { ...declared(), ...{ network: 'ethereum', address: them.address }, proof }),
    ).toMatchObject(notLiving)
    const solana = { network: 'solana', address: 'FVen3X669xLzsi6N2V91DoiyzHzg1uAgqiT8jZ9nS96Z' }
    expect(await add(owner, id, { ...declared(solana), proof })).toMatchObject(notLiving)
    const invented = 'I own this address.'
    const made = { ...foreign, proof: { message: invented, signature: await them.sign(invented) } }
    expect(await add(owner, id, made)).toMatchObject(notLiving)
    // None of them has used it up.
    expect((await add(owner, theirs.id, foreign)).status).toBe(201)
    expect(
      (await add(owner, id, { ...declared(), network: 'ethereum', address: other.address, proof })).status,
    ).toBe(201)
  })

  test('signed by somebody else, or no signature at all, is 422 and uses nothing up', async () => {
    const { id, owner } = await givenWallets(server)
    const body = await newOwner().proven(owner, id)
    const { message } = body.proof
    for (const signature of [await Wallet.createRandom().signMessage(message), '0x00', 'подпись'])
      expect(await add(owner, id, { ...body, proof: { message, signature } })).toMatchObject(notSigned)
    expect((await add(owner, id, body)).status).toBe(201)
  })

  test('of tron is 422', async () => {
    const { id, owner } = await givenWallets(server)
    const proof = { message: 'x', signature: 'x' }
    expect(await add(owner, id, { ...declared(), proof })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'proof'], ctx: { code: 'tron_only_declared' } }] },
    })
  })

  test('after an hour is 422', async () => {
    const { id, owner } = await givenWallets(server)
    const [early, late] = [await newOwner().proven(owner, id), await newOwner().proven(owner, id)]
    moveClock(server, hour - 60_000)
    expect((await add(await anew(server, owner), id, early)).status).toBe(201)
    moveClock(server, 2 * 60_000)
    expect(await add(await anew(server, owner), id, late)).toMatchObject(notLiving)
  })
})

describe('a proof that waits for an approval', () => {
  async function given() {
    const { id, owner } = await givenWallets(server)
    const voter = await server.signIn('owner')
    await setPolicy(owner, [{ act: 'address.add', approvals: 1, from: ['owner'] }])
    const body = await newOwner().proven(owner, id)
    const again = async () => add(await anew(server, owner), id, body)
    const vote = async (approvalId: string) => {
      const by = await anew(server, voter)
      return by.post(`/v1/approvals/${approvalId}/votes`, { decision: 'approve' })
    }
    return { id, owner, body, again, vote }
  }

  const ask = async (send: () => ReturnType<Client['post']>): Promise<string> => {
    const reply = await send()
    expect(reply).toMatchObject({ status: 403, body: { code: 'approval_required' } })
    return reply.body.context.approval_id
  }

  test('is not used up by asking, and is good for as long as the approval is', async () => {
    const { id, body, again, vote } = await given()
    const approval = await ask(again)
    moveClock(server, 71 * hour)
    expect(await ask(again)).toBe(approval)
    expect((await vote(approval)).status).toBe(200)
    moveClock(server, 23 * hour)
    expect(await again()).toMatchObject({ status: 201, body: { ownership: 'signed_message' } })
    const rows = await server.db
      .selectFrom('address_challenges')
      .select('used_at')
      .where('message', '=', body.proof.message)
      .where('organization_id', '=', id)
      .execute()
    expect(rows).toEqual([{ used_at: server.clock.at }])
  })

  test.runIf(isFull)('is not prolonged by asking again', async () => {
    const { again } = await given()
    await ask(again)
    moveClock(server, 95 * hour)
    await ask(again)
    moveClock(server, 2 * hour)
    expect(await again()).toMatchObject(notLiving)
  })

  test('is not kept if the signature came too late or was wrong', async () => {
    const { id, body, again } = await given()
    const wrong = { ...body, proof: { ...body.proof, signature: '0x00' } }
    const by = await server.signIn('operator')
    expect(await add(by, id, wrong)).toMatchObject(notSigned)
    moveClock(server, hour + 1_000)
    expect(await again()).toMatchObject(notLiving)
  })

  test.runIf(isFull)('outlives the job that deletes old challenges', async () => {
    const { again, vote } = await given()
    const approval = await ask(again)
    moveClock(server, 3 * hour)
    const now = () => server.clock.at as Date
    await createChallengeRetentionJob({ db: server.db, now }).run(new AbortController().signal)
    expect((await vote(approval)).status).toBe(200)
    expect((await again()).status).toBe(201)
  })
})
