import { execFileSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'

const project = join(import.meta.dirname, 'project')

/** The packages of others, installed once for all files: two that ran npm at the same time would break each other. */
export default function install(): void {
  const installed = join(project, 'node_modules/.package-lock.json')
  const lock = join(project, 'package-lock.json')
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return
  execFileSync('npm', ['ci', '--ignore-scripts'], { cwd: project, stdio: ['ignore', 'ignore', 'inherit'] })
}
