import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'

/** What the process has done since it was watched. */
export interface Watched {
  /** Milliseconds that the event loop was held at most. */
  longest: number
  /** Bytes of memory that the process had at most, and at the beginning. */
  memory: number
  memoryBefore: number
}

/** Watches the event loop and the memory of its process. */
export function createLoopWatch() {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  let cpuBefore = 0
  let computed = 0
  let memory = 0
  let memoryBefore = 0

  /**
   * The longest time that the main thread has computed in one turn of the loop. Unlike the delay it does not contain the
   * time in which other programs on the machine had the processor.
   */
  const look = () => {
    const { user, system } = process.threadCpuUsage()
    const now = (user + system) / 1e3
    computed = Math.max(computed, now - cpuBefore)
    cpuBefore = now
  }
  setInterval(look, 1).unref()
  setInterval(() => {
    memory = Math.max(memory, process.memoryUsage.rss())
  }, 50).unref()

  return {
    begin() {
      look()
      computed = 0
      memoryBefore = process.memoryUsage.rss()
      memory = memoryBefore
      delay.reset()
      delay.enable()
    },
    async end(): Promise<Watched> {
      // A hold is noted when it is over, with the next tick.
      await wait(5)
      delay.disable()
      return { longest: Math.min(delay.max / 1e6, computed), memory, memoryBefore }
    },
  }
}
