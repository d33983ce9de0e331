import type { StoredActor } from '../../../platform/stored-actor.ts'

export type ActorColumns = { actor_kind: string; actor_id: string | null; actor_name: string }

export function actorColumns({ kind, id, name }: StoredActor): ActorColumns {
  return { actor_kind: kind, actor_id: id, actor_name: name }
}

export function doerOf(row: ActorColumns): StoredActor {
  return { kind: row.actor_kind, id: row.actor_id, name: row.actor_name }
}
