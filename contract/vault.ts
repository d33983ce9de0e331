import { type Static, Type } from 'typebox'
import { Id, Instant, nullable, oneOf } from './common.ts'

export const VaultResponse = Type.Object(
  {
    state: oneOf(['open', 'sealed']),
    sealed_because: nullable(Type.String({ description: 'Why it is sealed, e.g. key_missing or key_wrong' })),
    backed_up: Type.Boolean({
      description: 'Whether a drill has proved that another slot than the one in use opens the vault',
    }),
    slots: Type.Array(
      Type.Object({
        id: Id,
        kind: oneOf(['file', 'env', 'shares']),
        in_use: Type.Boolean({ description: 'Whether this slot opened the vault of the responding node' }),
        shares: nullable(Type.Integer()),
        threshold: nullable(Type.Integer()),
        drilled_at: nullable(Instant),
        created_at: Instant,
      }),
    ),
  },
  { $id: 'VaultResponse' },
)
export type VaultResponse = Static<typeof VaultResponse>
