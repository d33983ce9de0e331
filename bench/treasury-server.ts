import type { WalletResponse } from '../contract/wallets/wallets.ts'
import { givenOrganization } from '../test/support/given/factories.ts'
import { newCompany } from '../test/support/given/given-paper.ts'
import { eth, ethereumInputs, newTransfer, walletOn } from '../test/support/given/given-transfer.ts'
import { givenSession } from '../test/support/service/signed-in.ts'
import { measureDeliveries } from './delivery-posting.ts'
import { startMeasuredService } from './measured-service.ts'
import { loadTreasury } from './treasury-data.ts'

const [requests = 0, lots = 0, members = 0] = process.argv.slice(2).map(Number)
const companies = 3

const { db, service, serve } = await startMeasuredService({ KONTOR_TRANSFERS: 'on' })

await serve(async (url) => {
  const { token } = await givenSession({ db, service, now: new Date() }, 'owner')
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const post: Post = async (path, body) => {
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (response.status !== 201) throw new Error(await response.text())
    return response.json() as Promise<never>
  }
  const own: Payer[] = []
  for (let made = 0; made < companies; made += 1) {
    const { id } = await givenOrganization({ db })
    const { wallets } = await post<{ wallets: WalletResponse[] }>(
      `/v1/organizations/${id}/wallets/create`,
      {},
    )
    await post('/v1/desk/companies', newCompany({ organization_id: id }))
    own.push({ id, wallet: walletOn(wallets, 'ethereum') })
  }
  const ids = own.map(({ id }) => id)
  await loadTreasury(db, ids, { requests, lots })
  return {
    token,
    deliveries: await measureDeliveries(db),
    batch: await givenBatch(post, own[0] as Payer, members),
  }
})

/** What it answers depends on the path. */
type Post = <T = { id: string }>(path: string, body: object) => Promise<T>
type Payer = Pick<Parameters<typeof newTransfer>[0], 'id' | 'wallet'>

/** A batch that nobody has signed, with what the chain would say of each of its transfers. */
async function givenBatch(post: Post, payer: Payer, count: number) {
  const entry = await post(`/v1/organizations/${payer.id}/addresses`, {
    network: 'ethereum',
    address: '0x52908400098527886E0F7030069857D2E4169EE7',
    label: 'Биржа',
    owner: 'ООО «Ромашка»',
  })
  const terms = { amount: String(eth / 1000n), fee_ceiling: String(eth / 1000n) }
  const transfer_ids: string[] = []
  for (let made = 0; made < count; made += 1)
    transfer_ids.push((await post('/v1/transfers', newTransfer({ ...payer, entry }, terms))).id)
  const batch = await post<{ id: string; transfers: { id: string }[] }>('/v1/transfer-batches', {
    transfer_ids,
    reason: 'Поставки дня',
  })
  const inputs = batch.transfers.map(({ id }, nonce) => ({ transfer_id: id, ...ethereumInputs(nonce) }))
  return { path: `/v1/transfer-batches/${batch.id}/sign`, inputs }
}
