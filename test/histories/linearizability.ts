/** One call as its client saw it. Times are of one clock. */
export interface Operation<Input, Output> {
  /** Who called what, for those who read a failure. */
  name: string
  input: Input
  /** Undefined: the client does not know what became of it. It may take effect at any later time, or never. */
  output: Output | undefined
  called: number
  returned: number
}

/** What an object does, one call after the other. */
export interface Model<State, Input, Output> {
  initial: State
  /** The state after the call, or undefined if the call cannot have this output in this state. */
  step(state: State, input: Input, output: Output): State | undefined
  /** The states that a call may lead to whose output is not known. */
  effects(state: State, input: Input): State[]
  /** Equal for equal states. */
  key(state: State): string
}

/** The longest order that was found, and the calls of which none can come next. */
export interface Violation {
  ordered: string[]
  state: string
  impossible: string[]
}

/**
 * Whether there is an order of the calls that the model allows and in which no call comes before one that had returned
 * when it was called. The search is that of Wing and Gong (1993), with Lowe's memory of the states already tried (2017).
 */
export function findViolation<State, Input, Output>(
  model: Model<State, Input, Output>,
  history: readonly Operation<Input, Output>[],
): Violation | undefined {
  const calls = history.toSorted((a, b) => a.called - b.called)
  const known = calls.filter(({ output }) => output !== undefined).length
  const tried = new Set<string>()
  const order: number[] = []
  let done = 0n
  let longest: { order: number[]; state: State; candidates: number[] } | undefined

  const isDone = (index: number) => ((done >> BigInt(index)) & 1n) === 1n

  /** Calls that may come next: none that is still open had returned when they were called. */
  function candidates(): number[] {
    const found: number[] = []
    let firstReturn = Infinity
    for (const [index, call] of calls.entries()) {
      if (call.called > firstReturn) break
      if (isDone(index)) continue
      found.push(index)
      if (call.output !== undefined) firstReturn = Math.min(firstReturn, call.returned)
    }
    return found.filter((index) => (calls[index]?.called ?? 0) <= firstReturn)
  }

  function search(state: State, left: number): boolean {
    if (left === 0) return true
    const mark = `${done.toString(36)} ${model.key(state)}`
    if (tried.has(mark)) return false
    tried.add(mark)
    const next = candidates()
    if (!longest || order.length > longest.order.length)
      longest = { order: [...order], state, candidates: next }
    for (const index of next) {
      const { input, output } = calls[index] as Operation<Input, Output>
      const after = output === undefined ? undefined : model.step(state, input, output)
      const states = output === undefined ? model.effects(state, input) : after === undefined ? [] : [after]
      for (const following of states) {
        // A call of unknown outcome that changes nothing is the same as one that never happened.
        if (output === undefined && model.key(following) === model.key(state)) continue
        done |= 1n << BigInt(index)
        order.push(index)
        if (search(following, output === undefined ? left : left - 1)) return true
        order.pop()
        done &= ~(1n << BigInt(index))
      }
    }
    return false
  }

  if (search(model.initial, known) || !longest) return undefined
  const text = (index: number) => {
    const { name, input, output, called, returned } = calls[index] as Operation<Input, Output>
    return `${name} ${JSON.stringify(input)} → ${JSON.stringify(output) ?? 'unknown'} [${Math.round(called)}–${Math.round(returned)} ms]`
  }
  return {
    ordered: longest.order.slice(-8).map(text),
    state: model.key(longest.state),
    impossible: longest.candidates.map(text),
  }
}
