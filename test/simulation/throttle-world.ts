import {
  createSignInThrottle,
  type SignInThrottle,
  type ThrottleRules,
} from '../../server/features/authentication/sign-in/sign-in-throttle.ts'
import { delayAfter } from '../../server/features/authentication/sign-in/throttle-rules.ts'
import { subjectsOf } from '../../server/features/authentication/sign-in/throttle-store.ts'
import { Failure } from '../../server/platform/errors.ts'
import { createMemoryThrottleStore, type ThrottleStatements } from './memory-throttle-store.ts'
import { nodeStore } from './node-store.ts'
import { DatabaseAway, type Node, NodeCrashed, type World } from './world.ts'

const second = 1_000
const hour = 3_600 * second
const longestWait = 3_600
const longestWaitOfPair = 900
const failuresPerHour = 100
/** Where queries take time, a guess may be made this long after it was allowed, while others are allowed after it. */
const slowGuess = 15 * second

const account = 'owner@example.com'
const home = '198.51.100.7'

/** Parts with a known fault, to prove that it would be found. */
export type FaultyParts = {
  rules?: ThrottleRules
  statements?: (own: ThrottleStatements, alone: ThrottleStatements) => Partial<ThrottleStatements>
}

/**
 * Attackers guess on all nodes at once while nodes crash, the database is away and the clock is set back and forth. A
 * guess is checked against the time that really passed, not against the counters.
 */
export async function throttleWorld(world: World, faulty: FaultyParts = {}): Promise<void> {
  const { random } = world
  const memory = createMemoryThrottleStore((name) => (name === account ? 'administrator' : undefined))
  const guesses = new Map<string, number[]>()
  const forwardJumps: { at: number; by: number }[] = []
  let isOver = false
  const isPatient = random.chance(0.02)
  Object.assign(world.faults, { away: random.pick([0, 0, 0.01, 0.05]), slow: random.pick([0, 0.05]) })
  const slack = world.faults.slow > 0 ? slowGuess : 0

  type Server = {
    node: Node
    throttle: SignInThrottle
    store: ReturnType<typeof nodeStore<typeof memory.statements>>
  }
  const begin = () => {
    const { statements: own, ...transaction } = memory.begin()
    return { ...transaction, statements: { ...own, ...faulty.statements?.(own, memory.statements) } }
  }
  const hourCounters = (address: string) => {
    const subjects = subjectsOf(account, address)
    return [subjects.account, subjects.address]
  }
  const start = (name: string): Server => {
    const node = world.createNode(name)
    const store = nodeStore(node, { ...memory, begin })
    const { rules } = faulty
    return { node, store, throttle: createSignInThrottle({ store, now: world.now, ...(rules && { rules }) }) }
  }
  const servers = Array.from({ length: 1 + random.below(3) }, (_, n) => start(`node ${n}`))

  /** A guess that is checked after five others must come as long after the one before it as the rules say. */
  function guessed(address: string): void {
    const at = world.elapsed()
    const before = guesses.get(address) ?? []
    const last = before.at(-1)
    const delay = delayAfter(before.length) * second
    const jumped = forwardJumps.filter((jump) => last !== undefined && jump.at >= last - slack)
    const passed = at - (last ?? 0) + jumped.reduce((sum, { by }) => sum + by, 0)
    if (last !== undefined && passed < delay - slack) {
      world.fail(`Guess ${before.length + 1} of ${address} came ${passed / 1000} s after the one before it.`)
    }
    guesses.set(address, [...before, at])
  }

  /** One attempt; resolves to the seconds to wait, or to what came out. */
  async function attempt(address: string, isRight: boolean): Promise<number | 'right' | 'wrong' | 'lost'> {
    const { node, throttle, store } = random.pick(servers)
    try {
      await node.request(() =>
        throttle.attempt(account, address, async ({ succeeded }) => {
          if (!isRight) guessed(address)
          await node.call('checks a password', () => {})
          if (!isRight) throw new Failure('unauthorized', 'invalid_credentials', 'Wrong.')
          await store.transaction((store) => succeeded(store, 'administrator'))
        }),
      )
      return 'right'
    } catch (error) {
      if (error instanceof NodeCrashed || error instanceof DatabaseAway) return 'lost'
      if (!(error instanceof Failure)) throw error
      if (error.kind === 'unauthorized') return 'wrong'
      const wait = error.context?.retry_after as number
      checkWait(address, wait)
      return wait
    }
  }

  function checkWait(address: string, wait: number): void {
    const isHourFull = hourCounters(address).some(
      (subject) => (memory.counter(subject)?.failures ?? 0) >= failuresPerHour - servers.length,
    )
    const longest = isHourFull ? longestWait : longestWaitOfPair
    if (!(wait > 0 && wait <= longest)) world.fail(`${address} is told to wait ${wait} s.`)
  }

  async function attack(address: string): Promise<void> {
    while (!isOver) {
      const result = await attempt(address, false)
      if (result === 'right') world.fail('A wrong password was accepted.')
      const wait = typeof result === 'number' ? result * second : 0
      // As told, or sooner.
      await world.sleep(isPatient || random.chance(0.8) ? wait : random.below(wait + second), address)
    }
  }

  async function disturb(): Promise<void> {
    while (!isOver) {
      await world.sleep(random.below(random.pick([second, 60 * second, hour])), 'chance')
      const index = random.below(servers.length)
      const server = servers[index]
      if (server && random.chance(0.3)) {
        server.node.crash()
        servers[index] = start(server.node.name)
      } else if (random.chance(0.5)) {
        const by = (random.below(10) - 7) * random.pick([second, 600 * second, hour])
        if (by > 0) forwardJumps.push({ at: world.elapsed(), by })
        world.setClock(by)
      }
    }
  }

  const attackers = isPatient ? 1 : 1 + random.below(4)
  // Up to two at once from the same address.
  const work = Array.from({ length: attackers }, (_, n) => attack(`203.0.113.${n >> 1}`))
  // An attacker with all the time in the world meets no change of the clock.
  if (!isPatient) work.push(disturb(), attack(home))
  await world.runFor(isPatient ? 30 * hour : random.pick([5, 5, 10, 30, 60, 60, 600, 3_600]) * second)
  isOver = true
  await world.finish(Promise.all(work), 'The end of the attack')
  Object.assign(world.faults, { away: 0, slow: 0 })
  await signIn()

  /** Afterwards the owner, who waits as told, can sign in within an hour, and starts anew with five free attempts. */
  async function signIn(): Promise<void> {
    const owner = async () => {
      for (;;) {
        const result = await attempt(home, true)
        if (result === 'right') return
        await world.sleep(typeof result === 'number' ? result * second : second, 'the owner')
      }
    }
    await world.finish(owner(), 'The wait of the owner', longestWait * second)
    guesses.delete(home)
    for (let n = 0; n < 5; n += 1) {
      const isFull = (memory.counter(subjectsOf(account, home).address)?.failures ?? 0) >= failuresPerHour
      const result = await world.finish(attempt(home, false), 'A wrong password')
      if (result !== 'wrong' && !isFull)
        world.fail(`Attempt ${n + 1} after a success has to wait ${result} s.`)
    }
  }
}
