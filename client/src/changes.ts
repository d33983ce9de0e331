import type { Clock } from './clock.ts'
import type { Change, ChangeListResponse } from './generated-types.ts'
import type { CallOptions } from './wire.ts'

export interface ChangesOptions extends CallOptions {
  /** The cursor of the last change that was processed. */
  after?: string | undefined
  /** Seconds that the service waits for the next change; 30 by default. With 0 the iteration ends at the last one. */
  wait?: number | undefined
  /** Told the cursor after each page, also after one without changes that concern the caller. */
  onCursor?: ((cursor: string) => void) | undefined
}

/** Added to the time that the service may wait. */
const graceMs = 30_000
/** Between empty answers of a service that does not wait, for example because it is stopping. */
const pauseMs = 1_000

/**
 * Every change in the order of commits, beginning after `after`. Store the cursor of a change once it is processed. An
 * unreachable service is asked again until it is back. A cursor that is too old throws CursorExpiredError.
 */
export async function* followChanges(
  read: (query: { after?: string; wait: number }, options: CallOptions) => Promise<ChangeListResponse>,
  { after, wait = 30, onCursor, ...options }: ChangesOptions,
  clock: Clock,
): AsyncGenerator<Change, void, undefined> {
  const call = { retries: Number.POSITIVE_INFINITY, timeout: wait * 1000 + graceMs, ...options }
  for (let cursor = after; ; ) {
    const asked = clock.now()
    const page = await read({ ...(cursor !== undefined && { after: cursor }), wait }, call)
    yield* page.items
    cursor = page.cursor
    onCursor?.(cursor)
    if (page.items.length > 0) continue
    if (wait === 0) return
    if (clock.now() - asked < pauseMs) await clock.sleep(pauseMs, options.signal)
  }
}
