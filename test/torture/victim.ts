import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type ServiceProcess, startProcess, untilReady } from '../support/processes/service-process.ts'

export type Blow = 'service' | 'postgres' | 'both'

/** The service with its embedded PostgreSQL, in full durability, to be killed and started again on the same port. */
export async function startVictim(env: Record<string, string>, dataDir: string) {
  let service: ServiceProcess
  const start = async () => {
    service = await startProcess({ ...env, KONTOR_DATA_DIR: dataDir })
    await untilReady(service)
  }
  await start()

  function postmaster(): number {
    return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  }

  return {
    get url() {
      return service.url
    },
    output: () => service.output(),
    /** kill -9; comes back with how many milliseconds it took until it was ready again. */
    async strike(blow: Blow): Promise<number> {
      const since = performance.now()
      if (blow !== 'service') {
        const pid = postmaster()
        process.kill(pid, 'SIGKILL')
        if (blow === 'postgres') {
          // Ready can mean the old one until its end is noticed.
          while (readPid() === pid) await wait(10)
        }
      }
      if (blow !== 'postgres') {
        service.child.kill('SIGKILL')
        await service.ended
        await start()
      }
      await untilReady(service)
      return performance.now() - since
    },
    async stop(): Promise<void> {
      service.child.kill('SIGTERM')
      await service.ended
    },
  }

  function readPid(): number | undefined {
    try {
      return postmaster()
    } catch {
      return undefined
    }
  }
}

export type Victim = Awaited<ReturnType<typeof startVictim>>
