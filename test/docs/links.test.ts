import { existsSync, readdirSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { filesBelow, listFiles, readText } from '../support/files/source-files.ts'

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

/** What a page names between backticks: `server/app.ts`, or `followers.ts` where its folder was said before. */
function pathsIn(text: string): string[] {
  return [...text.replace(/```[\s\S]*?```/g, '').matchAll(/`([^`\n]+)`/g)].flatMap(([, code = '']) =>
    code.split(/\s+/).filter((word) => !/[*<>{}]/.test(word)),
  )
}

test('every file and folder of the repository that a page names is there', () => {
  const folders = readdirSync('.', { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() && !/^\.|^node_modules$|^data$/.test(entry.name) ? [entry.name] : [],
  )
  const files = folders.flatMap(filesBelow)
  const missing: string[] = []
  let seen = 0
  for (const [page, text] of pages) {
    // What was released before is told with the names of its time.
    if (page === 'CHANGELOG.md') continue
    for (const path of pathsIn(text)) {
      const isWhole = folders.includes(path.split('/')[0] as string) && path.includes('/')
      // `-store.ts` is the end of many names.
      const isEnd = /^\w[\w./-]*\.(ts|tsx|mjs|sql)$/.test(path)
      if (!isWhole && !isEnd) continue
      seen += 1
      const isThere = isWhole
        ? existsSync(path) || existsSync(`${path}.test.ts`)
        : files.some((file) => `/${file}`.endsWith(`/${path}`))
      if (!isThere) missing.push(`${page}: ${path}`)
    }
  }
  expect(seen).toBeGreaterThan(100)
  expect(missing).toEqual([])
})
