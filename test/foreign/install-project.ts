import { execFile } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const project = join(import.meta.dirname, 'project')

/** Installs the tools and engines of others, once for all files of tests. */
export default async function installProject(): Promise<void> {
  const installed = join(project, 'node_modules/.package-lock.json')
  const lock = join(project, 'package-lock.json')
  const isCurrent = existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs
  if (!isCurrent) await promisify(execFile)('npm', ['ci', '--ignore-scripts'], { cwd: project })
}
