import { type Static, Type } from 'typebox'
import { field, Id, Instant, nullable, oneOf } from '../api/common.ts'

export const slotKinds = ['file', 'env', 'shares', 'pkcs11'] as const
export type SlotKind = (typeof slotKinds)[number]

/** Why a vault is sealed. Those about a token concern a slot in hardware (PKCS #11). */
export const sealedReasons = [
  'not_unlocked',
  'key_missing',
  'key_unreadable',
  'key_wrong',
  'key_file_not_written',
  'root_missing',
  'database_unavailable',
  'token_tool_missing',
  'token_module_missing',
  'token_missing',
  'token_key_missing',
  'token_pin_missing',
  'token_pin_wrong',
  'token_pin_at_risk',
  'token_pin_locked',
  'token_silent',
  'token_refused',
  'token_wrong',
] as const
export type SealedReason = (typeof sealedReasons)[number]

export const VaultResponse = Type.Object(
  {
    state: field(oneOf(['open', 'sealed']), 'Whether secrets and documents can be read'),
    sealed_because: field(
      nullable(Type.String()),
      'Why it is sealed, e.g. key_missing, key_wrong or token_pin_wrong',
      null,
    ),
    backed_up: field(
      Type.Boolean(),
      'Whether a drill has proved that another slot than the one in use opens the vault',
      true,
    ),
    slots: field(
      Type.Array(
        Type.Object({
          id: field(Id, 'The id of the slot'),
          kind: field(
            oneOf(slotKinds),
            'How the slot opens: by a key file, by a key in the environment, by shares of several people, or by a token (PKCS #11)',
            'shares',
          ),
          in_use: field(Type.Boolean(), 'Whether this slot opened the vault of the responding node', false),
          shares: field(nullable(Type.Integer()), 'How many shares there are', 5),
          threshold: field(nullable(Type.Integer()), 'How many shares open the slot', 3),
          drilled_at: field(nullable(Instant), 'When a drill last proved that the slot opens the vault'),
          created_at: field(Instant, 'When the slot was added'),
        }),
      ),
      'The ways to open the vault',
    ),
  },
  { $id: 'VaultResponse', description: 'The state of the vault.' },
)
export type VaultResponse = Static<typeof VaultResponse>
