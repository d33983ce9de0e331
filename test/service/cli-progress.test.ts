import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { createProgress, describeCount } from '../../cli/command/progress.ts'

function terminal(isTTY: boolean) {
  const written: string[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      written.push(String(chunk))
      done()
    },
  })
  return { written, stream: Object.assign(stream, { isTTY }) }
}

test('progress shows percentage, counts and remaining time', () => {
  expect(describeCount({ phase: 'rewrapping', done: 2_500, total: 10_000 }, 30)).toBe(
    'rewrapping [######..................] 25%  2,500 of 10,000, 1 min 30 s left',
  )
  expect(describeCount({ phase: 'rewrapping', done: 0, total: 0 }, 0)).toBe(
    'rewrapping [########################] 100%  0 of 0',
  )
})

test('a terminal gets one line that is updated and finally removed', () => {
  const { written, stream } = terminal(true)
  let clock = 0
  const progress = createProgress(stream, describeCount, () => clock)
  for (clock = 0; clock < 500; clock += 50) progress.show({ phase: 'verifying', done: clock, total: 500 })
  progress.clear()
  expect(written).toHaveLength(4)
  expect(written.join('')).not.toContain('\n')
  expect(written.at(-1)).toBe('\r\u001b[K')
})

test('a file gets a line at the start and every ten seconds', () => {
  const { written, stream } = terminal(false)
  let clock = 0
  const progress = createProgress(stream, describeCount, () => clock)
  for (clock = 0; clock <= 20_000; clock += 1_000)
    progress.show({ phase: 'verifying', done: clock, total: 20_000 })
  progress.clear()
  expect(written.map((line) => line.endsWith('\n'))).toEqual([true, true, true])
})
