import { readFileSync } from 'node:fs'
import { Value } from 'typebox/value'
import { actNames } from '../../../../contract/acts.ts'
import { isObject } from '../../../../contract/common.ts'
import { PolicyRule } from '../../../../contract/policy.ts'
import { StartRefused } from '../../../platform/errors.ts'
import { ruleFaults } from './policy-faults.ts'

/** The rules of a file `{"rules": […]}`. A file that cannot be understood stops the start: nobody would know its rules. */
export function readPolicyFile(path: string): PolicyRule[] {
  const { rules } = parse(path)
  if (!Array.isArray(rules)) throw new StartRefused(`${path} should contain {"rules": […]}.`)
  return rules.map((rule: unknown, index) => {
    const place = `Rule ${index + 1} of ${path}`
    if (isObject(rule) && !(actNames as unknown[]).includes(rule.act))
      throw new StartRefused(`${place} names an unknown act. Acts are ${actNames.join(', ')}.`)
    if (!Value.Check(PolicyRule, rule)) {
      const [error] = Value.Errors(PolicyRule, rule)
      throw new StartRefused(`${place} is not valid: ${error?.instancePath || 'it'} ${error?.message}.`)
    }
    const [fault] = ruleFaults(rule, [])
    if (fault) throw new StartRefused(`${place}: ${fault.msg.replace('Value error, ', '')}.`)
    return rule
  })
}

function parse(path: string): { rules?: unknown } {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new StartRefused(
      `The policy file ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`,
    )
  }
  try {
    const value = JSON.parse(text)
    return isObject(value) ? value : {}
  } catch {
    throw new StartRefused(`The policy file ${path} is not valid JSON.`)
  }
}
