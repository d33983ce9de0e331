import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Whether the machine has all of these programs, which tests of foreign readers start. */
export function hasPrograms(...names: string[]): boolean {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.every((name) => folders.some((folder) => canRun(join(folder, name))))
}

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
