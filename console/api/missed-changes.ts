import type { Change } from '../../contract/events/changes.ts'
import { listChanges } from '../../contract/operations/events/changes.ts'
import { call } from './client.ts'
import { onSession } from './session.ts'

/** Beyond so many changes everything is loaded again, which costs less. */
const mostPages = 3
const pageSize = 1000

/** Up to where this tab knows of changes. Null if that is not known. */
let seen: string | null = null
let begun: Promise<void> | null = null

onSession((change) => {
  if (change !== 'ended') return
  seen = null
  begun = null
})

/** Takes the place from which changes count for this tab. Nothing is loaded before. */
export function takePosition(): Promise<void> {
  begun ??= call(listChanges, { query: { after: 'now' } }).then(
    ({ cursor }) => {
      seen = cursor
    },
    // Then everything is loaded again when the stream opens.
    () => undefined,
  )
  return begun
}

/** What was changed since this tab last looked, when the stream opens at a position. Null if that cannot be told. */
export async function missedChanges(position: string): Promise<Change[] | null> {
  await begun
  if (seen === position) return []
  const missed: Change[] = []
  try {
    for (let page = 0; seen !== null && page < mostPages; page++) {
      const { items, cursor } = await call(listChanges, { query: { after: seen, limit: pageSize } })
      missed.push(...items)
      const isAll = cursor === position || cursor === seen
      seen = cursor
      if (isAll) return missed
    }
  } catch {
    // The changes are not kept any more, or the service is away.
  }
  seen = position
  return null
}
