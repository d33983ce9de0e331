import { existsSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles, readText } from '../support/files/source-files.ts'

const pages = new Map(
  [
    'README.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'CHANGELOG.md',
    'client/README.md',
    ...listFiles('docs'),
    ...listFiles('docs/adr'),
  ]
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
