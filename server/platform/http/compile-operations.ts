import { setImmediate } from 'node:timers/promises'
import { operations } from '../../../contract/operations/features.ts'
import { description } from './description/description.ts'
import { checksOf } from './requests/validation.ts'
import { serializerOf } from './routes/route.ts'

/** Compiles every operation and the description before the service is ready, one by one, so that no first request waits or holds up others. */
export async function compileOperations(): Promise<void> {
  for (const operation of operations) {
    checksOf(operation)
    serializerOf(operation)
    await setImmediate()
  }
  description()
}
