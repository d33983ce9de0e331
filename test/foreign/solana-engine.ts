import { createRequire } from 'node:module'
import { join } from 'node:path'

const require = createRequire(join(import.meta.dirname, 'project/package.json'))

/** npm may have none for this machine: what it consists of is in optional packages. */
export const hasLiteSvm = canLoad('litesvm')

function canLoad(name: string): boolean {
  try {
    require(name)
    return true
  } catch {
    return false
  }
}

interface Failed {
  toString(): string
}

interface LiteSvm {
  setAccount(account: object): void
  getAccount(address: string): { exists: boolean; data: Uint8Array }
  getBalance(address: string): bigint | null
  latestBlockhash(): string
  expireBlockhash(): void
  sendTransaction(transaction: unknown): object
}

/** What @solana/kit reads in the bytes of a transaction. */
export interface KitMessage {
  version: string
  header: {
    numSignerAccounts: number
    numReadonlySignerAccounts: number
    numReadonlyNonSignerAccounts: number
  }
  staticAccounts: string[]
  lifetimeToken: string
  instructions: { programAddressIndex: number; accountIndices?: number[]; data: Uint8Array }[]
}

interface Kit {
  getTransactionDecoder(): { decode(bytes: Uint8Array): { messageBytes: Uint8Array; signatures: object } }
  getCompiledTransactionMessageDecoder(): { decode(bytes: Uint8Array): KitMessage }
}

/**
 * The runtime of Solana's validators in this process, by litesvm. It has no blocks and no RPC: a block hash is the latest
 * one or not. Bytes are decoded by @solana/kit, which shares no code with the worker.
 */
export function startSolana() {
  const {
    LiteSVM,
    FailedTransactionMetadata,
  }: { LiteSVM: new () => LiteSvm; FailedTransactionMetadata: new () => Failed } = require('litesvm')
  const kit: Kit = require('@solana/kit')
  const svm = new LiteSVM()

  return {
    blockhash: () => svm.latestBlockhash(),
    expireBlockhash: () => svm.expireBlockhash(),
    balanceOf: (address: string) => svm.getBalance(address) ?? 0n,
    dataOf(address: string): Uint8Array {
      const account = svm.getAccount(address)
      return account.exists ? account.data : new Uint8Array()
    },
    give(address: string, lamports: bigint): void {
      const programAddress = '11111111111111111111111111111111'
      svm.setAccount({
        address,
        lamports,
        data: new Uint8Array(),
        programAddress,
        executable: false,
        space: 0n,
      })
    },
    /** Any account, as a program has left it. */
    setAccount(
      address: string,
      { program, data, lamports }: { program: string; data: Uint8Array; lamports: bigint },
    ): void {
      const space = BigInt(data.length)
      svm.setAccount({ address, lamports, data, programAddress: program, executable: false, space })
    },
    /** Null: it was carried out. Otherwise why not. */
    send(raw: string): string | null {
      const result = svm.sendTransaction(kit.getTransactionDecoder().decode(Buffer.from(raw, 'base64')))
      if (!(result instanceof FailedTransactionMetadata)) return null
      return /err: ([A-Za-z]+)/.exec(result.toString())?.[1] ?? result.toString()
    },
    decode(raw: string): KitMessage {
      const { messageBytes } = kit.getTransactionDecoder().decode(Buffer.from(raw, 'base64'))
      return kit.getCompiledTransactionMessageDecoder().decode(messageBytes)
    },
  }
}
