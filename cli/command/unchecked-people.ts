import { createPeople } from '../../server/features/administrators/people.ts'

/** People for commands that show something, or stand above the policy, and do not open the vault: proofs are unknown. */
export const uncheckedPeople = createPeople({
  provenTables: { check: async () => 'unknown', checkText: async () => 'unknown' },
})
