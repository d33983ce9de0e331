import { serveTasks } from '../../../platform/workers/serve-tasks.ts'
import { type Printed, renderPaper } from './render-paper.ts'

serveTasks(
  async (content: Printed): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await renderPaper(content)),
  ({ buffer }) => [buffer],
)
