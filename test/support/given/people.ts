import { randomUUID } from 'node:crypto'
import type { Person } from '../../../server/features/control/people/people.ts'

const longAgo = new Date('2026-01-01T00:00:00Z')

/** An active administrator whose role and credentials are old enough to vote. */
export function somebody(overrides: Partial<Person> = {}): Person {
  return {
    id: randomUUID(),
    email: 'anna@example.com',
    name: 'Anna',
    role: 'owner',
    isActive: true,
    roleSince: longAgo,
    credentialsSince: longAgo,
    madeBy: [],
    ...overrides,
  }
}
