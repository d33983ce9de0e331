import { join } from 'node:path'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import {
  createCheckpointFile,
  readCheckpoints,
} from '../../server/features/audit/checkpoints/checkpoint-file.ts'
import { createCheckpointStore } from '../../server/features/audit/checkpoints/checkpoint-store.ts'
import { createCheckpointWriter } from '../../server/features/audit/checkpoints/checkpoint-writer.ts'
import { createDurableFiles } from '../../server/platform/files/durable-files.ts'
import { testRandom } from '../support/cases/seed.ts'
import {
  afterPowerFailure,
  arm,
  diskAfter,
  diskCases,
  emptyDisk,
  removeDisks,
} from '../support/disk/disk-cases.ts'
import type { FaultyDisk } from '../support/disk/faulty-disk.ts'
import { auditTools } from '../support/service/audit-tools.ts'
import { startServer } from '../support/service/harness.ts'
import { createManualTimers } from '../support/service/manual-timers.ts'

const server = startServer({ connections: 4, timers: createManualTimers() })
const { write, head } = auditTools(server)

const fileOn = (disk: FaultyDisk) => join(disk.root, 'checkpoints', 'node.ndjson')

/** A node on this disk, which has just started. */
function writerOn(disk: FaultyDisk) {
  return createCheckpointWriter({
    store: createCheckpointStore(server.db, server.service.vault),
    now: () => new Date(),
    log: pino({ level: 'silent' }),
    vault: server.service.vault,
    metrics: new Registry(),
    checkpointFiles: [fileOn(disk)],
    file: createCheckpointFile(createDurableFiles(disk.fileSystem)),
  })
}

/** Writes a row and its checkpoint, three times. Returns the rows whose checkpoint was acknowledged. */
async function cutThrice(disk: FaultyDisk): Promise<number[]> {
  const writer = writerOn(disk)
  const acknowledged: number[] = []
  for (let round = 0; round < 3 && !disk.isStopped(); round++) {
    await write(1)
    const seq = await head()
    await writer.cut(true).then(
      () => acknowledged.push(seq),
      (error) => expect(error.message).toMatch(/^Checkpoints cannot be written to .*: (ENOSPC|EIO): /),
    )
  }
  return acknowledged
}

/** The lines are whole, in order and not repeated, and those of these rows are there. */
async function expectLines(disk: FaultyDisk, rows: number[], unreadable = 0) {
  const found = await readCheckpoints(fileOn(disk))
  const seqs = found.checkpoints.map(({ seq }) => seq)
  expect(seqs).toEqual([...new Set(seqs)].toSorted((a, b) => a - b))
  expect(seqs).toEqual(expect.arrayContaining(rows))
  expect(found.unreadable).toBeLessThanOrEqual(unreadable)
  return seqs
}

test('checkpoints that were written survive every fault, kill and power failure, each once', async () => {
  const random = testRandom()
  const rehearsal = emptyDisk()
  await cutThrice(rehearsal)
  for (const each of diskCases(rehearsal.calls, random, { quick: 8 })) {
    const disk = emptyDisk()
    const first = await head()
    arm(disk, each)
    const acknowledged = await cutThrice(disk)
    const next = diskAfter(disk, each, random)
    // The beginning of a line that was not acknowledged may be left.
    await expectLines(next, acknowledged, 1)
    const last = await head()
    await writerOn(next).cut(true)
    acknowledged.push(last)
    for (const kept of [undefined, random]) {
      const seqs = await expectLines(afterPowerFailure(next, kept), acknowledged, 1)
      // A node that went on has a checkpoint of each row, also of those whose first attempt failed.
      const wentOn = each.event !== 'power failure' && each.event !== 'kill'
      if (wentOn) expect(seqs.filter((seq) => seq > first)).toEqual([last - 2, last - 1, last])
    }
    removeDisks()
  }
})
