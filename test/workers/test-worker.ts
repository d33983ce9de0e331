import { getPriority } from 'node:os'
import { threadId } from 'node:worker_threads'
import { serveTasks } from '../../server/platform/workers/serve-tasks.ts'

export type TestTask =
  | { kind: 'echo'; value: unknown }
  | { kind: 'wait'; gate: SharedArrayBuffer }
  | { kind: 'bytes'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'look' | 'answer-left' | 'throw' | 'reject' | 'loop' | 'exit' | 'crash' | 'allocate' }

export type ThreadState = {
  env: Record<string, unknown>
  execArgv: string[]
  priority: number
  threadId: number
}

const answer = new Uint8Array(new TextEncoder().encode('answer'))

const behaviours: { [Kind in TestTask['kind']]: (task: Extract<TestTask, { kind: Kind }>) => unknown } = {
  echo: ({ value }) => value,
  /** Blocks the thread until the test opens the gate, having said that it is there. */
  wait: ({ gate }) => {
    const state = new Int32Array(gate)
    Atomics.store(state, 1, 1)
    Atomics.wait(state, 0, 0)
    return threadId
  },
  bytes: ({ bytes }) => ({ sum: bytes.reduce((sum, byte) => sum + byte, 0), answer }),
  'answer-left': () => !answer.buffer.detached,
  look: (): ThreadState => ({
    env: { ...process.env },
    execArgv: process.execArgv,
    priority: getPriority(),
    threadId,
  }),
  throw: () => {
    throw new Error('thrown in the thread')
  },
  reject: () => Promise.reject(new Error('rejected in the thread')),
  loop: () => {
    for (;;);
  },
  exit: () => process.exit(3),
  crash: () => {
    setImmediate(() => {
      throw new Error('thrown outside the task')
    })
    return new Promise(() => {})
  },
  allocate: () => {
    const lists: number[][] = []
    for (;;) lists.push(Array(100_000).fill(1.5))
  },
}

serveTasks(
  (task: TestTask) => (behaviours[task.kind] as (task: TestTask) => unknown)(task),
  (result) => {
    const isAnswer = typeof result === 'object' && result !== null && 'answer' in result
    return isAnswer ? [answer.buffer] : []
  },
)
