import type { ColumnType } from 'kysely'
import type { Actor } from './actor.ts'

/** An actor as it is kept: the name is the one of that time. */
export interface StoredActor {
  kind: string
  id: string | null
  name: string
}

/** Written as text: the driver writes other objects in its own way. */
export type StoredActorColumn = ColumnType<StoredActor | null, string | null | undefined, string | null>

export function storedActor({ kind, id, name }: Actor): StoredActor {
  return { kind, id, name }
}

export function actorText(actor: Actor): string {
  return JSON.stringify(storedActor(actor))
}
