import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const root = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }

/** What pdf.js asks for by its name while it shows a file: tables of characters, fonts and decoders, without WebAssembly. */
const folders = [
  { folder: 'cmaps', wanted: /\.bcmap$/ },
  { folder: 'standard_fonts', wanted: /\.(pfb|ttf)$/ },
  { folder: 'wasm', wanted: /_nowasm_fallback\.js$/ },
]

/** Copies these files beside those of the console. The version in the path changes with their content. */
export function pdfFiles(): Plugin {
  return {
    name: 'pdf-files',
    generateBundle() {
      for (const { folder, wanted } of folders)
        for (const name of readdirSync(join(root, folder)).filter((name) => wanted.test(name)))
          this.emitFile({
            type: 'asset',
            fileName: `assets/pdf-${version}/${name}`,
            source: readFileSync(join(root, folder, name)),
          })
    },
  }
}
