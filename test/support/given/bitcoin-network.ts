import { Transaction } from 'bitcoinjs-lib'
import { mainnets } from '../../../server/features/chain-nodes/same-chain.ts'
import { outputScript } from '../../../server/features/wallets/signing/networks/bitcoin/output-script.ts'
import { paidTransaction } from '../outside/bitcoin-payments.ts'
import { startFakeNode } from '../outside/fake-chain-node.ts'

interface Known {
  raw: string
  /** Null: it waits for a block. */
  block: number | null
}

/** Esplora with a chain in memory: what it is given it keeps, and a block has all that waits. */
export async function startBitcoinNetwork() {
  const fake = await startFakeNode()
  const transactions = new Map<string, Known>()
  /** The address of each script that was named here. */
  const addresses = new Map<string, string>()
  let [head, given] = [100, 0]

  const hexOf = (script: Uint8Array) => Buffer.from(script).toString('hex')
  const read = (id: string) => {
    const known = transactions.get(id)
    return known && { ...known, transaction: Transaction.fromHex(known.raw) }
  }
  const outputOf = ({ script, value }: Transaction['outs'][number]) => ({
    scriptpubkey_address: addresses.get(hexOf(script)) ?? 'unknown',
    value: Number(value),
  })
  const statusOf = (block: number | null) =>
    block === null
      ? { confirmed: false }
      : { confirmed: true, block_height: block, block_hash: hashOf(block) }

  function show(id: string) {
    const found = read(id)
    if (!found) return undefined
    const { transaction, block } = found
    const vin = transaction.ins.map(({ hash, index }) => {
      const output = read(Buffer.from(hash).reverse().toString('hex'))?.transaction.outs[index]
      return { prevout: output ? outputOf(output) : null }
    })
    const vout = transaction.outs.map(outputOf)
    const spent = vin.reduce((sum, { prevout }) => sum + (prevout?.value ?? 0), 0)
    const fee = spent - vout.reduce((sum, { value }) => sum + value, 0)
    return { txid: id, fee, status: statusOf(block), vin, vout }
  }

  function unspentOf(address: string) {
    const spent = new Set(
      [...transactions.values()].flatMap(({ raw }) =>
        Transaction.fromHex(raw).ins.map(
          ({ hash, index }) => `${Buffer.from(hash).reverse().toString('hex')}:${index}`,
        ),
      ),
    )
    return [...transactions].flatMap(([txid, { raw, block }]) =>
      Transaction.fromHex(raw).outs.flatMap((output, vout) =>
        outputOf(output).scriptpubkey_address === address && !spent.has(`${txid}:${vout}`)
          ? [{ txid, vout, value: Number(output.value), status: statusOf(block) }]
          : [],
      ),
    )
  }

  function answer(path: string, params: unknown): unknown {
    const [, what = '', id = '', more = ''] = path.split('/')
    if (path === '/block-height/0') return mainnets.bitcoin
    if (what === 'block-height') return hashOf(Number(id))
    if (path === '/blocks/tip/height') return String(head)
    if (what === 'fee-estimates') return { '6': 4.5 }
    if (what === 'address' && more === 'utxo') return unspentOf(id)
    if (what === 'address') return { chain_stats: { funded_txo_sum: 0, spent_txo_sum: 0 } }
    if (path === '/tx') return add(String(params))
    if (what === 'tx') return more === 'hex' ? transactions.get(id)?.raw : show(id)
    return undefined
  }

  function add(raw: string): string {
    const id = Transaction.fromHex(raw).getId()
    if (!transactions.has(id)) transactions.set(id, { raw, block: null })
    return id
  }

  fake.override = ({ method, params }) => {
    const body = answer(method, params)
    return body === undefined ? { status: 404, body: 'not found' } : { body }
  }
  return {
    fake,
    url: fake.url,
    close: fake.close,
    /** Knows the address, and gives it coins if it is to have some. */
    give(address: string, amount?: bigint): void {
      const script = outputScript(address)
      addresses.set(hexOf(script), address)
      if (amount === undefined) return
      given += 1
      const raw = Buffer.from(paidTransaction([{ script, amount }], { number: given })).toString('hex')
      transactions.set(add(raw), { raw, block: head })
    },
    /** The block with all that waits, and as many more as make it final. */
    mine(): void {
      head += 1
      for (const one of transactions.values()) one.block ??= head
      head += 10
    },
  }
}

function hashOf(block: number): string {
  return block.toString(16).padStart(64, '0')
}
