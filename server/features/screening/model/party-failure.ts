/** Why a party could not be compared, as far as a log may say it. */
export interface PartyFailure {
  name: string
  /** Where it happened. */
  at: string[]
}

/** Without the message of the error, which may quote what was compared. */
export function partyFailure(error: unknown): PartyFailure {
  const { name, stack = '' } = error instanceof Error ? error : new Error()
  return { name, at: stack.match(/^ +at .*$/gm)?.map((line) => line.trim()) ?? [] }
}
