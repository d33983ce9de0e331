import pino from 'pino'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { createCheckpointWriter } from '../../server/features/audit/checkpoints/checkpoint-writer.ts'
import type { Checkpoint } from '../../server/features/audit/checkpoints/checkpoints.ts'
import { openScope, withinScope } from '../../server/platform/request-scope.ts'
import { createMemoryCheckpointStore } from '../simulation/memory-checkpoint-store.ts'
import { createManualTimers } from '../support/service/manual-timers.ts'

/** A node with two places, the second of which can hang, and the lines of both. */
function givenNode() {
  const memory = createMemoryCheckpointStore()
  const timers = createManualTimers()
  const lines: Record<string, Checkpoint[]> = { own: [], share: [] }
  const share = { hangs: false, goOn: () => {} }
  const { gate } = createCheckpointWriter({
    store: memory.store,
    now: () => new Date(),
    log: pino({ level: 'silent' }),
    vault: { state: () => 'open', requireOpen: () => {} },
    metrics: new Registry(),
    checkpointFiles: ['own', 'share'],
    file: {
      readLast: async (path) => lines[path]?.at(-1),
      async append(path, checkpoints) {
        if (path === 'share' && share.hangs) {
          await new Promise<void>((resolve) => {
            share.goOn = resolve
          })
        }
        lines[path]?.push(...checkpoints)
      },
    },
    timers,
  })
  /** Records a row, and lets something out. */
  function release(): Promise<void> {
    memory.append(new Date())
    const scope = openScope(undefined)
    scope.recorded.push({ action: 'any', event: memory.row(memory.head().seq)?.event as string })
    return withinScope(scope, gate.pass)
  }
  return { gate, lines, memory, release, share, timers }
}

test('a share that hangs refuses what waits, and names itself; when it goes on, so does the rest', async () => {
  const { gate, lines, release, share, timers } = givenNode()
  share.hangs = true
  const refused = [release(), release()].map((one) => one.catch((error) => error))
  await expect.poll(() => lines.own?.length).toBe(1)
  timers.advance(5_000)
  for (const failure of await Promise.all(refused)) {
    expect(failure).toMatchObject({
      code: 'checkpoint_unavailable',
      context: { reason: 'late', place: 'KONTOR_AUDIT_CHECKPOINTS 1', retry_after: 5 },
    })
  }
  // Nothing is begun for what could not be released.
  const asked = gate.demandOpen().catch((error) => error)
  timers.advance(5_000)
  expect(await asked).toMatchObject({ code: 'checkpoint_unavailable' })
  share.hangs = false
  share.goOn()
  await gate.demandOpen()
  await release()
  expect(lines.share?.at(-1)).toEqual(lines.own?.at(-1))
  expect(lines.share?.at(-1)?.seq).toBe(3)
})

test('all who come while a checkpoint is being written are served by the next one', async () => {
  const { lines, release, share } = givenNode()
  share.hangs = true
  const first = release()
  await expect.poll(() => lines.own?.length).toBe(1)
  const others = Array.from({ length: 20 }, release)
  share.hangs = false
  share.goOn()
  await Promise.all([first, ...others])
  expect(lines.share?.map(({ seq }) => seq)).toEqual([1, 21])
})
