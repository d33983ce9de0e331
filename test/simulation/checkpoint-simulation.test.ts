import { test } from 'vitest'
import { checkpointWorld, type FaultyParts } from './checkpoint-world.ts'
import { expectFound, simulate } from './simulate.ts'

test('no checkpoint is repeated or missing in any file, and the signed head never goes back', async () => {
  await simulate((world) => checkpointWorld(world))
})

const faults: [string, FaultyParts, RegExp][] = [
  [
    'a file whose lines are not looked at after a failure',
    { file: () => ({ readLast: async () => undefined }) },
    /gets row \d+ after row \d+/,
  ],
  [
    'a signed head that is replaced whatever it has become',
    {
      store: (own) => ({
        async replaceSignedHead(found, link) {
          return own.replaceSignedHead((await own.findSignedHead()) ?? found, link)
        },
      }),
    },
    /^The signed head goes back/,
  ],
  [
    'checkpoints that are signed before they are remembered',
    { store: () => ({ replaceSignedHead: async () => true }) },
    /which the signed head does not cover/,
  ],
  [
    'a file that says that it has the lines before it has them',
    {
      file: (own) => ({
        async append(path, lines) {
          own.append(path, lines).catch(() => undefined)
        },
      }),
    },
    /^Row \d+ is released, and file \d of node \d has no checkpoint of it/,
  ],
]

test.each(faults)('a fault would be found, and its seed replays: %s', async (_name, faulty, message) => {
  await expectFound((world) => checkpointWorld(world, faulty), message)
})
