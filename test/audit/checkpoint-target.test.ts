import pino from 'pino'
import { expect, test } from 'vitest'
import { createCheckpointTarget } from '../../server/features/audit/checkpoints/checkpoint-target.ts'

const checkpoint = { seq: 1, hash: '', at: '', key: '', signature: '' }
const hour = 3_600_000

function givenTarget() {
  const clock = { at: Date.parse('2026-11-15T12:00:00Z') }
  const disk = { fails: false, lines: 0 }
  const target = createCheckpointTarget('checkpoints', {
    log: pino({ level: 'silent' }),
    now: () => new Date(clock.at),
    file: {
      readLast: async () => undefined,
      async append() {
        if (disk.fails) throw new Error('EIO')
        disk.lines += 1
      },
    },
  })
  return { clock, disk, target }
}

test('a clock that is set back does not delay the next checkpoint', async () => {
  const { clock, target } = givenTarget()
  target.add([checkpoint])
  expect(target.isMinuteOver()).toBe(false)
  clock.at -= hour
  expect(target.isMinuteOver()).toBe(true)
})

test('a file that failed is tried again after a minute, or when the clock was set back', async () => {
  const { clock, disk, target } = givenTarget()
  const tryToWrite = async () => {
    await target.prepare(false)
    await target.flush(false).catch(() => undefined)
    return disk.lines
  }
  await target.prepare(false)
  target.add([checkpoint])
  disk.fails = true
  expect(await tryToWrite()).toBe(0)
  disk.fails = false
  clock.at += 59_999
  expect(await tryToWrite()).toBe(0)
  clock.at -= hour
  expect(await tryToWrite()).toBe(1)
})
