import { withServer } from './child.ts'
import { atMost, type Row } from './report.ts'

interface Said {
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
  return withServer('deals-server.ts', async ({ statements }: Said) => [statementRow(statements)])
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
