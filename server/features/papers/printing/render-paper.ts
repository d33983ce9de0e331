import { drawPaper, type Style } from './draw-paper.ts'
import { drawReconciliation } from './draw-reconciliation.ts'
import { firstStyle, inLaterFields } from './first-template.ts'
import { labels } from './labels.ts'
import type { ReconciliationContent } from './reconciliation-content.ts'
import type { StoredContent } from './stored-content.ts'

const space = '\u00a0'

const style: Style = {
  labelsOf: (language) => labels[language],
  space,
  unbroken: (text) => text.replaceAll(/№\s+/gu, `№${space}`),
  isWhole: true,
}

/** A paper that no longer holds: as it was issued, with a stamp. */
export interface VoidedPaper {
  voided: StoredContent
}

/** What PDFs are made of: papers, as they were issued, and acts that are made from the books. */
export type Printed = StoredContent | VoidedPaper | ReconciliationContent

/** The PDF of a paper, in the template that it was issued with. */
export function renderPaper(content: Printed): Promise<Buffer> {
  if ('paper' in content) return drawReconciliation(content)
  const isVoided = 'voided' in content
  const issued = isVoided ? content.voided : content
  return issued.template === 1
    ? drawPaper(inLaterFields(issued), firstStyle, isVoided)
    : drawPaper(issued, style, isVoided)
}
