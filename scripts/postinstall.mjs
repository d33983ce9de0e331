// Completes an installation: creates missing links and writes the marker that the launcher checks.
// - npm silently skips an optional package that fails to install; then an old Node.js would be used.
// - npm 10 does not create .bin/node, because the packages of both platforms provide that name.
// - npm does not link the commands of the project itself; `npx kontor` finds this link. (With a `bin` in package.json,
//   npx would first install the project into its cache, which is slow and fails silently with npm 11.)
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { marker, nodeLink, nodePackage, root, wantedMarker } from './installation.mjs'

function link(path, target) {
  mkdirSync(dirname(path), { recursive: true })
  const fresh = `${path}.${process.pid}`
  symlinkSync(relative(dirname(path), target), fresh)
  renameSync(fresh, path)
}

function fail(sentence) {
  console.error(`kontor: ${sentence}`)
  process.exit(1)
}

if (nodePackage) {
  const binary = join(root, 'node_modules', nodePackage, 'bin', 'node')
  if (!existsSync(binary)) {
    fail(
      `The package ${nodePackage} was not installed. Run npm ci --include=optional to see why npm skips it.`,
    )
  }
  try {
    execFileSync(binary, ['--version'], { stdio: 'pipe' })
  } catch (error) {
    fail(`The Node of ${nodePackage} does not run on this machine: ${error.message}`)
  }
  link(nodeLink, binary)
}
link(join(root, 'node_modules', '.bin', 'kontor'), join(root, 'scripts', 'kontor.mjs'))

const fresh = `${marker}.${process.pid}`
writeFileSync(fresh, wantedMarker())
renameSync(fresh, marker)
