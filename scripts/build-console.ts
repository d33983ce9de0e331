// Builds the console into console/dist, with compressed copies of each file, and stores a hash of the sources.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'
import { consoleFolder, consoleMarker, wantedConsole } from './console-build.mjs'

const wanted = wantedConsole()
rmSync(consoleMarker, { force: true })
await build({ configFile: join(import.meta.dirname, '../console/vite.config.ts'), logLevel: 'error' })
const assets = join(consoleFolder, 'assets')
const names = readdirSync(assets, { recursive: true, encoding: 'utf8' })
await Promise.all(names.filter((name) => /\.(m?js|css|svg|json)$/.test(name)).map(compress))
writeFileSync(consoleMarker, wanted)

async function compress(name: string): Promise<void> {
  const content = readFileSync(join(assets, name))
  // Quality 9 takes a twentieth of the time of 11, which makes files 8 per cent smaller. What draws PDF is a third of all,
  // and loaded with the first PDF only.
  const params = { [constants.BROTLI_PARAM_QUALITY]: name.includes('pdf') ? 9 : 11 }
  writeFileSync(join(assets, `${name}.br`), await promisify(brotliCompress)(content, { params }))
  writeFileSync(join(assets, `${name}.gz`), gzipSync(content, { level: 9 }))
}
