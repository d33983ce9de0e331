import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Kept between runs. */
const home = join(import.meta.dirname, '../../node_modules/.cache/bitcoin-knots')
const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg'

/** A program and the arguments before its own: the loader that came with it, as its libraries are newer than ours. */
export type Program = { file: string; args: string[] }

/**
 * Bitcoin Knots is only in Debian's unstable release. Its packages are fetched with those that they need and unpacked into a
 * folder; apt works on lists of its own there, and nothing is installed. Undefined, with a sentence why, where it cannot be had.
 */
export function findBitcoind(): Program | undefined {
  try {
    if (!existsSync(home)) fetchTo(home)
    const [loader] = globSync(join(home, 'usr/lib/*-linux-gnu/ld-linux-*.so.*'))
    if (!loader) throw new Error('the packages have no loader')
    return {
      file: loader,
      args: ['--library-path', join(loader, '..'), join(home, 'usr/bin/bitcoind')],
    }
  } catch (error) {
    console.log(`No Bitcoin Knots here: ${error instanceof Error ? error.message : error}`)
    return undefined
  }
}

function fetchTo(target: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'bitcoin-knots-'))
  try {
    for (const name of ['lists/partial', 'cache/archives/partial', 'root'])
      mkdirSync(join(folder, name), { recursive: true })
    // As if nothing was installed: then all that it needs is fetched.
    writeFileSync(join(folder, 'status'), '')
    writeFileSync(join(folder, 'sources.list'), `deb [signed-by=${keyring}] ${mirror()} sid main\n`)
    writeFileSync(
      join(folder, 'apt.conf'),
      `Dir::Etc::sourcelist "${folder}/sources.list";
       Dir::Etc::sourceparts "-";
       Dir::State::lists "${folder}/lists";
       Dir::State::status "${folder}/status";
       Dir::Cache "${folder}/cache";
       Debug::NoLocking "true";
       APT::Sandbox::User "root";
       APT::Install-Recommends "false";
      `,
    )
    const env = { ...process.env, APT_CONFIG: join(folder, 'apt.conf') }
    const apt = (...args: string[]) =>
      execFileSync('apt-get', ['-qq', ...args], { env, stdio: ['ignore', 'ignore', 'pipe'] })
    apt('update')
    apt('install', '-y', '--download-only', 'bitcoin-knots')
    for (const file of globSync(join(folder, 'cache/archives/*.deb')))
      execFileSync('dpkg-deb', ['-x', file, join(folder, 'root')], { stdio: 'pipe' })
    mkdirSync(join(target, '..'), { recursive: true })
    rmSync(`${target}.part`, { recursive: true, force: true })
    execFileSync('cp', ['-a', join(folder, 'root'), `${target}.part`], { stdio: 'pipe' })
    renameSync(`${target}.part`, target)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** From where this machine gets Debian's packages. */
function mirror(): string {
  const format = '$(ORIGIN)|$(LABEL)|$(REPO_URI)'
  const targets = execFileSync('apt-get', ['indextargets', '--format', format, 'Created-By: Packages'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const found = /^Debian\|Debian\|(.+)$/m.exec(targets)?.[1]
  if (!found) throw new Error('apt knows no mirror of Debian (apt-get update)')
  return found
}
