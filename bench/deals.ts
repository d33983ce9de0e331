import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { statementMaxBytes } from '../contract/books/statements.ts'
import { oneC, rubles, type SamplePayment } from '../test/statements/samples.ts'
import { withServer } from './child.ts'
import type { Watched } from './loop-watch.ts'
import type { PaymentTimes } from './payment-posting.ts'
import { atLeast, atMost, type Row } from './report.ts'
import { sized } from './scale.ts'

interface Said {
  url: string
  token: string
  payments: PaymentTimes
  statements: {
    lines: number
    requests: number
    importSeconds: number
    suggestionSeconds: number
    certain: number
  }
}

/** What closing a day costs. Each row is measured by the server, inside the process that also serves. */
export function run(): Promise<Row[]> {
  return withServer('deals-server.ts', async (said: Said, child) => [
    paymentRow(said.payments),
    statementRow(said.statements),
    ...(await memoryRows(said, child)),
  ])
}

const most = 64 * 1024 * 1024
const mib = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MiB`

/** A statement as large as may be, alone and eight at once. */
async function memoryRows({ url, token }: Said, child: ChildProcess): Promise<Row[]> {
  const rows: Row[] = []
  // The first one starts the thread that reads, and what is compiled then stays.
  await upload(url, token, largeStatement(0, sized(20, 1_000)))
  for (const count of [1, 8]) {
    const files = Array.from({ length: count }, (_, index) => largeStatement(count * 10 + index))
    await ask(child, 'watch')
    await Promise.all(files.map((file) => upload(url, token, file)))
    const { memory, memoryBefore, longest } = (await ask(child, 'watched')) as Watched
    const what = count === 1 ? 'a statement of 20 MiB' : `${count} statements of 20 MiB at once`
    rows.push(
      {
        what: `memory for ${what}`,
        measured: `+${mib(memory - memoryBefore)}`,
        against: `${mib(memoryBefore)} before`,
        ...atMost((memory - memoryBefore) / most, 1, ' of 64 MiB'),
      },
      {
        what: `the event loop held by ${what}`,
        measured: `${longest.toFixed(0)} ms`,
        against: '50 ms',
        ...atMost(longest / 50, 1),
      },
    )
  }
  return rows
}

const linesOfLarge = sized(300, 15_000)

/** Texts are as long as makes the file as large as it may be. */
function largeStatement(day: number, lines = linesOfLarge): string {
  const on = new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10)
  const payment = (index: number, padding: number): SamplePayment => ({
    number: String(index + 1),
    on,
    amount: `${1000 + index}.00`,
    to: rubles,
    party: { name: 'ООО «Ромашка»', account: '40702810400000067890', inn: '7701234560' },
    purpose: `Оплата по договору за цифровые активы, ${String(index).padStart(6, '0')}${'x'.repeat(padding)}`,
  })
  const text = (padding: number) =>
    oneC(
      Array.from({ length: lines }, (_, index) => payment(index, padding)),
      { encoding: 'UTF-8' },
    )
  if (lines < linesOfLarge) return text(0)
  const plain = Buffer.byteLength(text(0))
  const bytes = sized(plain, statementMaxBytes)
  return text(Math.floor((bytes - plain) / lines))
}

async function upload(url: string, token: string, file: string): Promise<void> {
  const form = new FormData()
  form.set('file', new Blob([file]), 'statement.txt')
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${url}/v1/statements`, { method: 'POST', headers, body: form })
  if (response.status !== 201) throw new Error(await response.text())
}

async function ask(child: ChildProcess, question: 'watch' | 'watched'): Promise<unknown> {
  const answered = once(child, 'message')
  child.send(question)
  return (await answered)[0]
}

function paymentRow({ posted, bare }: PaymentTimes): Row {
  return {
    what: 'a payment with its posting',
    measured: `${posted.toFixed(1)} ms`,
    against: `the bare transaction ${bare.toFixed(1)} ms`,
    ...atLeast(bare / posted, 0.5),
  }
}

function statementRow({
  lines,
  requests,
  importSeconds,
  suggestionSeconds,
  certain,
}: Said['statements']): Row {
  const total = importSeconds + suggestionSeconds
  return {
    what: `${lines.toLocaleString('en-US')} statement lines matched against ${requests.toLocaleString('en-US')} open requests`,
    measured: `import ${importSeconds.toFixed(1)} s, suggestions ${suggestionSeconds.toFixed(1)} s`,
    against: `${certain.toLocaleString('en-US')} lines are certain`,
    ...atMost(total, 10, ' s'),
  }
}
