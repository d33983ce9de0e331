import { totalmem } from 'node:os'

export const mebibyte = 1024 * 1024

/** With less, the service and an embedded PostgreSQL may be killed under load (docs/operations.md). */
const leastMemory = 512 * mebibyte

/** What this process and all others of its group may use together: the limit of the group, or all of the machine. */
export function memoryLimit(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
}

/** One sentence if there is too little memory. */
export function memoryWarning(limit = memoryLimit()): string | undefined {
  if (limit >= leastMemory) return undefined
  return `There are ${inMebibytes(limit)} MiB of memory. The service needs at least ${inMebibytes(leastMemory)} MiB and may be killed: see docs/operations.md.`
}

export function inMebibytes(bytes: number): number {
  return Math.round(bytes / mebibyte)
}
