import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../support/processes/free-port.ts'
import { until } from '../support/processes/until.ts'
import type { Program } from './debian-knots.ts'

export type BitcoinNode = Awaited<ReturnType<typeof startBitcoinNode>>

/** `bitcoind -regtest` without peers and without a wallet. It replaces only transactions that allow it (BIP-125). */
export async function startBitcoinNode({ file, args }: Program) {
  const home = mkdtempSync(join(tmpdir(), 'bitcoind-'))
  const port = await freePort()
  const password = randomBytes(12).toString('hex')
  const options = [
    ...['-regtest', `-datadir=${home}`, '-server', '-listen=0', '-disablewallet', '-printtoconsole=0'],
    ...[`-rpcport=${port}`, '-rpcbind=127.0.0.1', '-rpcallowip=127.0.0.1'],
    ...['-rpcuser=test', `-rpcpassword=${password}`, '-mempoolreplacement=fee,optin'],
  ]
  const child = spawn(file, [...args, ...options], { stdio: 'ignore' })
  const exit = once(child, 'exit')

  async function call<T>(method: string, ...params: unknown[]): Promise<T> {
    const response = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`test:${password}`)}` },
      body: JSON.stringify({ method, params }),
    })
    const { result, error } = (await response.json()) as { result: T; error: { message: string } | null }
    if (error) throw new Error(error.message)
    return result
  }

  /** Mines blocks whose reward goes to a script; their coinbase transactions can be spent 100 blocks later. */
  async function mine(script: Uint8Array, blocks: number): Promise<Uint8Array[]> {
    const descriptor = `raw(${Buffer.from(script).toString('hex')})`
    const hashes = await call<string[]>('generatetodescriptor', blocks, descriptor)
    const coinbases: Uint8Array[] = []
    for (const hash of hashes) {
      const { tx } = await call<{ tx: { hex: string }[] }>('getblock', hash, 2)
      coinbases.push(new Uint8Array(Buffer.from(tx[0]?.hex ?? '', 'hex')))
    }
    return coinbases
  }

  async function stop(): Promise<void> {
    child.kill('SIGTERM')
    await exit
    rmSync(home, { recursive: true, force: true })
  }

  try {
    await until('bitcoind answers', async () => {
      if (child.exitCode !== null) throw new Error(`bitcoind ended with ${child.exitCode}`)
      return (await call<number>('getblockcount')) === 0
    })
  } catch (error) {
    await stop()
    throw error
  }
  return { call, mine, stop }
}
