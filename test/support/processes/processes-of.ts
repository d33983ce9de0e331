import { readdirSync, readFileSync } from 'node:fs'

/** The running processes whose command line or environment contains the text, such as the path of a data directory. */
export function processesOf(text: string): { pid: number; command: string }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map((name) => ({
      pid: Number(name),
      command: read(name, 'cmdline'),
      environment: read(name, 'environ'),
    }))
    .filter(({ command, environment }) => command.includes(text) || environment.includes(text))
    .map(({ pid, command }) => ({ pid, command: command.replaceAll('\0', ' ') }))
}

/** Empty for a process that has ended, also for a zombie. */
function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
