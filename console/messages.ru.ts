/// <reference types="vite/types/importMeta.d.ts" />
import { merge, type Tree } from './i18n/texts.ts'
import type { Messages } from './messages.en.ts'

/** The texts of each feature, which have the types of those in English. */
const found = import.meta.glob<Tree>('./*/{messages,*-messages}.ru.ts', { eager: true, import: 'ru' })

export const own: Messages = merge(Object.values(found))
