import { serveTasks } from '../../../platform/workers/serve-tasks.ts'
import { renderPaper } from './render-paper.ts'
import type { StoredContent } from './stored-content.ts'

serveTasks(
  async (content: StoredContent): Promise<Uint8Array<ArrayBuffer>> =>
    new Uint8Array(await renderPaper(content)),
  ({ buffer }) => [buffer],
)
