import { globSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const globs = /import\.meta\.glob(?:<\w+>)?\('([^']+)', \{ eager: true, import: '(\w+)' \}\)/g

/** Vite builds the console and knows `import.meta.glob`, Node.js runs the tests and does not: it gets the same as imports. */
function withImports(url: string, source: string): string {
  const imports: string[] = []
  const replaced = source.replaceAll(globs, (_call, pattern: string, name: string) => {
    const files = globSync(pattern, { cwd: dirname(fileURLToPath(url)) }).sort()
    const entries = files.map((file) => {
      const local = `found${imports.length}`
      imports.push(`import { ${name} as ${local} } from './${file}'`)
      return `'./${file}': ${local}`
    })
    return `({ ${entries.join(', ')} })`
  })
  // On one line, so that errors name the right one.
  return [...imports, replaced].join(';')
}

const registered = Symbol.for('kontor.vite-globs')
// Each test file loads this again, in a process that may have the hook.
if (!(registered in globalThis)) {
  Object.defineProperty(globalThis, registered, { value: true })
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      if (!url.includes('/console/messages.') || !loaded.source) return loaded
      return { ...loaded, source: withImports(url, Buffer.from(loaded.source as Uint8Array).toString()) }
    },
  })
}
