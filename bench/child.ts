import { fork } from 'node:child_process'
import { join } from 'node:path'

/** Runs a server of this folder in a separate process while `measure` runs. */
export async function withServer<T, R>(
  file: string,
  measure: (said: T) => Promise<R>,
  args: readonly string[] = [],
): Promise<R> {
  const child = fork(join(import.meta.dirname, file), args)
  try {
    const said = await new Promise<T>((resolve, reject) => {
      child.once('message', (message) => resolve(message as T))
      child.once('exit', (code) => reject(new Error(`the measured service ended with ${code}`)))
    })
    return await measure(said)
  } finally {
    child.kill('SIGTERM')
    await new Promise((resolve) => (child.exitCode === null ? child.once('exit', resolve) : resolve(null)))
  }
}
