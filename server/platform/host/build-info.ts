import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Gauge, type Registry } from 'prom-client'

const root = join(import.meta.dirname, '../../..')

/** The version of this release. */
export function releaseVersion(): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return version
}

/** Exports which build runs, so that a change of behaviour can be seen beside the change of the version. */
export function measureBuild(registry: Registry): void {
  const info = new Gauge({
    name: 'kontor_build_info',
    help: 'Always 1; the labels name the version of Kontor, the version of Node and the commit, if known',
    labelNames: ['version', 'node', 'commit'],
    registers: [registry],
  })
  const commit = commitOf(join(root, '.git')) ?? 'unknown'
  info.set({ version: releaseVersion(), node: process.version, commit }, 1)
}

/** The commit that is checked out; undefined if this is not a clone. */
export function commitOf(gitDir: string): string | undefined {
  const head = readText(gitDir, 'HEAD')
  const [, ref] = /^ref: (\S+)$/m.exec(head) ?? []
  if (ref === undefined) return commitIn(head)
  const packed = readText(gitDir, 'packed-refs').split('\n')
  return commitIn(readText(gitDir, ref)) ?? commitIn(packed.find((line) => line.endsWith(` ${ref}`)) ?? '')
}

function commitIn(text: string): string | undefined {
  return /^[0-9a-f]{40,64}\b/.exec(text)?.[0]
}

function readText(gitDir: string, name: string): string {
  try {
    return readFileSync(join(gitDir, name), 'utf8')
  } catch {
    return ''
  }
}
