import { withServer } from './child.ts'
import type { PaymentTimes } from './payment-posting.ts'
import { atLeast, atMost, type Row } from './report.ts'

interface Said {
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
  return withServer('deals-server.ts', async ({ payments, statements }: Said) => [
    paymentRow(payments),
    statementRow(statements),
  ])
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
