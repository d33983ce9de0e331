import { pathOf } from '../../../contract/api/object-paths.ts'
import type { Permission } from '../../../contract/api/roles.ts'
import { type Change, type ChangeListResponse, changePermission } from '../../../contract/events/changes.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { Failure } from '../../platform/errors.ts'
import { type ChangeRow, findChangesFrom, findLastChange, type Place } from './changes-store.ts'
import { readCursor, writeCursor } from './cursor.ts'
import type { WaitingClients } from './waiting-clients.ts'

/** Rows that one request reads at most. A client that may see few of them gets a cursor to go on from. */
const mostScanned = 10_000
const batchSize = 1_000

export type ChangesService = ReturnType<typeof createChangesService>

export interface ChangesRequest {
  /** A cursor, `now`, or undefined for the oldest change that is kept. */
  after: string | undefined
  limit: number
  waitSeconds: number
  actor: Actor
  /** Authenticates the caller again after a wait; throws if the credentials are no longer valid. */
  reauthenticate: () => Actor | Promise<Actor>
  /** Aborted when the client has gone. */
  gone: AbortSignal
}

export function createChangesService({
  db,
  waiting,
  isHeld,
}: {
  db: Db
  waiting: WaitingClients
  /** Whether the database went back, so that clients may know more than it does. */
  isHeld: () => boolean
}) {
  async function read({
    after,
    limit,
    waitSeconds,
    actor,
    reauthenticate,
    gone,
  }: ChangesRequest): Promise<ChangeListResponse> {
    let place = await placeOf(after)
    let isFirst = true
    return waiting.wait(actor, { seconds: waitSeconds, gone }, async () => {
      const { permissions } = isFirst ? actor : await reauthenticate()
      isFirst = false
      const found = await scan(place, limit, permissions)
      place = found.place
      return {
        found: { items: found.items, cursor: writeCursor(found.place) },
        isEnough: found.items.length > 0 || !found.isAtEnd,
      }
    })
  }

  async function placeOf(after: string | undefined): Promise<Place | undefined> {
    if (after === undefined) return undefined
    if (after === 'now') return findLastChange(db)
    if (isHeld()) throw cursorExpired()
    return readCursor(after)
  }

  /** The changes after a place that somebody may see, and the last place that was looked at. */
  async function scan(start: Place | undefined, limit: number, permissions: ReadonlySet<Permission>) {
    const items: Change[] = []
    let place = start
    for (let scanned = 0; scanned < mostScanned; scanned += batchSize) {
      // One more: the first row is the place itself, which proves that nothing after it has been deleted.
      const wanted = batchSize + (place ? 1 : 0)
      const rows = await findChangesFrom(db, place?.seq ?? 0, wanted)
      for (const row of place ? after(place, rows) : rows) {
        if (items.length === limit) return { items, place: place as Place, isAtEnd: false }
        place = row
        const permission = changePermission(row.type)
        if (permission && permissions.has(permission)) items.push(toChange(row))
      }
      if (rows.length < wanted) return { items, place: place as Place, isAtEnd: true }
    }
    return { items, place: place as Place, isAtEnd: false }
  }

  return {
    read,
    /** The cursor of the last change. */
    position: async (): Promise<string> => writeCursor(await findLastChange(db)),
  }
}

/** The rows after the place. Throws if it is not in the log: it was deleted, or belongs to another database. */
function after(place: Place, [first, ...next]: ChangeRow[]): ChangeRow[] {
  if (first?.seq === place.seq && first.mark === place.mark) return next
  throw cursorExpired()
}

function cursorExpired(): Failure {
  return new Failure(
    'gone',
    'cursor_expired',
    'The changes after this cursor are not kept any more. Load everything again.',
  )
}

function toChange(row: ChangeRow): Change {
  const object = { type: row.object_type, id: row.object_id }
  return {
    cursor: writeCursor(row),
    type: row.type,
    object,
    path: pathOf(row.type, object, row.organization_id),
    organization_id: row.organization_id,
    version: row.version,
    at: row.at.toISOString(),
  }
}
