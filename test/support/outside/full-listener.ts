import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

const program = `
  require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, function () {
    process.stdout.write(String(this.address().port), () => process.kill(process.pid, 'SIGSTOP'))
  })
`

/** A port that takes no more connections: whoever connects to it waits, as with a machine that was switched off. */
export async function startFullListener(): Promise<{ port: number; stop(): void }> {
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [text] = await once(child.stdout, 'data')
  const port = Number(text)
  const waiting: Socket[] = []
  // The queue of the kernel is full once a connection stays away.
  for (let isFull = false; !isFull; ) {
    const socket = connect({ port, host: '127.0.0.1' }).on('error', () => {})
    waiting.push(socket)
    isFull = await Promise.race([once(socket, 'connect').then(() => false), wait(1_000, true)])
  }
  return {
    port,
    stop() {
      for (const socket of waiting) socket.destroy()
      child.kill('SIGKILL')
    },
  }
}
