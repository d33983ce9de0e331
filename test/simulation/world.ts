import pino from 'pino'
import type { Timers } from '../../server/platform/jobs/timers.ts'
import { type Random, randomFrom } from '../support/cases/random.ts'

export type World = ReturnType<typeof createWorld>
export type Node = ReturnType<World['createNode']>

/** What a call to the database throws while the database is away. The call may have been executed. */
export class DatabaseAway extends Error {}
/** What the clients of a node that crashed get. */
export class NodeCrashed extends Error {}

/** Turns of the microtask queue between two choices. What needs more of them is chosen from later. */
const turnsPerStep = 10
/** More than any chain of promises between two calls: what has made no call by then waits, or spins. */
const turnsUntilQuiet = 100
const maxSteps = 100_000

type Turn = { node: object | undefined; label: string; run: () => void }
type Timer = Turn & { at: number }

/**
 * A world with a time of its own, in which one seed decides everything: which call is executed or answered next, which
 * of the timers that are due fires first, when time passes, what fails. It waits by turns of the microtask queue only,
 * so that code that spins there cannot stop it.
 */
export function createWorld(seed: number) {
  const random: Random = randomFrom(seed)
  const trace: { at: number; line: string }[] = []
  let elapsed = 0
  let offset = Date.parse('2026-01-01T00:00:00Z')
  let turns: Turn[] = []
  let timers: Timer[] = []
  let steps = 0
  let violation: string | undefined
  let isClosed = false
  /** Chances: that a query fails or is never answered, and that time passes before the next choice. */
  const faults = { away: 0, hangs: 0, slow: 0 }

  function note(line: string): void {
    trace.push({ at: elapsed, line })
  }

  /** Ends the simulation at the next step: an error that is thrown here might be caught by the code under test. */
  function fail(message: string): void {
    violation ??= message
  }

  function throwViolation(): void {
    if (violation !== undefined) throw new Error(violation)
  }

  function remove<T>(list: T[], item: T): void {
    const index = list.indexOf(item)
    if (index >= 0) list.splice(index, 1)
  }

  function passTime(until: number): void {
    elapsed = Math.max(elapsed, until)
  }

  /** Makes one choice and lets its consequences happen; false when nothing is left to do. */
  async function step(): Promise<boolean> {
    steps += 1
    if (steps > maxSteps) fail(`More than ${maxSteps} steps.`)
    throwViolation()
    if (turns.length > 0 && random.chance(faults.slow)) passTime(elapsed + random.below(200))
    const isDue = ({ at }: Timer) => at <= elapsed
    if (turns.length === 0 && !timers.some(isDue)) await microtasks(turnsUntilQuiet)
    const due = timers.filter(isDue)
    if (turns.length === 0 && due.length === 0) {
      if (timers.length === 0) return false
      passTime(Math.min(...timers.map(({ at }) => at)))
      return true
    }
    const index = random.below(turns.length + due.length)
    const turn = index < turns.length ? turns[index] : due[index - turns.length]
    if (!turn) throw new Error('No turn.')
    remove(turns, turn)
    remove(timers, turn as Timer)
    note(turn.label)
    turn.run()
    await microtasks(turnsPerStep)
    return true
  }

  /** Runs until the condition holds. Fails when nothing is left to do, or at the limit of virtual time. */
  async function runUntil(isDone: () => boolean, what: string, limitMs = Number.POSITIVE_INFINITY) {
    const end = elapsed + limitMs
    while (!isDone()) {
      if (!(await step()) && !isDone()) fail(`${what} never ends.`)
      if (elapsed > end && !isDone()) fail(`${what} takes longer than ${limitMs / 1000} s.`)
    }
  }

  /** Runs for this long. */
  function runFor(milliseconds: number): Promise<void> {
    let over = false
    after(undefined, 'time is over', milliseconds, () => {
      over = true
    })
    return runUntil(() => over, 'The run')
  }

  /** Runs until the promise is settled, and returns what it resolves to. */
  async function finish<T>(promise: Promise<T>, what: string, limitMs?: number): Promise<T> {
    let isDone = false
    const settled = promise.finally(() => {
      isDone = true
    })
    settled.catch(() => {})
    await runUntil(() => isDone, what, limitMs)
    return settled
  }

  function after(node: object | undefined, label: string, milliseconds: number, run: () => void): () => void {
    const timer = { node, label, at: elapsed + Math.max(0, milliseconds), run }
    timers.push(timer)
    return () => remove(timers, timer)
  }

  /** Runs the work in a turn of its own, and answers in another one. */
  function call<T>(
    node: object | undefined,
    label: string,
    work: () => T | Promise<T>,
    isFaulty: (chance: 'away' | 'hangs') => boolean = () => false,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      const answer = (label: string, run: () => void) => turns.push({ node, label, run })
      turns.push({
        node,
        label,
        run() {
          if (isFaulty('hangs')) return note(`${label} hangs`)
          if (isFaulty('away'))
            return answer(`${label} fails: not executed`, () => reject(new DatabaseAway()))
          Promise.resolve()
            .then(work)
            .then(
              (value) =>
                isFaulty('away')
                  ? answer(`${label} fails: executed`, () => reject(new DatabaseAway()))
                  : answer(`${label} answers`, () => resolve(value)),
              (error) => answer(`${label} throws`, () => reject(error)),
            )
        },
      })
    })
  }

  return {
    random,
    /** What happened, one line per choice. */
    trace: () => trace.map(({ at, line }) => `${(at / 1000).toFixed(3)} ${line}`),
    note,
    fail,
    throwViolation,
    /** For code that logs nothing but faults. */
    log: pino(
      { level: 'warn', base: null, timestamp: false },
      { write: (line) => fail(`This was logged: ${line}`) },
    ),
    /** Ends what would go on for ever, for faults that are put back. */
    close(): void {
      isClosed = true
    },
    isClosed: () => isClosed,
    faults,
    step,
    runUntil,
    runFor,
    finish,
    /** Time that really passed, whatever the clocks say. */
    elapsed: () => elapsed,
    /** The clock of the database, which all nodes follow. */
    now: () => new Date(offset + elapsed),
    setClock(byMs: number): void {
      note(`the clock is set by ${byMs / 1000} s`)
      offset += byMs
    },
    sleep: (milliseconds: number, who = 'somebody') =>
      new Promise<void>((resolve) => after(undefined, `${who} wakes up`, milliseconds, resolve)),
    after: (label: string, milliseconds: number, run: () => void) =>
      after(undefined, label, milliseconds, run),
    /** Something that needs a turn, outside of all nodes. */
    call: <T>(label: string, work: () => T | Promise<T>) => call(undefined, label, work),

    /** A process. Once it has crashed, nothing that it waits for happens any more. */
    createNode(name: string) {
      const node = {}
      const crashed = new Set<() => void>()
      let isAlive = true
      const nodeTimers: Timers = {
        after: (milliseconds, run) =>
          isAlive
            ? after(node, `${name} timer of ${Math.round(milliseconds)} ms`, milliseconds, run)
            : () => {},
      }
      return {
        name,
        timers: nodeTimers,
        isAlive: () => isAlive,
        /** A call to the database. */
        query: <T>(label: string, work: () => T | Promise<T>): Promise<T> =>
          isAlive
            ? call(node, `${name} ${label}`, work, (fault) => random.chance(faults[fault]))
            : new Promise(() => {}),
        /** Anything else that takes time. */
        call: <T>(label: string, work: () => T | Promise<T>): Promise<T> =>
          isAlive ? call(node, `${name} ${label}`, work) : new Promise(() => {}),
        /** A request of a client to this node. */
        request: <T>(work: () => Promise<T>): Promise<T> =>
          new Promise((resolve, reject) => {
            const lost = () => reject(new NodeCrashed())
            crashed.add(lost)
            work()
              .finally(() => crashed.delete(lost))
              .then(resolve, reject)
          }),
        /** Calls back if the node crashes; returns a function that cancels this. */
        onCrash(run: () => void): () => void {
          crashed.add(run)
          return () => crashed.delete(run)
        },
        crash(): void {
          note(`${name} crashes`)
          isAlive = false
          turns = turns.filter((turn) => turn.node !== node)
          timers = timers.filter((timer) => timer.node !== node)
          for (const run of crashed) run()
        },
      }
    },
  }
}

async function microtasks(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await null
}
