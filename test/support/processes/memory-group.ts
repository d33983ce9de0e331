import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A cgroup with a limit of memory, below the one of this process. */
export interface MemoryGroup {
  /** The command that enters the group and then becomes the given one. All its children are in the group, too. */
  command(file: string, args: readonly string[]): { file: string; args: string[] }
  /** What the processes of the group hold now, in bytes: without the cache of files, which the kernel takes back. */
  held(): number
  /** How often the kernel has killed a process of the group because there was no memory. */
  kills(): number
  /** Once all its processes have ended. */
  remove(): void
}

const versions = {
  v1: { limit: 'memory.limit_in_bytes', held: ['total_rss', 'total_shmem'], kills: 'memory.oom_control' },
  v2: { limit: 'memory.max', held: ['anon', 'shmem'], kills: 'memory.events' },
}

/** Makes a group of `bytes`, or says why this machine has none. */
export function makeMemoryGroup(bytes: number): MemoryGroup | string {
  const place = ownGroup()
  if (place === undefined) return 'there is no cgroup with a memory controller'
  const { parent, version } = place
  const directory = join(parent, `kontor-${process.pid}-${Math.random().toString(36).slice(2, 8)}`)
  const { limit, held, kills } = versions[version]
  try {
    mkdirSync(directory)
  } catch (error) {
    return `no cgroup can be made in ${parent} (${(error as NodeJS.ErrnoException).code})`
  }
  if (!existsSync(join(directory, limit))) {
    rmdirSync(directory)
    return `${parent} does not pass its memory controller on`
  }
  writeFileSync(join(directory, limit), String(bytes))
  const numbers = (file: string) =>
    new Map(
      readFileSync(join(directory, file), 'utf8')
        .split('\n')
        .map((line) => line.split(' '))
        .map(([name = '', value]) => [name, Number(value)]),
    )
  return {
    command: (file, args) => ({
      file: '/bin/sh',
      args: ['-c', 'echo $$ > "$0" && exec "$@"', join(directory, 'cgroup.procs'), file, ...args],
    }),
    held() {
      const stat = numbers('memory.stat')
      return held.reduce((sum, name) => sum + (stat.get(name) ?? 0), 0)
    },
    kills: () => numbers(kills).get('oom_kill') ?? 0,
    remove: () => rmdirSync(directory),
  }
}

/** Below the group of this process, so that the limits above stay in force. */
function ownGroup(): { parent: string; version: keyof typeof versions } | undefined {
  if (process.platform !== 'linux') return undefined
  for (const line of readFileSync('/proc/self/cgroup', 'utf8').split('\n')) {
    const [, controllers, path = ''] = line.split(':')
    if (controllers === 'memory') return { parent: join('/sys/fs/cgroup/memory', path), version: 'v1' }
    const parent = join('/sys/fs/cgroup', path)
    if (controllers === '' && existsSync(join(parent, 'memory.stat'))) return { parent, version: 'v2' }
  }
  return undefined
}
