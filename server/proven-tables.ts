import type { ProvenTable } from './platform/proofs/proven-table.ts'

/** Every table whose rows are proven by a declaration, for the start, the verification and the tests of inventions. */
export const provenTables: readonly ProvenTable[] = []
