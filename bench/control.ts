import { closureActs } from '../contract/api/acts.ts'
import { withServer } from './child.ts'
import { atMost, type Row } from './report.ts'
import { sized } from './scale.ts'

interface Said {
  url: string
  bearers: [asker: string, voter: string]
  /** What releases waited for their checkpoint, in ms. */
  waits: number[]
}

/** Short turns: a busy moment of the machine then affects both sides. */
const acts = sized(2, 40)
const turns = sized(1, 15)
const rules = closureActs.map((act) => ({ act, approvals: 1, from: ['owner'] }))

/**
 * What an approval adds to an act. The act is the creation of an API key: one row, one event and one audit row, so that
 * the cost of the policy is not hidden behind that of the act. All votes are given before.
 */
export function run(): Promise<Row[]> {
  return withServer('control-server.ts', async (said: Said) => {
    const service = createCaller(said)
    const names = Array.from({ length: turns }, (_, turn) => namesOf(`turn ${turn}`))
    await service.create(namesOf('warm-up'), 201)
    await service.setRules(rules)
    for (const one of names) await service.approve(one)
    const pairs: { free: number; approved: number }[] = []
    for (const one of names) {
      await service.setRules([])
      const free = await service.create(
        one.map((name) => `${name} free`),
        201,
      )
      await service.setRules(rules)
      pairs.push({ free, approved: await service.create(one, 201) })
    }
    const ratio = (pair: (typeof pairs)[number]) => pair.approved / pair.free
    const middle = pairs.sort((a, b) => ratio(a) - ratio(b))[Math.floor(turns / 2)] as (typeof pairs)[number]
    return [
      {
        what: 'an act under a policy with one approval',
        measured: `${middle.approved.toFixed(1)} ms`,
        against: `without rules ${middle.free.toFixed(1)} ms`,
        ...atMost(ratio(middle), 1.3),
      },
      waitRow(said.waits),
    ]
  })
}

/** What the checkpoint before a release adds to it, in a file of this machine. */
function waitRow(waits: readonly number[]): Row {
  const sorted = waits.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] as number
  return {
    what: 'the checkpoint that a release waits for',
    measured: `p99 ${at(0.99).toFixed(1)} ms`,
    against: `median ${at(0.5).toFixed(1)} ms`,
    ...atMost(at(0.99), 30, ' ms'),
  }
}

function namesOf(prefix: string): string[] {
  return Array.from({ length: acts }, (_, n) => `${prefix} ${n}`)
}

function createCaller({ url, bearers: [asker, voter] }: Said) {
  async function call(method: string, path: string, authorization: string, body: unknown) {
    const response = await fetch(url + path, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    // biome-ignore lint/suspicious/noExplicitAny: responses of several shapes
    return { status: response.status, body: (await response.json()) as any }
  }

  async function expectCall(status: number, ...request: Parameters<typeof call>) {
    const reply = await call(...request)
    if (reply.status !== status) throw new Error(`${reply.status}: ${JSON.stringify(reply.body)}`)
    return reply.body
  }

  const approveAsked = (approvalId: string) =>
    expectCall(200, 'POST', `/v1/approvals/${approvalId}/votes`, voter, { decision: 'approve' })

  const createKey = (name: string, status: number) =>
    expectCall(status, 'POST', '/v1/api-keys', asker, { name, scopes: ['requests:read'] })

  /** One after the other. Returns the median time in ms. */
  async function inTurn(names: readonly string[], one: (name: string) => Promise<unknown>): Promise<number> {
    const times: number[] = []
    for (const name of names) {
      const start = performance.now()
      await one(name)
      times.push(performance.now() - start)
    }
    return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] as number
  }

  return {
    create: (names: readonly string[], status: number) => inTurn(names, (name) => createKey(name, status)),

    approve: (names: readonly string[]) =>
      inTurn(names, async (name) => approveAsked((await createKey(name, 403)).context.approval_id)),

    async setRules(rules: unknown[]): Promise<void> {
      const put = () => call('PUT', '/v1/policy', asker, { rules })
      const first = await put()
      if (first.status === 200) return
      await approveAsked(first.body.context.approval_id)
      const again = await put()
      if (again.status !== 200) throw new Error(`${again.status}: ${JSON.stringify(again.body)}`)
    },
  }
}
