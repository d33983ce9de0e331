import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { merge, type Tree } from './i18n/texts.ts'

/** The folders whose texts the sign-in and the frame of every page show, and the lists that people begin with. */
const ofFrame = new Set(['i18n', 'sign-in', 'passkeys'])
const ofFirstLists = new Set(['views', 'inbox', 'emergency-stop', 'organizations', 'purchase-requests'])
/** What a list shows only after an act, or of other pages. */
const ofActs = new Set([
  'act_name',
  'act_noun',
  'action_name',
  'duplicates',
  'errors',
  'faults',
  'object_name',
  'patterns',
  'sentence',
])
/** Of other folders, what the menu shows. */
const ofMenu = new Set(['menu', 'menu_waiting'])

const named = /^texts:(first|rest)\/(en|ru)$/

/** The texts of a language in two files, so that nobody waits for those of pages that are not open. */
export function leanTexts(): Plugin {
  return {
    name: 'lean-texts',
    resolveId: { filter: { id: named }, handler: (id) => id },
    load: {
      filter: { id: named },
      async handler(id) {
        const [, part = '', language = ''] = named.exec(id) ?? []
        const texts = await textsOf(part as Part, language)
        return `export const own = ${JSON.stringify(texts)}`
      },
    },
  }
}

export type Part = 'first' | 'rest'

export async function textsOf(part: Part, language: string): Promise<Tree> {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((file) =>
    new RegExp(`^[\\w-]+/(\\w+-)?messages\\.${language}\\.ts$`).test(file.replaceAll('\\', '/')),
  )
  const trees = await Promise.all(files.sort().map((file) => partOf(file, part, language)))
  return merge(trees)
}

async function partOf(file: string, part: Part, language: string): Promise<Tree> {
  const module = await import(pathToFileURL(join(import.meta.dirname, file)).href)
  const [folder = ''] = file.split(/[\\/]/)
  const isFirst = (table: string) =>
    ofFrame.has(folder) || ofMenu.has(table) || (ofFirstLists.has(folder) && !ofActs.has(table))
  const entries = Object.entries(module[language] as Tree)
  return Object.fromEntries(entries.filter(([table]) => isFirst(table) === (part === 'first')))
}
