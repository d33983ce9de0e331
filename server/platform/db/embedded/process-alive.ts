import { readFileSync } from 'node:fs'
import { errorCode } from '../../error-code.ts'

/** Whether the process is running. A zombie is not. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
  if (process.platform !== 'linux') return true
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return !['Z', 'X'].includes(stat.charAt(stat.lastIndexOf(')') + 2))
  } catch {
    // Without /proc, the result of the signal must be enough.
    return true
  }
}
