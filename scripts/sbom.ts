// npm run sbom: writes sbom.cdx.json (CycloneDX) with all production packages, from the lockfile.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const text = execFileSync(
  'npm',
  ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only', '--sbom-type=application'],
  { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, stdio: ['ignore', 'pipe', 'inherit'] },
)
const { components } = JSON.parse(text) as { components: unknown[] }
writeFileSync(join(root, 'sbom.cdx.json'), text)
console.log(`sbom.cdx.json: ${components.length} components`)
