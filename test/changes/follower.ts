import { setTimeout as wait } from 'node:timers/promises'
import type { Change } from '../../contract/events/changes.ts'
import type { Random } from '../support/cases/random.ts'

/** Follows the changes, as a client that keeps a copy does: at changing nodes, page by page, through every outage. */
export async function startFollower({
  urls,
  token,
  random,
}: {
  /** The nodes, one of which is asked at a time. */
  urls: () => readonly string[]
  token: () => string
  random: Random
}) {
  const seen: Change[] = []
  let stopped = false
  let cursor = ''

  /** Undefined if there was no answer, or one that says to ask again. */
  async function ask(query: string): Promise<{ items: Change[]; cursor: string } | undefined> {
    const url = `${random.pick(urls())}/v1/changes?${query}`
    const answer = fetch(url, { headers: { authorization: `Bearer ${token()}` } })
    const response = await answer.catch(() => undefined)
    const body = await response?.json().catch(() => undefined)
    if (!response || !body || response.status === 503) return undefined
    if (response.status !== 200) throw new Error(`${url}: ${response.status} ${JSON.stringify(body)}`)
    return body as { items: Change[]; cursor: string }
  }

  async function step(query: string): Promise<boolean> {
    const answer = await ask(query)
    if (!answer) {
      await wait(20)
      return false
    }
    seen.push(...answer.items)
    cursor = answer.cursor
    return true
  }

  while (!(await step('after=now')));
  const following = (async () => {
    while (!stopped) {
      await step(`after=${cursor}&limit=${1 + random.below(5)}&wait=${random.below(2)}`)
    }
  })()
  // Reported by stop().
  following.catch(() => {})

  return {
    seen,
    /** Follows up to here, and no further. */
    async stop(): Promise<void> {
      stopped = true
      await following
      for (let before = ''; before !== cursor; ) {
        before = cursor
        while (!(await step(`after=${cursor}&limit=1000`)));
      }
    },
  }
}
