// Completes an installation: links what npm leaves out and writes the marker the launcher looks for.
// - A failed optional package is skipped by npm without a word, and the machine's old Node would run.
// - npm 10 leaves .bin/node out, because the packages of both platforms own that name.
// - npm does not link a project's own commands; `npx kontor` finds this link. (A `bin` in package.json would make
//   npx install the project into its cache first, which is slow and in npm 11 fails without a word.)
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
      `The package ${nodePackage} was not installed. Run npm ci --include=optional and see why npm skips it.`,
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
