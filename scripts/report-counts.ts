import type { Reporter, TestModule } from 'vitest/node'
import { countsText } from './steps.ts'

/** Ends the output of a run with what was left out on this machine, one line each, and the counts in a plain line. */
export function reportCounts(leftOut: readonly string[]): Reporter {
  return {
    onTestRunEnd(modules, unhandledErrors) {
      const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 }
      for (const module of modules) count(module, counts)
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
