import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { networks } from '../contract/money/networks.ts'
import { atLeast, atMost, type Row } from './report.ts'

const atOnce = 8

/** Creates wallets for fifty organizations over HTTP: wallets per second, and the longest stall of the event loop. */
export async function run(): Promise<Row[]> {
  const child = fork(join(import.meta.dirname, 'wallets-server.ts'))
  try {
    const { url, token, warm, measured } = await response<{
      url: string
      token: string
      warm: string[]
      measured: string[]
    }>(child)
    await createAll(url, token, warm)
    await ask(child, 'watch')
    const started = performance.now()
    await createAll(url, token, measured)
    const perSecond = (measured.length * networks.length * 1_000) / (performance.now() - started)
    const { longest, p99 } = await ask<{ longest: number; p99: number }>(child, 'watched')
    const peers = await ask<{ perSecond: number; idle: number; onTheLoop: number }>(
      child,
      'peers',
      measured.length,
    )
    return [
      {
        what: 'wallets created, 50 organizations',
        measured: `${Math.round(perSecond)} wallets/s`,
        against: `derivation alone ${Math.round(peers.perSecond)} wallets/s`,
        ...atLeast(perSecond / peers.perSecond, 0.65),
      },
      {
        what: 'longest event-loop stall meanwhile',
        measured: `${longest.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
        against: `idle ${peers.idle.toFixed(1)} ms, derivation on the loop ${peers.onTheLoop.toFixed(1)} ms`,
        ...atMost(longest, 20, ' ms'),
      },
    ]
  } finally {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
}

async function createAll(url: string, token: string, organizations: string[]): Promise<void> {
  const left = [...organizations]
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let id = left.pop(); id !== undefined; id = left.pop()) {
        const response = await fetch(`${url}/v1/organizations/${id}/wallets/create`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}` },
        })
        await response.arrayBuffer()
        if (response.status !== 201) throw new Error(`creating wallets returned ${response.status}`)
      }
    }),
  )
}

function ask<T>(child: ChildProcess, what: 'watch' | 'watched' | 'peers', count = 0): Promise<T> {
  const reply = response<T>(child)
  child.send({ ask: what, count })
  return reply
}

function response<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`the measured service ended with ${code}`))
    child.once('exit', onExit)
    child.once('message', (message) => {
      child.off('exit', onExit)
      resolve(message as T)
    })
  })
}
