import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
const enough = 4 * 2 ** 30
/** `f_type` of a tmpfs. */
const tmpfs = 0x01021994
/** No run takes as long. */
const forgottenAfterMs = 12 * 3_600_000

/** In memory if there is room: a database is a thousand small files, which a disk takes ten times as long to create. */
function runsFolder(): string {
  try {
    const { type, bavail, bsize } = statfsSync(memory)
    return type === tmpfs && bavail * bsize >= enough ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** A directory for what this process needs until it ends. Its name is short: sockets have room for 107 bytes. */
export function createRunDir(): string {
  const folder = runsFolder()
  if (folder === memory) removeForgottenRuns()
  const directory = mkdtempSync(join(folder, `kontor-${process.pid}-`))
  // PostgreSQL runs as another user in it.
  chmodSync(directory, 0o755)
  return directory
}

/**
 * What a run left that was killed: in memory, it would stay until the machine is restarted. A young folder may be that of
 * another container, whose processes cannot be seen from here.
 */
function removeForgottenRuns(): void {
  for (const name of readdirSync(memory)) {
    const [, pid] = /^kontor-(\d+)-/.exec(name) ?? []
    if (pid === undefined || isRunning(Number(pid))) continue
    const found = statSync(join(memory, name), { throwIfNoEntry: false })
    if (!found || Date.now() - found.mtimeMs < forgottenAfterMs) continue
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
