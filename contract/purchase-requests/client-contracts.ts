import { type Static, Type } from 'typebox'
import { CalendarDate, field, Id, Instant, nullable } from '../api/common.ts'

const number = ['The number of the contract', '12/26'] as const
const date = ['The date of the contract', '2026-01-15'] as const

export const ClientContractResponse = Type.Object(
  {
    organization_id: field(Id, 'The organization'),
    contract: field(
      nullable(Type.Object({ number: field(Type.String(), ...number), date: field(CalendarDate, ...date) })),
      'The contract that papers name as their ground; null if there is none',
    ),
    updated_at: field(nullable(Instant), 'When it was set last'),
  },
  { $id: 'ClientContractResponse', description: 'The contract with an organization.' },
)
export type ClientContractResponse = Static<typeof ClientContractResponse>

export const SetClientContractBody = Type.Object(
  {
    contract: field(
      nullable(
        Type.Object(
          {
            number: field(Type.String({ minLength: 1, maxLength: 100, pattern: '^\\S(.*\\S)?$' }), ...number),
            date: field(CalendarDate, ...date),
          },
          { additionalProperties: false },
        ),
      ),
      'The contract; null to name none any more',
    ),
  },
  {
    $id: 'SetClientContractBody',
    additionalProperties: false,
    description: 'The contract that later papers of an organization name.',
  },
)
export type SetClientContractBody = Static<typeof SetClientContractBody>
