// What an installation is, for the launcher that looks for it and the postinstall that completes it.
// Plain JavaScript without dependencies: both run before anything is installed, on the machine's own Node.
import { createHash } from 'node:crypto'
import { readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
export const marker = join(root, 'node_modules', '.kontor-installed')
export const nodeLink = join(root, 'node_modules', '.bin', 'node')

/** The package that brings Node for this platform; none for macOS, which uses the machine's own. */
export const nodePackage =
  process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch)
    ? `node-linux-${process.arch}`
    : null

/** What the marker says when node_modules is what the lockfile asks for, on this platform. */
export function wantedMarker() {
  const lockfile = readFileSync(join(root, 'package-lock.json'))
  return `${createHash('sha256').update(lockfile).digest('hex')} ${process.platform}-${process.arch}\n`
}

export function isInstalled() {
  return readOr(marker, null) === wantedMarker()
}

/** Is the file that node runs (process.argv[1]) this module? Through links such as .bin/kontor, too. */
export function isMain(url) {
  return process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(url)
}

export function readOr(file, otherwise) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return otherwise
  }
}
