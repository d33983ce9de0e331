import { randomBytes } from 'node:crypto'
import { provenEntries } from '../../server/features/address-book/entry-proofs.ts'
import { signingTable } from '../../server/features/emergency-stop/signing-store.ts'
import { provenOwnOrganizations } from '../../server/features/organizations/own-organizations.ts'
import { provenPaymentFiles } from '../../server/features/payment-files/file-proofs.ts'
import { provenRequestDecisions } from '../../server/features/purchase-requests/request/request-decisions.ts'
import { provenBatches } from '../../server/features/transfers/batch/batch-decisions.ts'
import {
  provenSecretDecisions,
  provenSeeds,
  provenWallets,
} from '../../server/features/wallets/wallet-proofs.ts'
import { newId } from '../../server/platform/db/ids.ts'
import { newOwner } from '../address-book/given-address.ts'
import { givenPaymentFile } from '../payment-files/given-payment-file.ts'
import { approve } from '../support/given/given-purchase-request.ts'
import { givenOwnOrganization, givenStock, newDelivery } from '../support/given/given-stock.ts'
import {
  ethereumInputs,
  givenEntry,
  givenPaidRequest,
  givenPayer,
  givenTransfer,
  newTransfer,
  transferPath,
  walletOn,
} from '../support/given/given-transfer.ts'
import { givenWallets, walletsPath } from '../support/given/given-wallets.ts'
import type { Installation } from './installation.ts'
import { outcomeOf, type Recipe } from './recipe.ts'

type Payer = Parameters<typeof newTransfer>[0]

/** Two generations of wallets: coins of the retired one are sent to the current one. */
async function givenGenerations({ server, people }: Installation): Promise<Payer> {
  const { id, owner, wallets } = await givenWallets(server, people.owner.client)
  const { body } = await owner.post(walletsPath(id, '/replace'), { reason: 'A test' })
  return { id, wallet: walletOn(wallets, 'ethereum'), entry: { id: walletOn(body.wallets, 'ethereum').id } }
}

async function pay({ people }: Installation, payer: Payer, overrides: Record<string, unknown> = {}) {
  return outcomeOf(await people.owner.client.post('/v1/transfers', newTransfer(payer, overrides)))
}

export const recipesOfCoins: readonly ((at: Installation) => Recipe)[] = [
  function seeds(at) {
    let payer: Payer
    return {
      table: provenSeeds,
      async given() {
        await at.setRules([])
        payer = await givenGenerations(at)
        const other = await givenGenerations(at)
        return { one: `${payer.id}/2`, other: `${other.id}/2` }
      },
      keyFrom: ['organization_id', 'generation'],
      use: () => pay(at, payer),
      does: 'transfer.created',
      refusals: ['503 proof_invalid', '422 destination_not_found'],
      later: () => at.people.owner.client.post(walletsPath(payer.id, '/replace'), { reason: 'Once more' }),
      shown: ['sealed_entropy', 'exposed_at'],
    }
  },

  function wallets(at) {
    let payer: Payer
    const invented = newId()
    return {
      table: provenWallets,
      async given() {
        await at.setRules([])
        payer = await givenGenerations(at)
        const other = await givenGenerations(at)
        return { one: payer.entry.id, other: other.entry.id }
      },
      use: () => pay(at, payer),
      does: 'transfer.created',
      refusals: ['503 proof_invalid', '422 destination_not_found'],
      copy: {
        changes: () => ({ id: invented, generation: 7, address: newOwner().address }),
        use: () => pay(at, { ...payer, entry: { id: invented } }),
      },
      get values() {
        return { address: newOwner().address, derivation_path: "m/44'/60'/0'/0/7" }
      },
      shown: ['exposed_at', 'created_at'],
    }
  },

  function entries(at) {
    let payer: Payer
    const invented = newId()
    return {
      table: provenEntries,
      async given() {
        await at.setRules([])
        const { client } = at.people.owner
        payer = await givenPayer(at.server, client)
        const other = await givenPayer(at.server, client)
        return { one: payer.entry.id, other: other.entry.id }
      },
      use: () => pay(at, payer),
      does: 'transfer.created',
      refusals: ['503 proof_invalid', '422 destination_not_found'],
      later: (id) => at.people.owner.client.delete(`/v1/organizations/${payer.id}/addresses/${id}`),
      copy: {
        changes() {
          const { address } = newOwner()
          return { id: invented, address, account: address.toLowerCase() }
        },
        use: () => pay(at, { ...payer, entry: { id: invented } }),
      },
      get values() {
        return { address: newOwner().address, usable_from: '2026-01-01T00:00:00Z' }
      },
      shown: [],
    }
  },

  function requestDecisions(at) {
    let paid: Awaited<ReturnType<typeof givenPaidRequest>>
    return {
      table: provenRequestDecisions,
      async given() {
        await at.setRules([])
        const { client } = at.people.owner
        paid = await givenPaidRequest(at.server, client)
        const other = await givenPaidRequest(at.server, client)
        return { one: paid.request.id, other: other.request.id }
      },
      async use() {
        const delivery = { tx_hash: `0x${randomBytes(32).toString('hex')}`, amount: '0.0001' }
        const path = `/v1/purchase-requests/${paid.request.id}/deliveries`
        return outcomeOf(await at.people.owner.client.post(path, delivery))
      },
      does: 'purchase_request.delivery_recorded',
      refusals: ['503 proof_invalid'],
      // People approve what somebody has removed: the same once more.
      async later(id) {
        await at.database.replace(provenRequestDecisions, [id])
        return at.people.owner.client.patch(`/v1/purchase-requests/${id}/status`, approve)
      },
      get values() {
        return { destination_address: newOwner().address }
      },
      shown: [],
    }
  },

  /** Nothing reads it again: the thread that shows the secret has checked it. It says afterwards why that was allowed. */
  function secretDecisions(at) {
    return {
      table: provenSecretDecisions,
      async given() {
        await at.setRules([])
        const { client } = at.people.owner
        const { id } = await givenWallets(at.server, client)
        await client.get(walletsPath(id, '/mnemonic'))
        await client.get(walletsPath(id, '/secret-keys'))
        const rows = await at.server.db.selectFrom('secret_decisions').select('id').orderBy('id').execute()
        const [one, other] = rows.map((row) => row.id)
        return { one: one as string, other: other as string }
      },
      refusals: [],
      copy: { changes: () => ({ id: newId() }) },
      shown: [],
    }
  },

  /** There is one row. */
  function signing(at) {
    let payer: Payer
    let nonce = 0
    let draft = ''
    return {
      table: signingTable,
      async given() {
        await at.setRules([])
        payer = await givenPayer(at.server, at.people.owner.client)
        return { one: 'true' }
      },
      async use() {
        draft ||= (await givenTransfer(at.people.owner.client, payer)).id
        const reply = await at.people.owner.client.post(transferPath(draft, '/sign'), ethereumInputs(nonce))
        if (reply.status === 200) {
          draft = ''
          nonce++
        }
        return outcomeOf(reply)
      },
      does: 'transfer.signed',
      refusals: ['503 proof_invalid', '409 signing_stopped'],
      later: () => at.people.owner.client.post('/v1/signing/stop', {}),
      /** Whoever removes an invented stop does not start signing either. */
      async mend() {
        const { client } = at.people.owner
        if ((await client.get('/v1/signing')).body.is_stopped) await client.post('/v1/signing/start')
      },
      shown: [],
    }
  },

  function batches(at) {
    const invented = newId()
    let batch = ''
    let member = ''
    async function givenBatch() {
      const { client } = at.people.owner
      const own = await givenOwnOrganization(at.server, client)
      const { id } = await givenTransfer(client, { ...own, entry: await givenEntry(client, own.id) })
      const made = await client.post('/v1/transfer-batches', { transfer_ids: [id], reason: 'A test' })
      return { id: made.body.id as string, member: id }
    }
    const sign = async (id: string) => {
      const inputs = [{ transfer_id: member, ...ethereumInputs(0) }]
      return outcomeOf(await at.people.owner.client.post(`/v1/transfer-batches/${id}/sign`, { inputs }))
    }
    return {
      table: provenBatches,
      async given() {
        await at.setRules([])
        const [one, other] = [await givenBatch(), await givenBatch()]
        batch = one.id
        member = one.member
        return { one: one.id, other: other.id }
      },
      use: () => sign(batch),
      does: 'transfer_batch.decided',
      refusals: ['503 proof_invalid', '404 transfer_batch_not_found'],
      isUsedOnce: true,
      later: 'use',
      copy: { changes: () => ({ id: invented }), use: () => sign(invented) },
      values: { status: 'decided', members: [], withdrawn: [newId()] },
      shown: [
        'from_address',
        'sums',
        'recipients',
        'fee_ceiling',
        'decided_by',
        'created_by',
        'created_at',
        'updated_at',
      ],
    }
  },

  function ownOrganizations(at) {
    let stock: Awaited<ReturnType<typeof givenStock>>
    let stranger: Awaited<ReturnType<typeof givenWallets>>
    /** A request takes no second transfer while one is open. */
    async function deliver(from: Parameters<typeof newDelivery>[0]) {
      const { client } = at.people.owner
      const made = await client.post('/v1/transfers', newDelivery(from, stock.request))
      if (made.status === 201) await client.post(transferPath(made.body.id, '/cancel'), {})
      return outcomeOf(made)
    }
    return {
      table: provenOwnOrganizations,
      async given() {
        await at.setRules([])
        const { client } = at.people.owner
        stock = await givenStock(at.server, client)
        const other = await givenOwnOrganization(at.server, client)
        stranger = await givenWallets(at.server, client)
        return { one: stock.id, other: other.id }
      },
      use: () => deliver(stock),
      does: 'transfer.created',
      refusals: ['422 other_organization'],
      copy: {
        changes: () => ({ organization_id: stranger.id, company_id: newId() }),
        use: () => deliver({ id: stranger.id, wallet: walletOn(stranger.wallets, 'ethereum') }),
      },
      shown: [],
    }
  },

  function paymentFiles(at) {
    let file: string
    const copied = newId()
    const contentOf = async (id: string) =>
      outcomeOf(await at.people.owner.client.get(`/v1/payment-files/${id}/content`))
    return {
      table: provenPaymentFiles,
      async given() {
        await at.setRules([])
        const { client } = at.people.owner
        const [one, other] = [
          await givenPaymentFile(at.server, client),
          await givenPaymentFile(at.server, client),
        ]
        file = one
        return { one, other }
      },
      use: () => contentOf(file),
      does: 'payment_file.downloaded',
      // One with another id is not found.
      refusals: ['503 proof_invalid', '404 payment_file_not_found'],
      copy: {
        changes: () => ({ id: copied }),
        use: () => contentOf(copied),
      },
      shown: [
        // Its SHA-256 is proven: test/payment-files.
        'content',
        'amount',
        'orders_count',
        'made_by',
        'made_by_name',
        'voided_at',
        'voided_by',
        'voided_by_name',
        'void_reason',
      ],
    }
  },
]
