import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, type TransactionBuilder } from 'kysely'
import { isConnectionLost } from './availability.ts'
import { errorCode } from './error-code.ts'

const attempts = 3
const serializationFailure = '40001'
const deadlock = '40P01'

/**
 * The one place where transactions are tried again: after a serialization failure, a deadlock, or a connection lost
 * before the commit was sent. The function that is given to a transaction may therefore run more than once. A commit
 * that was sent and not answered is a CommitUnknown, and nothing is tried after it.
 */
export class Database<Tables> extends Kysely<Tables> {
  override transaction(): TransactionBuilder<Tables> {
    return retrying(super.transaction())
  }
}

function retrying<Tables>(builder: TransactionBuilder<Tables>): TransactionBuilder<Tables> {
  const executeOnce = builder.execute.bind(builder)
  const setIsolationLevel = builder.setIsolationLevel.bind(builder)
  const setAccessMode = builder.setAccessMode.bind(builder)
  builder.execute = async (work) => {
    for (let attempt = 1; ; attempt++) {
      let begun = false
      try {
        return await executeOnce((db) => {
          begun = true
          return work(db)
        })
      } catch (error) {
        if (attempt === attempts || !begun || !surelyUndone(error)) throw error
        // Apart by chance, so that two who met do not meet again.
        await wait(Math.random() * 20 * attempt)
      }
    }
  }
  builder.setIsolationLevel = (level) => retrying(setIsolationLevel(level))
  builder.setAccessMode = (mode) => retrying(setAccessMode(mode))
  return builder
}

/** Whether everything was surely rolled back and may go better next time. */
function surelyUndone(error: unknown): boolean {
  const code = errorCode(error)
  return code === serializationFailure || code === deadlock || isConnectionLost(error)
}
