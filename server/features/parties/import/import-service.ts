import type { Logger } from 'pino'
import type {
  PartyRegisterResponse,
  RegisterImport,
} from '../../../../contract/organizations/party-register.ts'
import type { Actor } from '../../../platform/actor.ts'
import { recordChange } from '../../../platform/audit/change.ts'
import type { PooledDb } from '../../../platform/db/database.ts'
import { Failure } from '../../../platform/errors.ts'
import type { Job } from '../../../platform/jobs/jobs.ts'
import type { PoolSurroundings } from '../../../platform/workers/worker-pool.ts'
import { createBuildPool } from './build-pool.ts'
import { isImportRunning, lockImports, removeLeftovers } from './generation-store.ts'
import { ImportRefused } from './import-refused.ts'
import { importGeneration } from './party-import.ts'
import { publishGeneration } from './publish-generation.ts'
import { readImport, readPartyRegister } from './register-status.ts'
import type { OpenedFile } from './sources.ts'

export type RegisterImports = ReturnType<typeof createRegisterImports>

/** Imports of the register in the background of the service. They are the same as those of `kontor parties import`. */
export function createRegisterImports({
  db,
  now,
  log,
  surroundings,
}: {
  db: PooledDb
  now: () => Date
  log: Logger
  surroundings: PoolSurroundings
}) {
  const pool = createBuildPool(surroundings)
  let running: Promise<unknown> = Promise.resolve()
  let isReceiving = false

  /** Resolves once the import has begun. `done` is called when it has ended, however it did. */
  async function start(
    files: OpenedFile[],
    actor: Actor,
    done: () => Promise<void>,
  ): Promise<RegisterImport> {
    const started = Promise.withResolvers<number>()
    const url = db.url
    running = importGeneration({
      files,
      by: actor,
      now,
      connect: () => db.connectAlone(),
      build: (generation) =>
        pool.build({
          url,
          generation,
          files: files.map(({ name, fd, size }) => ({ name, fd, size })),
        }),
      publish: (generation, counts, imported) =>
        db.transaction().execute(async (db) => {
          const at = now()
          await publishGeneration(db, generation, counts, imported, at)
          recordChange(db, actor, {
            action: 'party_register.imported',
            object: { type: 'party_generation', id: String(generation) },
            details: { files: imported.map(({ name }) => name), ...counts },
            at,
          })
        }),
      onStarted: started.resolve,
    })
      .catch((error: unknown) => {
        if (!(error instanceof ImportRefused))
          log.error({ err: error }, 'an import of the party register failed')
        started.reject(error)
      })
      .finally(done)
    const generation = await started.promise.catch((error: unknown) => {
      throw error instanceof ImportRefused && error.code === 'busy' ? importing() : error
    })
    return readImport(db, generation)
  }

  return {
    read: (): Promise<PartyRegisterResponse> => readPartyRegister(db),

    /** While `receive` gets the files, nobody else on this node sends a gigabyte for nothing. */
    async receive<T>(receive: () => Promise<T>): Promise<T> {
      if (isReceiving || (await isImportRunning(db))) throw importing()
      isReceiving = true
      try {
        return await receive()
      } finally {
        isReceiving = false
      }
    },

    start,

    /** Gives back the space of imports that were killed. */
    leftovers: {
      name: 'register-leftovers',
      intervalMs: 60 * 60_000,
      runAtStart: true,
      async run() {
        const left = await db
          .selectFrom('party_generations')
          .select('generation')
          .where('state', '=', 'building')
          .executeTakeFirst()
        if (!left) return
        const client = await db.connectAlone()
        try {
          if (await lockImports(client)) await removeLeftovers(client, now())
        } finally {
          await client.end()
        }
      },
    } satisfies Job,

    async stop(): Promise<void> {
      await pool.close()
      await running
    },
  }
}

function importing(): Failure {
  return new Failure('conflict', 'register_importing', 'Another import of the register is running.')
}
