// Builds the client package into client/dist: plain JavaScript with its types, for any Node.js and for browsers. The
// examples are in dist/examples as well: Node 20 runs no TypeScript.
import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './installation.mjs'

const folder = join(root, 'client')
rmSync(join(folder, 'dist'), { recursive: true, force: true })
for (const project of [folder, join(folder, 'examples')])
  execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', project], { stdio: 'inherit' })
// npm packs only what is in the folder of the package.
copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
// Other pages are not in the package: it says where they are.
const guide = readFileSync(join(root, 'docs/guide.md'), 'utf8')
const links: Record<string, string> = { '../client/README.md': 'README.md' }
const packed = guide.replaceAll(/\[([^\]]+)\]\(([^)#:]+)(#[^)]*)?\)/g, (_link, text: string, page: string) =>
  links[page] === undefined ? `${text} (\`docs/${page}\` in the repository)` : `[${text}](${links[page]})`,
)
writeFileSync(join(folder, 'guide.md'), packed)
