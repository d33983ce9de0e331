// Builds the client package into client/dist: plain JavaScript with its types, for any Node.js and for browsers. The
// examples are in dist/examples: Node 20 runs no TypeScript.
import { execFileSync } from 'node:child_process'
import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './installation.mjs'

const folder = join(root, 'client')
rmSync(join(folder, 'dist'), { recursive: true, force: true })
for (const project of [folder, join(folder, 'examples')])
  execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', project], { stdio: 'inherit' })
// npm packs only what is in the folder of the package.
copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
copyFileSync(join(root, 'docs/guide.md'), join(folder, 'guide.md'))
