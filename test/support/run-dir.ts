import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
const enough = 4 * 2 ** 30
/** `f_type` of a tmpfs. */
const tmpfs = 0x01021994

/** In memory if there is room: a database is a thousand small files, which a disk takes ten times as long to create. */
function runsFolder(): string {
  try {
    const { type, bavail, bsize } = statfsSync(memory)
    return type === tmpfs && bavail * bsize >= enough ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** A directory for this run, with its process id in its name. */
export function createRunDir(): string {
  const folder = runsFolder()
  if (folder === memory) removeForgottenRuns()
  return mkdtempSync(join(folder, `kontor-tests-of-${process.pid}-`))
}

/** What a run left that was killed: in memory, it would stay until the machine is restarted. */
function removeForgottenRuns(): void {
  for (const name of readdirSync(memory)) {
    const [, pid] = /^kontor-tests-of-(\d+)-/.exec(name) ?? []
    if (pid === undefined || isRunning(Number(pid))) continue
    rmSync(join(memory, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it runs as somebody else.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
