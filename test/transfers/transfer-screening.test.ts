import { beforeAll, expect, test } from 'vitest'
import type { Network } from '../../contract/networks.ts'
import { hitsOf, type Listed, publish } from '../screening/given-lists.ts'
import {
  ethereumInputs,
  givenEntry,
  givenPayer,
  givenTransfer,
  livingSpends,
  transferPath,
  transfersOn,
  walletOn,
} from '../support/given-transfer.ts'
import { givenWallets } from '../support/given-wallets.ts'
import { type Client, startServer } from '../support/harness.ts'
import { recipient } from '../wallets/signing/solana-payments.ts'

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

const payments: [Network, address: string, terms: object, inputs: object][] = [
  [
    'tron',
    'TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL',
    { asset: 'TRX', amount: '5000000', fee_ceiling: '2000000' },
    { tron: { block_id: '0000000003f1b1d2'.padEnd(64, 'a'), balance: '200000000' } },
  ],
  [
    'solana',
    recipient,
    { asset: 'SOL', amount: '2000000000', fee_ceiling: '100000' },
    {
      solana: {
        blockhash: '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T',
        balance: '5000000000',
        recipient_balance: '1000000',
      },
    },
  ],
  [
    'ton',
    '0:b113a994b5024a16719f69139328eb759596c38a25f59028b146fecdc3621dfe',
    { asset: 'TON', amount: '1500000000', fee_ceiling: '500000000' },
    { ton: { seqno: 7, balance: '5000000000' } },
  ],
]

test.each(payments)('a listed address of %s blocks its transfer', async (network, address, terms, inputs) => {
  const { id, owner: by, wallets } = await givenWallets(server)
  await listAddress(address)
  const entry = await givenEntry(by, id, { network, address })
  const payer = { id, wallet: walletOn(wallets, network), entry }
  const transfer = await givenTransfer(by, payer, { network, ...terms })
  expect(await by.post(transferPath(transfer.id, '/sign'), { inputs })).toMatchObject(hit)
})

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
