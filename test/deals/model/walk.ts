import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { newId } from '../../../server/platform/db/ids.ts'
import type { Reply } from '../../support/service/harness.ts'
import { type Answer, type Command, carryOut, type Model } from './deal-model.ts'
import { commandOf, hour, type Step, type Turn } from './steps.ts'
import { viewOf, type World } from './world.ts'

/** A command as it is sent. With the same key it is the same request. */
interface Sent {
  command: Command
  key: string | undefined
}

/** Operations that remember an `Idempotency-Key`. */
const keyed: readonly Command['do'][] = ['create', 'quote', 'pay', 'refund', 'deliver']

/** Takes the turns one after the other; after each, the service must show what the model says. Returns the model. */
export async function walk(world: World, model: Model, turns: readonly Turn[]): Promise<Model> {
  let now = model
  for (const turn of turns) now = await take(world, now, turn)
  const places = now.requests.map((_, place) => place)
  expect(await world.lookAtAll(places)).toEqual(viewOf(now, places))
  return now
}

async function take(world: World, model: Model, turn: Turn): Promise<Model> {
  const isLater = turn.steps.some((step) => step.do === 'expire')
  const now = world.now() + (isLater ? 2 * hour : 1_000)
  await world.moveClock(now, isLater)
  const commands = turn.steps.flatMap((step) => commandOf(model, step, now) ?? [])
  // Two new requests at once would be known by their order only.
  if (commands.length === 2 && commands.some(({ do: what }) => what === 'create')) commands.pop()
  const sent = commands.map((command): Sent => {
    const hasKey = turn.hasKey && keyed.includes(command.do)
    return { command, key: hasKey ? newId() : undefined }
  })
  const [only] = sent
  if (!only) return model
  if (sent.length === 2) return race(world, model, sent, now)
  const isRaced = (turn.steps[0] as Step).pick % 2 === 0 && only.command.do !== 'create'
  if (turn.isSentAgain && isRaced) return race(world, model, [only, only], now)
  const after = await race(world, model, [only], now)
  // The response was lost.
  return turn.isSentAgain && (only.command.do !== 'create' || only.key)
    ? race(world, after, [only], now, model)
    : after
}

/**
 * Sends all at once. They must have happened in some order: the responses and all that is kept are those of one of the
 * two. `first` is the state before the first time, if they are sent again.
 */
async function race(
  world: World,
  model: Model,
  sent: readonly Sent[],
  now: number,
  first?: Model,
): Promise<Model> {
  const send = await Promise.all(sent.map(({ command }) => world.prepare(command)))
  const replies = await Promise.all(send.map((one, index) => one(sent[index]?.key)))
  if (sent.some(({ command }) => command.do === 'expire')) await world.sweep()
  const orders =
    sent.length === 2
      ? [
          [0, 1],
          [1, 0],
        ]
      : [[0]]
  const outcomes = orders.map((order) => inOrder(model, sent, order, now, first))
  const places = [...new Set(sent.flatMap(({ command }) => ('request' in command ? [command.request] : [])))]
  const seen = { answers: replies.map(answerOf), ...(await world.lookAtAll(places)) }
  const expected = outcomes.map(({ answers, model }) => ({ answers, ...viewOf(model, places) }))
  const found = expected.findIndex((one) => isDeepStrictEqual(plain(seen), plain(one)))
  if (found === -1) expect({ sent, ...seen }).toEqual({ sent, ...expected[0] })
  const [one, other] = replies as [Reply, Reply | undefined]
  // One key is one effect, so the response is one, too.
  if (other && sent[0]?.key && sent[0].key === sent[1]?.key && one.status < 300)
    expect(other.body).toEqual(one.body)
  return (outcomes[found] as (typeof outcomes)[number]).model
}

function inOrder(
  before: Model,
  sent: readonly Sent[],
  order: readonly number[],
  now: number,
  first: Model | undefined,
): { answers: Answer[]; model: Model } {
  const model = structuredClone(before)
  const answers: Answer[] = []
  const known = new Map<string, Answer>()
  const [again] = sent
  if (first && again?.key) remember(known, again.key, carryOut(structuredClone(first), again.command, now))
  for (const index of order) {
    const { command, key } = sent[index] as Sent
    const stored = key === undefined ? undefined : known.get(key)
    const answer = stored ?? carryOut(model, command, now)
    if (key) remember(known, key, answer)
    answers[index] = answer
  }
  return { answers, model }
}

/** What failed can be sent again under its key. */
function remember(known: Map<string, Answer>, key: string, answer: Answer): void {
  if (answer.status < 300) known.set(key, answer)
}

function answerOf({ status, body }: Reply): Answer {
  return status >= 400 && body.code && status !== 422 ? { status, code: body.code } : { status }
}

/** Without what is undefined. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? `${one}n` : one)))
}
