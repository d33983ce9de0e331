import { createClosings } from '../../server/features/books/closings.ts'
import { proofInvalid } from '../../server/platform/proofs/proven-table.ts'

/** Up to which day the books are closed, for commands that do not open the vault: proofs are unknown, and nothing is closed. */
export const uncheckedClosings = createClosings({
  provenTables: {
    check: async () => 'unknown',
    isNewest: () => true,
    remembers: () => false,
    refusal: (table, id) => proofInvalid(table, id),
    prove: () => {
      throw new Error('A command without the vault closes nothing.')
    },
  },
})
