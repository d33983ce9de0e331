import { Type } from 'typebox'
import { field, Id, nullable, ref } from './common.ts'

const properties = {
  kind: field(
    Type.String(),
    'What sort of actor: `administrator`, `api_key`, `service` or `cli`, a command on the machine',
    'administrator',
  ),
  id: field(nullable(Id), 'The id of the administrator or API key'),
  name: field(Type.String(), 'The name at that time', 'Anna Petrova'),
}

/** The actor: an administrator, an API key, or the service itself. */
export const Actor = Type.Object(properties, { $id: 'Actor', description: 'Who did something.' })
export const Doer = field(ref(Actor), 'Who did it')

/** Somebody who did it, or nobody yet. */
export const maybeActor = (meaning: string) => field(nullable(Type.Object(properties)), meaning, null)
