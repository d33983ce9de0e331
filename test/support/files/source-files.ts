import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'

const root = join(import.meta.dirname, '../../..')

export interface SourceFile {
  /** Relative to the repository, with forward slashes. */
  path: string
  text: string
  /** Paths of the files of this repository that it imports. */
  imports: string[]
}

/** The TypeScript files below these folders. */
export function readSources(...folders: string[]): SourceFile[] {
  return folders.flatMap((folder) =>
    filesBelow(folder)
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => {
        const text = readFileSync(join(root, path), 'utf8')
        return { path, text, imports: importsOf(path, text) }
      }),
  )
}

export function readText(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

/** All files below a folder. */
export function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !path.includes('node_modules'))
}

/** The files directly in a folder, in the order of their names. */
export function listFiles(folder: string): string[] {
  return readdirSync(join(root, folder))
    .sort()
    .map((name) => join(folder, name))
}

/** Static and dynamic imports, re-exports and augmented modules. */
function importsOf(path: string, text: string): string[] {
  const specifiers = text.matchAll(/(?:\bfrom|\bimport|\bimport\(|\bdeclare module)\s*'(\.{1,2}\/[^']+)'/g)
  return [...specifiers].map(([, specifier]) => normalize(join(dirname(path), specifier as string)))
}

/** Groups of nodes that reach each other, each as a path that ends where it begins. */
export function findCircles(arrows: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const circles: string[][] = []
  const finished = new Set<string>()
  const trail: string[] = []

  function visit(node: string): void {
    const at = trail.indexOf(node)
    if (at >= 0) {
      circles.push([...trail.slice(at), node])
      return
    }
    if (finished.has(node)) return
    trail.push(node)
    for (const next of arrows.get(node) ?? []) visit(next)
    trail.pop()
    finished.add(node)
  }

  for (const node of arrows.keys()) visit(node)
  return circles
}
