import { serveTasks } from '../../../platform/workers/serve-tasks.ts'
import type { PaperContent } from './paper-content.ts'
import { renderPaper } from './render-paper.ts'

serveTasks(
  async (content: PaperContent): Promise<Uint8Array<ArrayBuffer>> =>
    new Uint8Array(await renderPaper(content)),
  ({ buffer }) => [buffer],
)
