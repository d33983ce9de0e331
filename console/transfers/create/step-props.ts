import type { Field, Prepared } from './prepared.ts'

/** What is wrong, by field. */
export type Problems = Partial<Record<Field, string>>

/** What a step of the preparation gets. */
export interface StepProps {
  prepared: Prepared
  /** Once it is shown. */
  wrong: Problems
  onChange: (prepared: Prepared) => void
}
