import { existsSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles, readSources, readText } from '../support/source-files.ts'

const pages = new Map(
  ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', 'client/README.md', ...listFiles('docs')]
    .filter((path) => path.endsWith('.md'))
    .map((path) => [path, readText(path)]),
)

/** The anchor of a heading, as GitHub makes it. */
function anchorOf(heading: string): string {
  return heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-')
}

test('every link of a page leads to a file and a heading that are there', () => {
  const broken: string[] = []
  for (const [page, text] of pages) {
    for (const [, target = ''] of text.replace(/```[\s\S]*?```/g, '').matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue
      const [path = '', anchor] = target.split('#')
      const file = path === '' ? page : normalize(join(dirname(page), path))
      const headings = [...(pages.get(file) ?? '').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
        anchorOf(heading),
      )
      if (!existsSync(file) || (anchor !== undefined && pages.has(file) && !headings.includes(anchor)))
        broken.push(`${page}: ${target}`)
    }
  }
  expect(broken).toEqual([])
})

test('every decision that is named has a page', () => {
  const known = new Set(listFiles('docs/adr').map((path) => Number.parseInt(basename(path), 10)))
  const sources = readSources(
    'server',
    'contract',
    'console',
    'client/src',
    'cli',
    'scripts',
    'bench',
    'test',
  )
  const unknown: string[] = []
  const texts = [...[...pages].map(([path, text]) => ({ path, text })), ...sources]
  for (const { path, text } of texts)
    for (const [, number] of text.matchAll(/\bADR (\d+)/g))
      if (!known.has(Number(number))) unknown.push(`${path}: ADR ${number}`)
  expect(unknown).toEqual([])
})
