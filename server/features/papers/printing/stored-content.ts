import type { FirstPaperContent } from './first-content.ts'
import type { PaperContent } from './paper-content.ts'

/** What is stored: a paper keeps the template that it was issued with. */
export type StoredContent = FirstPaperContent | PaperContent
