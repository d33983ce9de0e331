import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { withServer } from './child.ts'
import { atMost, type Row } from './report.ts'
import type { BookPass } from './screening-book-server.ts'

const changedEntries = 1_000
/** The aim is for a book of this size; smaller ones are measured in proportion. */
const wholeBook = 1_000_000
const aimSeconds = 60
/** Answers while the book is compared: as long as a person hardly notices, in milliseconds. */
const longestAnswer = 200
const pauseMs = 20

/** A book of organizations against changed entries of a list, in a service that answers requests meanwhile. */
export function measureBook(count: number, folder: string, seed: number): Promise<Row[]> {
  return withServer<{ url: string; token: string }, Row[]>(
    'screening-book-server.ts',
    async ({ url, token }, child) => {
      await importList(url, token, folder)
      const { pass, answers } = await answersDuring(url, token, () => passOf(child))
      return [
        {
          what: 'book of organizations against changed entries',
          measured: `${pass.seconds.toFixed(1)} s, ${pass.processorSeconds.toFixed(1)} s of processor time, ${pass.matches} matches`,
          against: `${count} organizations and directors, ${changedEntries} entries`,
          ...atMost((pass.seconds / count) * wholeBook, aimSeconds, ' s per million'),
        },
        ...answers.map(({ what, times }) => ({
          what: `${what} meanwhile, p99`,
          measured: `p50 ${at(times, 0.5).toFixed(1)} ms, largest ${at(times, 1).toFixed(0)} ms`,
          against: `${times.length} requests, event loop held for ${pass.longestHold.toFixed(0)} ms at most`,
          ...atMost(at(times, 0.99), longestAnswer, ' ms'),
        })),
      ]
    },
    [String(count), String(changedEntries), String(seed), folder],
  )
}

async function passOf(child: ChildProcess): Promise<BookPass> {
  const done = once(child, 'message')
  child.send('pass')
  return (await done)[0] as BookPass
}

async function importList(url: string, token: string, folder: string): Promise<void> {
  const body = new FormData()
  body.append('list', 'bench')
  for (const name of readdirSync(folder).filter((name) => /\.(csv|xml|json)$/.test(name)))
    body.append('file', new Blob([readFileSync(join(folder, name))]), name)
  const response = await fetch(`${url}/v1/screening/lists`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  })
  if (!response.ok) throw new Error(`The list was not imported: ${await response.text()}`)
}

interface Answers {
  what: string
  times: number[]
}

/** Sends one request after the other, with pauses, until the work is done. */
async function answersDuring(
  url: string,
  token: string,
  work: () => Promise<BookPass>,
): Promise<{ pass: BookPass; answers: Answers[] }> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ schema: 'Person', name: 'Веселков Аркадий Тимофеевич' })
  const requests: { what: string; send: () => Promise<Response> }[] = [
    { what: 'GET /healthz', send: () => fetch(`${url}/healthz`) },
    {
      what: 'POST /v1/screening/check',
      send: () => fetch(`${url}/v1/screening/check`, { method: 'POST', headers, body }),
    },
    { what: 'GET /v1/organizations', send: () => fetch(`${url}/v1/organizations`, { headers }) },
  ]
  let isDone = false
  const working = work().finally(() => {
    isDone = true
  })
  const answers = await Promise.all(
    requests.map(async ({ what, send }): Promise<Answers> => {
      const times: number[] = []
      while (!isDone) {
        const started = performance.now()
        const response = await send()
        await response.arrayBuffer()
        if (!response.ok) throw new Error(`${what} answered ${response.status}.`)
        times.push(performance.now() - started)
        await wait(pauseMs)
      }
      return { what, times: times.sort((a, b) => a - b) }
    }),
  )
  return { pass: await working, answers }
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
