import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { ListEntry } from '../server/features/screening/model/entry.ts'
import { withServer } from './child.ts'
import { atMost, type Row } from './report.ts'
import { sized } from './scale.ts'
import type { BookPass, BookQuestion } from './screening-book-server.ts'
import { fillUp, pickSome } from './screening-data.ts'

const changedEntries = sized(20, 1_000)
/** The aim is for a book of this size; smaller ones are measured in proportion. */
const wholeBook = 1_000_000
const aimSeconds = 60
/** Answers while the book is compared: as long as a person hardly notices, in milliseconds. */
const longestAnswer = 200
const pauseMs = sized(10, 100)

/** A book of organizations against changed entries of a list, in a service that answers requests meanwhile. */
export async function measureBook(
  count: number,
  entries: readonly ListEntry[],
  seed: number,
): Promise<Row[]> {
  const all = [...fillUp(entries, Math.max(entries.length, changedEntries), seed)]
  const changed = pickSome(all, changedEntries, seed)
  return withServer<{ url: string; token: string }, Row[]>(
    'screening-book-server.ts',
    async ({ url, token }, child) => {
      // Before they change, the entries have one alias more.
      const before = await importList(
        url,
        token,
        all.map((entry) => (changed.has(entry) ? withAlias(entry) : entry)),
      )
      await ask(child, { fill: before })
      const { pass, answers } = await answersDuring(url, token, async () =>
        ask<BookPass>(child, { await: await importList(url, token, all) }),
      )
      return [
        {
          what: 'book of organizations against changed entries',
          measured: `${pass.seconds.toFixed(1)} s, ${pass.processorSeconds.toFixed(1)} s of processor time, ${pass.hits} hits`,
          against: `${count} organizations and directors, ${changed.size} entries`,
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
    [String(count), String(seed)],
  )
}

async function ask<T>(child: ChildProcess, question: BookQuestion): Promise<T> {
  const response = once(child, 'message')
  child.send(question)
  return (await response)[0] as T
}

function withAlias(entry: ListEntry): ListEntry {
  return {
    ...entry,
    names: [...entry.names, { name: `${entry.names[0]?.name ?? ''} Formerly`, weak: false }],
  }
}

/** Imports entries as a table, and returns the generation that they make. */
async function importList(url: string, token: string, entries: readonly ListEntry[]): Promise<number> {
  const body = new FormData()
  body.append('list', 'bench')
  body.append('file', new Blob([tableOf(entries)]), 'bench.csv')
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${url}/v1/screening/lists`, { method: 'POST', headers, body })
  if (!response.ok) throw new Error(`The list was not imported: ${await response.text()}`)
  return ((await response.json()) as { generation: number }).generation
}

function tableOf(entries: readonly ListEntry[]): string {
  const several = (values: readonly string[]) => values.map((value) => value.replaceAll(';', ' ')).join(';')
  const rows = entries.map((entry) => [
    entry.id,
    entry.schema,
    entry.names[0]?.name ?? entry.id,
    several(entry.names.slice(1).map(({ name }) => name)),
    several(entry.countries),
    several(entry.identifiers.map(({ value }) => value)),
    several(entry.addresses.map(({ address }) => address)),
  ])
  return [['id', 'schema', 'name', 'aliases', 'countries', 'identifiers', 'crypto_addresses'], ...rows]
    .map((fields) => fields.map((field) => `"${field.replaceAll('"', '""')}"`).join(','))
    .join('\n')
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
