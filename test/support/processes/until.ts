import { setTimeout as wait } from 'node:timers/promises'

/** Waits until it is so. The deadline is for what never comes, not for what is slow on a busy machine. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  { seconds = 180, every = 100 }: { seconds?: number; every?: number } = {},
): Promise<void> {
  let failure: unknown
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await wait(every)) {
    try {
      if (await condition()) return
    } catch (error) {
      failure = error
    }
  }
  throw new Error(`${what}: not within ${seconds} s`, { cause: failure })
}
