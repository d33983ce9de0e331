import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'))
const project = read('package.json')

type Locked = {
  version: string
  integrity?: string
  resolved?: string
  link?: boolean
  dev?: boolean
  optional?: boolean
  devOptional?: boolean
  hasInstallScript?: boolean
}
const locked = Object.entries(read('package-lock.json').packages as Record<string, Locked>).filter(
  ([path]) => path !== '',
)

test('every dependency has an exact version', () => {
  const ranges = Object.entries({
    ...project.dependencies,
    ...project.devDependencies,
    ...project.optionalDependencies,
    ...project.overrides,
  }).filter(([, version]) => !/^(npm:[\w@/.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version)))
  expect(ranges).toEqual([])
})

test('the lockfile names no host and has a hash for each production package', () => {
  expect(locked.filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
  const unproved = locked.filter(([, { integrity, link }]) => !integrity && !link)
  // Tools for platforms that nobody built here on; npm knows no hash of what it never fetched.
  expect(unproved.filter(([, one]) => !(one.optional || one.devOptional) || !one.dev)).toEqual([])
})

test('only the listed packages have install scripts', () => {
  const scripts = locked
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.replace('node_modules/', ''))
  expect(scripts.toSorted()).toEqual(Object.keys(project.allowScripts).toSorted())
})
