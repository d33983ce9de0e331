// Shared by the launcher, which checks the installation, and postinstall, which completes it.
// Plain JavaScript without dependencies, because both run before anything is installed, on any Node.js.
import { createHash } from 'node:crypto'
import { readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
export const marker = join(root, 'node_modules', '.kontor-installed')
/** Compiled modules, kept between runs: a command starts in half the time. */
export const compileCache = join(root, 'node_modules', '.cache', 'compile')
export const nodeLink = join(root, 'node_modules', '.bin', 'node')

/** The package with Node.js for this platform. There is none for macOS, where the installed Node.js is used. */
export const nodePackage =
  process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch)
    ? `node-linux-${process.arch}`
    : null

/** The content of the marker if node_modules matches the lockfile and the platform. */
export function wantedMarker() {
  const lockfile = readFileSync(join(root, 'package-lock.json'))
  return `${createHash('sha256').update(lockfile).digest('hex')} ${process.platform}-${process.arch}\n`
}

export function isInstalled() {
  return readOr(marker, null) === wantedMarker()
}

/** Whether this module is the program that Node.js runs, also through a link such as .bin/kontor. */
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
