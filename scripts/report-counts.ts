import type { Reporter, TestModule } from 'vitest/node'
import { countsText, failedLine } from './steps.ts'

/**
 * Ends the output of a run with what failed and what was left out on this machine, one line each, and the counts in a plain
 * line: the end is what a build machine keeps of a long output.
 */
export function reportCounts(leftOut: readonly string[]): Reporter {
  return {
    // At once: a long run may be interrupted, and details are otherwise printed at its end.
    onTestCaseResult(test) {
      for (const { message, stack, diff } of test.result().errors ?? [])
        console.log(stack ?? message, diff ?? '')
    },
    onTestRunEnd(modules, unhandledErrors) {
      const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 }
      for (const module of modules) count(module, counts)
      for (const line of modules.flatMap(failures)) console.log(line)
      for (const { message } of unhandledErrors) console.log(failedLine('outside of a test', message))
      for (const part of leftOut) console.log(`Left out: ${part}`)
      console.log(countsText(counts))
    },
  }
}

function count(module: TestModule, counts: { passed: number; failed: number; skipped: number }): void {
  const before = counts.failed
  for (const test of module.children.allTests()) {
    const { state } = test.result()
    if (state === 'passed') counts.passed += 1
    else if (state === 'failed') counts.failed += 1
    else counts.skipped += 1
  }
  // A file that cannot be loaded, or a hook that fails, is a failure without a test.
  if (module.state() === 'failed' && counts.failed === before) counts.failed += 1
}

function failures(module: TestModule): string[] {
  const failed = [...module.children.allTests()]
    .filter((test) => test.result().state === 'failed')
    .map((test) => ({ name: test.fullName, errors: test.result().errors }))
  if (failed.length === 0 && module.state() === 'failed') failed.push({ name: '', errors: module.errors() })
  return failed.map(({ name, errors }) =>
    failedLine(`${module.relativeModuleId} ${name}`.trim(), errors?.[0]?.message ?? 'a hook failed'),
  )
}
