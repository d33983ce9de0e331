import { statfs } from 'node:fs/promises'
import { Gauge, type Registry } from 'prom-client'
import { errorCode } from '../error-code.ts'
import type { Job } from '../jobs/jobs.ts'

/** Exports the space of the file system of a directory. A job reads it, because a network file system may not answer. */
export function measureDiskSpace(registry: Registry, directory: string): { job: Job } {
  const free = new Gauge({
    name: 'kontor_data_directory_free_bytes',
    help: 'Space that the service may still use on the file system of the data directory',
    registers: [registry],
  })
  const size = new Gauge({
    name: 'kontor_data_directory_size_bytes',
    help: 'Size of the file system of the data directory',
    registers: [registry],
  })
  return {
    job: {
      name: 'disk-space',
      intervalMs: 15_000,
      runAtStart: true,
      async run() {
        const space = await statfs(directory).catch(undefinedIfMissing)
        // A node with everything elsewhere may not have written to its data directory yet.
        if (!space) return
        const { bavail, blocks, bsize } = space
        free.set(bavail * bsize)
        size.set(blocks * bsize)
      },
    },
  }
}

function undefinedIfMissing(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw error
}
