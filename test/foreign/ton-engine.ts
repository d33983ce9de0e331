import { createRequire } from 'node:module'
import { join } from 'node:path'

const require = createRequire(join(import.meta.dirname, 'project/package.json'))

interface SandboxTransaction {
  outMessagesCount: number
  description: { actionPhase?: { success: boolean; skippedActions: number } }
}

interface Blockchain {
  now: number | undefined
  treasury(name: string): Promise<{ send(message: object): Promise<unknown> }>
  getContract(address: unknown): Promise<{ balance: bigint; accountState?: { type: string } }>
  runGetMethod(address: unknown, method: string): Promise<{ stackReader: { readNumber(): number } }>
  sendMessage(message: unknown): Promise<{ transactions: SandboxTransaction[] }>
}

export interface Effect {
  /** Null: the wallet accepted the message. Otherwise the exit code of its code. */
  exitCode: number | null
  outMessages: number
  skippedActions: number
}

/**
 * The code of TON's validators as WebAssembly, by @ton/sandbox, with the prices of the main network. It has no RPC and no
 * blocks: the time is what the test says.
 */
export async function startTon() {
  const { Blockchain }: { Blockchain: { create(): Promise<Blockchain> } } = require('@ton/sandbox')
  const { Address, Cell, loadMessage } = require('@ton/core')
  const chain = await Blockchain.create()
  const bank = await chain.treasury('bank')
  chain.now = 1_800_000_000

  return {
    now: () => chain.now as number,
    wait(seconds: number): void {
      chain.now = (chain.now as number) + seconds
    },
    give: (address: string, value: bigint) => bank.send({ to: Address.parse(address), value, bounce: false }),
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
        const { transactions } = await chain.sendMessage(loadMessage(Cell.fromBase64(raw).beginParse()))
        const [first] = transactions
        return {
          exitCode: null,
          outMessages: first?.outMessagesCount ?? 0,
          skippedActions: first?.description.actionPhase?.skippedActions ?? 0,
        }
      } catch (error) {
        const { exitCode } = error as { exitCode?: number }
        if (exitCode === undefined) throw error
        return { exitCode, outMessages: 0, skippedActions: 0 }
      }
    },
  }
}
