// Builds the console into console/dist, with compressed copies of each file, and stores a hash of the sources.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'
import { consoleFolder, consoleMarker, wantedConsole } from './console-build.mjs'

const wanted = wantedConsole()
rmSync(consoleMarker, { force: true })
await build({ configFile: join(import.meta.dirname, '../console/vite.config.ts'), logLevel: 'error' })
const assets = join(consoleFolder, 'assets')
for (const name of readdirSync(assets, { recursive: true, encoding: 'utf8' })) {
  if (!/\.(m?js|css|svg|json)$/.test(name)) continue
  const content = readFileSync(join(assets, name))
  // Quality 9 takes a tenth of the time of 11 and is two per cent larger.
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 9 }
  writeFileSync(join(assets, `${name}.br`), brotliCompressSync(content, { params: quality }))
  writeFileSync(join(assets, `${name}.gz`), gzipSync(content, { level: 9 }))
}
writeFileSync(consoleMarker, wanted)
