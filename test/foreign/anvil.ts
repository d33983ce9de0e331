import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../support/processes/free-port.ts'
import { until } from '../support/processes/until.ts'

const architecture = process.arch === 'x64' ? 'amd64' : process.arch
/** The program itself: the script of the package would not pass on signals. */
const program = join(
  import.meta.dirname,
  `project/node_modules/@foundry-rs/anvil-${process.platform}-${architecture}/bin/anvil`,
)

/** npm may have none for this machine: its packages are optional. */
export const hasAnvil = existsSync(program)

export type Anvil = Awaited<ReturnType<typeof startAnvil>>

/** A chain of its own. It makes a block when it is told to: `evm_mine`. */
export async function startAnvil({ chainId }: { chainId: number }) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const args = [
    '--chain-id',
    `${chainId}`,
    '--port',
    `${port}`,
    '--host',
    '127.0.0.1',
    '--silent',
    '--no-mining',
  ]
  const child = spawn(program, args, { stdio: 'ignore' })

  /** Calls a method; throws with the message of the chain if it refuses. */
  async function call<T = string>(method: string, ...params: unknown[]): Promise<T> {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const { result, error } = (await reply.json()) as { result: T; error?: { message: string } }
    if (error) throw new Error(error.message)
    return result
  }

  await until('anvil answers', async () => (await call('eth_chainId')) !== '', { every: 50, seconds: 60 })
  return {
    url,
    call,
    async balanceOf(address: string): Promise<bigint> {
      return BigInt(await call('eth_getBalance', address, 'latest'))
    },
    async stop(): Promise<void> {
      child.kill()
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}
