import { join } from 'node:path'
import { writeHistory } from './history.ts'
import { type Instance, startInstance } from './instance.ts'
import { seed } from './seed.ts'

const registerSize = '3000'

/** A service with ninety days behind it, a register, and work for today. */
export async function startWithSampleData(
  port: number,
): Promise<{ instance: Instance } & Awaited<ReturnType<typeof seed>>> {
  const instance = await startInstance(port, writeHistory)
  try {
    const register = join(instance.dataDir, 'register.csv')
    await instance.kontor('parties', 'generate', '--count', registerSize, '--out', register)
    await instance.kontor('parties', 'import', register)
    return { instance, ...(await seed(instance)) }
  } catch (error) {
    await instance.stop()
    throw error
  }
}
