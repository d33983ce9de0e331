import { drawPaper, type Style } from './draw-paper.ts'
import { firstStyle, inLaterFields } from './first-template.ts'
import { labels } from './labels.ts'
import type { StoredContent } from './stored-content.ts'

const space = '\u00a0'

const style: Style = {
  labelsOf: (language) => labels[language],
  space,
  unbroken: (text) => text.replaceAll(/№\s+/gu, `№${space}`),
  isWhole: true,
}

/** The PDF of a paper, in the template that it was issued with. */
export function renderPaper(content: StoredContent): Promise<Buffer> {
  return content.template === 1 ? drawPaper(inLaterFields(content), firstStyle) : drawPaper(content, style)
}
