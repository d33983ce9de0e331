import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Address, Cell, Message, Transaction } from '@ton/core'
import { mainnets } from '../../server/features/chain-nodes/same-chain.ts'
import { Refusal } from '../support/outside/fake-chain-node.ts'
import { jettonWalletCode, jettonWalletCodeHash } from './jetton-code.ts'

const require = createRequire(join(import.meta.dirname, 'project/package.json'))

type SandboxTransaction = Omit<Transaction, 'description'> & {
  description: { actionPhase?: { success: boolean; skippedActions: number } }
}

interface Blockchain {
  now: number | undefined
  libs: Cell | undefined
  treasury(name: string): Promise<{ send(message: object): Promise<{ transactions: SandboxTransaction[] }> }>
  getContract(
    address: unknown,
  ): Promise<{ balance: bigint; accountState?: { type: string; state?: { data?: Cell } } }>
  runGetMethod(
    address: unknown,
    method: string,
  ): Promise<{ stackReader: { readNumber(): number; readBigNumber(): bigint; readAddress(): Address } }>
  sendMessage(message: unknown): Promise<{ transactions: SandboxTransaction[] }>
}

export interface Effect {
  /** Null: the wallet accepted the message. Otherwise the exit code of its code. */
  exitCode: number | null
  outMessages: number
  skippedActions: number
  /** Whom a message or a wallet of tokens has told what has come, from whom, and with which comment. */
  told: Told[]
}

interface Told {
  to: string
  amount: bigint
  from: string
  comment: string | null
}

/** TEP-74, and the example contracts of the standard. */
const [passOn, notice, setStatus] = [0x178d4519, 0x7362d09c, 0xeed236d3]

/**
 * The code of TON's validators as WebAssembly, by @ton/sandbox, with the prices of the main network. It has no RPC and no
 * blocks: the time is what the test says.
 */
export async function startTon() {
  const { Blockchain }: { Blockchain: { create(): Promise<Blockchain> } } = require('@ton/sandbox')
  const {
    Address,
    beginCell,
    Cell,
    contractAddress,
    Dictionary,
    internal,
    loadMessage,
    storeMessage,
  }: typeof import('@ton/core') = require('@ton/core')
  const chain = await Blockchain.create()
  const bank = await chain.treasury('bank')
  chain.now = 1_800_000_000
  const spelled = (address: unknown) => (address as Address).toString({ bounceable: false })

  function toldIn({ inMessage }: SandboxTransaction): Told[] {
    if (inMessage?.info.type !== 'internal') return []
    const { src, dest, value } = inMessage.info
    const body = inMessage.body.beginParse()
    const operation = body.remainingBits < 32 ? undefined : body.loadUint(32)
    if (operation === 0)
      return [{ to: spelled(dest), amount: value.coins, from: spelled(src), comment: body.loadStringTail() }]
    if (operation !== notice) return []
    body.skip(64)
    const amount = body.loadCoins()
    const from = spelled(body.loadAddress())
    const payload = body.loadMaybeRef()?.beginParse()
    if (payload && payload.loadUint(32) !== 0) throw new Error('This is no comment.')
    return [{ to: spelled(dest), amount, from, comment: payload?.loadStringTail() ?? null }]
  }

  /** All that was carried out, oldest first. */
  const history: SandboxTransaction[] = []
  async function recorded(done: Promise<{ transactions: SandboxTransaction[] }>) {
    const { transactions } = await done
    history.push(...transactions)
    return transactions
  }

  /** As the HTTP API of TON Center tells of a message. */
  function toldMessage({ info, body }: Message) {
    return {
      source: info.type === 'internal' ? String(info.src) : '',
      destination: info.type === 'external-out' ? '' : String(info.dest),
      value: info.type === 'internal' ? String(info.value.coins) : '0',
      created_lt: info.type === 'internal' ? String(info.createdLt) : '0',
      body_hash: body.hash().toString('base64'),
      msg_data: { body: body.toBoc().toString('base64') },
    }
  }

  /** Its fee is that of the transaction and of what it sends. */
  function toldTransaction({ lt, now, totalFees, inMessage, outMessages, ...rest }: SandboxTransaction) {
    const out = outMessages.values()
    const forwarding = out.map(({ info }) => (info.type === 'internal' ? info.forwardFee : 0n))
    return {
      transaction_id: { lt: String(lt), hash: rest.hash().toString('base64') },
      utime: now,
      fee: String(forwarding.reduce((sum, one) => sum + one, totalFees.coins)),
      in_msg: toldMessage(inMessage as Message),
      out_msgs: out.map(toldMessage),
    }
  }

  const ofAccount = (address: string) =>
    history.filter(
      (one) => one.address === BigInt(`0x${Address.parse(address).hash.toString('hex')}`) && one.inMessage,
    )

  return {
    /** What a node says about what was carried out, by method of TON Center. */
    node: {
      getMasterchainInfo: () => ({ init: { root_hash: mainnets.ton } }),
      getTransactions: ({ address, limit, lt }: { address: string; limit: number; lt?: string }) =>
        ofAccount(address)
          .filter((one) => lt === undefined || one.lt <= BigInt(lt))
          .reverse()
          .slice(0, limit)
          .map(toldTransaction),
      tryLocateTx: ({ destination, created_lt }: { destination: string; created_lt: string }) => {
        const found = ofAccount(destination).map(toldTransaction)
        const taken = found.find(({ in_msg }) => in_msg.created_lt === created_lt)
        if (taken === undefined) throw new Refusal('not found')
        return taken
      },
    },
    now: () => chain.now as number,
    wait(seconds: number): void {
      chain.now = (chain.now as number) + seconds
    },
    give: (address: string, value: bigint) =>
      recorded(bank.send({ to: Address.parse(address), value, bounce: false })),
    async balanceOf(address: string): Promise<bigint> {
      return (await chain.getContract(Address.parse(address))).balance
    },
    async stateOf(address: string): Promise<string> {
      return (await chain.getContract(Address.parse(address))).accountState?.type ?? 'none'
    },
    async seqnoOf(address: string): Promise<number> {
      return (await chain.runGetMethod(Address.parse(address), 'seqno')).stackReader.readNumber()
    },
    async send(raw: string): Promise<Effect> {
      try {
        const transactions = await recorded(chain.sendMessage(loadMessage(Cell.fromBase64(raw).beginParse())))
        const [first] = transactions
        return {
          exitCode: null,
          outMessages: first?.outMessagesCount ?? 0,
          skippedActions: first?.description.actionPhase?.skippedActions ?? 0,
          told: transactions.flatMap(toldIn),
        }
      } catch (error) {
        const { exitCode } = error as { exitCode?: number }
        if (exitCode === undefined) throw error
        return { exitCode, outMessages: 0, skippedActions: 0, told: [] }
      }
    },

    /** The wallets of a token, whose code is a library of the network. Its master is only who they obey. */
    jetton(contract: string) {
      const library = Cell.fromBase64(jettonWalletCode)
      if (library.hash().toString('hex') !== jettonWalletCodeHash) throw new Error('The code was changed.')
      const libraries = Dictionary.empty(Dictionary.Keys.Buffer(32), Dictionary.Values.Cell())
      libraries.set(library.hash(), library)
      chain.libs = beginCell().storeDictDirect(libraries).endCell()
      const master = Address.parse(contract)
      const code = beginCell().storeUint(2, 8).storeBuffer(library.hash()).endCell({ exotic: true })
      const initOf = (owner: string) => ({
        code,
        data: beginCell()
          .storeUint(0, 4)
          .storeCoins(0)
          .storeAddress(Address.parse(owner))
          .storeAddress(master)
          .endCell(),
      })
      const walletOf = (owner: string) => contractAddress(0, initOf(owner))
      async function tell(owner: string, body: Cell): Promise<void> {
        const { info, ...message } = internal({
          to: walletOf(owner),
          value: 100_000_000n,
          bounce: false,
          init: initOf(owner),
          body,
        })
        const cell = beginCell()
          .store(storeMessage({ ...message, info: { ...info, src: master } as never }))
          .endCell()
        await recorded(chain.sendMessage(loadMessage(cell.beginParse())))
      }
      return {
        mint: (owner: string, amount: bigint) =>
          tell(
            owner,
            beginCell()
              .storeUint(passOn, 32)
              .storeUint(0, 64)
              .storeCoins(amount)
              .storeAddress(null)
              .storeAddress(null)
              .storeCoins(0)
              .storeBit(false)
              .endCell(),
          ),
        /** 1: it cannot pay. 2: nothing comes. */
        setStatus: (owner: string, status: number) =>
          tell(owner, beginCell().storeUint(setStatus, 32).storeUint(0, 64).storeUint(status, 4).endCell()),
        async tokensOf(owner: string): Promise<bigint> {
          const { accountState } = await chain.getContract(walletOf(owner))
          if (accountState?.type !== 'active') return 0n
          return (await chain.runGetMethod(walletOf(owner), 'get_wallet_data')).stackReader.readBigNumber()
        },
        async dataOf(owner: string): Promise<string | undefined> {
          const { accountState } = await chain.getContract(walletOf(owner))
          return accountState?.state?.data?.toBoc().toString('base64')
        },
        async ownerAt(hash: Buffer): Promise<string> {
          const { stackReader } = await chain.runGetMethod(new Address(0, hash), 'get_wallet_data')
          stackReader.readBigNumber()
          return spelled(stackReader.readAddress())
        },
      }
    },
  }
}
