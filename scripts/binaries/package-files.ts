import { createHash } from 'node:crypto'
import { readdir, readFile, realpath } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

export interface PackageFiles {
  /** SHA-256 of each file with machine code, by its path in the package. */
  binaries: Record<string, string>
  /** All other files: how many, and SHA-256 of the lines `<sha256>  <path>`, ordered by path. */
  others: { files: number; sha256: string }
}

const elf = '7f454c46'
/** Mach-O of 64 and 32 bits, and of several processors. */
const machO = ['cffaedfe', 'cefaedfe', 'cafebabe']
/** `!<ar`: object files in an archive. */
const archive = '213c6172'
const machineCode = [elf, ...machO, archive]

/** What is in the folder of a package. Links are made at the installation; one that leads out of it is refused. */
export async function readPackageFiles(folder: string): Promise<PackageFiles> {
  const inside = await realpath(folder)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const binaries: [string, string][] = []
  const others: string[] = []
  const paths = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => ({ entry, path: relative(folder, join(entry.parentPath, entry.name)) }))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
  for (const { entry, path } of paths) {
    if (entry.isSymbolicLink()) {
      if (!(await realpath(join(folder, path))).startsWith(inside + sep))
        throw new Error(`${path} is a link that leads out of the package`)
      continue
    }
    const content = await readFile(join(folder, path))
    const hash = sha256(content)
    if (machineCode.includes(content.toString('hex', 0, 4))) binaries.push([path, hash])
    else others.push(`${hash}  ${path}\n`)
  }
  return {
    binaries: Object.fromEntries(binaries),
    others: { files: others.length, sha256: sha256(others.join('')) },
  }
}

/** What differs, in sentences. */
export function differences(name: string, expected: PackageFiles, found: PackageFiles): string[] {
  const paths = [...new Set([...Object.keys(expected.binaries), ...Object.keys(found.binaries)])]
  const differing = paths
    .filter((path) => expected.binaries[path] !== found.binaries[path])
    .map((path) => {
      if (found.binaries[path] === undefined) return `${name}: ${path} is missing`
      const what = expected.binaries[path] === undefined ? 'is not recorded' : 'is another file'
      return `${name}: ${path} ${what} (SHA-256 ${found.binaries[path]})`
    })
  const isSame =
    expected.others.sha256 === found.others.sha256 && expected.others.files === found.others.files
  return isSame ? differing : [...differing, `${name}: a file without machine code differs`]
}

export function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex')
}
