import { withServer } from './child.ts'
import { compare, type Load, load } from './load.ts'
import { atLeast, atMost, type Row } from './report.ts'
import { sized } from './scale.ts'

interface Said {
  url: string
  logins: string[]
  authorization: string
  writes: { with: number; without: number; one: number }[]
  sessions: { proven: number; trusting: number }[]
}

/** The cost of sign-ins, session checks, proofs of people and the audit log for other requests. */
export function run(): Promise<Row[]> {
  return withServer('auth-server.ts', async ({ url, logins, authorization, writes, sessions }: Said) => [
    await guardedRead(url, authorization),
    provenSessions(sessions),
    await listDuringLogins(url, logins, authorization),
    auditedWrites(writes),
  ])
}

async function guardedRead(url: string, authorization: string): Promise<Row> {
  const { measured, peer, ratio } = await compare(
    { url, requests: [{ path: '/v1/guarded', headers: { authorization } }], connections: 16, seconds: 2 },
    { url, requests: [{ path: '/v1/open' }], connections: 16, seconds: 2 },
  )
  return {
    what: 'authenticated read with the session check',
    measured: `${Math.round(measured.perSecond)}/s`,
    against: `the same read without ${Math.round(peer.perSecond)}/s`,
    ...atLeast(ratio, 0.85),
  }
}

/** The peer is the same read of the same row by a session check that trusts session and account as they are. */
function provenSessions(turns: Said['sessions']): Row {
  const ratio = ({ proven, trusting }: Said['sessions'][number]) => proven / trusting
  const turn = turns.toSorted((a, b) => ratio(a) - ratio(b))[
    Math.floor(turns.length / 2)
  ] as Said['sessions'][number]
  return {
    what: 'session that is not cached, with the proofs of session and account',
    measured: `${Math.round(turn.proven)}/s`,
    against: `the same read that trusts the rows ${Math.round(turn.trusting)}/s`,
    ...atLeast(ratio(turn), 0.85),
  }
}

async function listDuringLogins(url: string, logins: string[], authorization: string): Promise<Row> {
  const list: Load = {
    url,
    requests: [{ path: '/v1/audit-events?limit=50', headers: { authorization } }],
    connections: 4,
    seconds: 3,
  }
  const signIn: Load = {
    url,
    requests: logins.map((body) => ({ method: 'POST', path: '/v1/auth/login', body })),
    connections: 8,
    seconds: 3,
  }
  const turns = []
  for (let turn = 0; turn < sized(1, 3); turn += 1) {
    const alone = await load(list)
    const [busy, signedIn] = await Promise.all([load(list), load(signIn)])
    turns.push({ alone, busy, signedIn, ratio: busy.p99 / alone.p99 })
  }
  const { alone, busy, signedIn, ratio } = turns.sort((a, b) => a.ratio - b.ratio)[
    Math.floor(turns.length / 2)
  ] as (typeof turns)[number]
  return {
    what: 'p99 of a list during 8 concurrent sign-ins',
    measured: `${busy.p99.toFixed(1)} ms, ${Math.round(signedIn.perSecond)} sign-ins/s`,
    against: `without sign-ins ${alone.p99.toFixed(1)} ms`,
    ...atMost(ratio, 3),
  }
}

/** The chain serializes commits, so a single writer without it is the upper bound. */
function auditedWrites(turns: Said['writes']): Row {
  const ratio = (turn: Said['writes'][number]) => turn.with / turn.one
  const turn = turns.sort((a, b) => ratio(a) - ratio(b))[
    Math.floor(turns.length / 2)
  ] as Said['writes'][number]
  return {
    what: 'writes with their audit row, 8 writers',
    measured: `${Math.round(turn.with)}/s (without ${Math.round(turn.without)}/s)`,
    against: `one writer without ${Math.round(turn.one)}/s`,
    ...atLeast(ratio(turn), 0.3),
  }
}
