import { KontorError, type RequestFault } from '../../client/src/errors.ts'

/** What the service wants of the person before it does what they asked for. */
export type Question =
  | { kind: 'proof'; maxAge: number; lacks: 'proof' | 'passkey' | 'second_factor' }
  | { kind: 'reason'; fault: RequestFault }

interface Asked {
  question: Question
  answer: Promise<string | null>
  settle: (answer: string | null) => void
}

export const reasonHeader = 'kontor-reason'

let asked: Asked | null = null
const listeners = new Set<() => void>()

/** The open question, for the dialog that asks it (layout/confirmation-dialog.tsx). */
export const confirmation = {
  question: () => asked?.question ?? null,
  /** Null if the person does not want to. */
  answer(answer: string | null): void {
    asked?.settle(answer)
    asked = null
    tell()
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/**
 * Sends a request. If the service wants a fresh proof of the person or a reason, asks for it in place and sends the
 * request again, so that no page has to. Each is asked for once: what still refuses after that is shown as an error.
 */
export async function confirmed<T>(
  send: (headers: Readonly<Record<string, string>>) => Promise<T>,
  headers: Readonly<Record<string, string>> = {},
  already: readonly Question['kind'][] = [],
): Promise<T> {
  try {
    return await send(headers)
  } catch (error) {
    const question = questionOf(error, headers)
    if (!question || already.includes(question.kind)) throw error
    const answer = await ask(question)
    if (answer === null) throw error
    const more: Record<string, string> =
      question.kind === 'reason' ? { [reasonHeader]: encodeURIComponent(answer) } : {}
    return confirmed(send, { ...headers, ...more }, [...already, question.kind])
  }
}

function questionOf(error: unknown, headers: Readonly<Record<string, string>>): Question | undefined {
  if (!(error instanceof KontorError)) return undefined
  if (error.code === 'reauthentication_required') {
    const { max_age, passkey, second_factor } = error.context
    const lacks = passkey === true ? 'passkey' : second_factor === true ? 'second_factor' : 'proof'
    return { kind: 'proof', maxAge: typeof max_age === 'number' ? max_age : 900, lacks }
  }
  // A page that has a field for the reason shows the fault there.
  const fault = faultOfReason(error)
  return fault && headers[reasonHeader] === undefined ? { kind: 'reason', fault } : undefined
}

/** Whether a reason is asked for and none was given. */
export function lacksReason(error: unknown): boolean {
  return faultOfReason(error) !== undefined
}

function faultOfReason(error: unknown): RequestFault | undefined {
  if (!(error instanceof KontorError)) return undefined
  return error.faults.find(({ loc: [part, name] }) => part === 'header' && name === reasonHeader)
}

/** Requests that fail at the same time for the same share the question; others wait for their turn. */
async function ask(question: Question): Promise<string | null> {
  if (asked && asked.question.kind === question.kind && question.kind === 'proof') return asked.answer
  while (asked) await asked.answer
  const { promise, resolve } = Promise.withResolvers<string | null>()
  asked = { question, answer: promise, settle: resolve }
  tell()
  return promise
}

function tell(): void {
  for (const listener of listeners) listener()
}
