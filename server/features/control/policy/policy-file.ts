import { readFileSync } from 'node:fs'
import { actNames } from '../../../../contract/api/acts.ts'
import { isObject } from '../../../../contract/api/common.ts'
import { PolicyRule } from '../../../../contract/control/policy.ts'
import { StartRefused } from '../../../platform/errors.ts'
import { faultOf } from '../../../platform/http/requests/validation.ts'
import { ruleFaults } from './policy-faults.ts'

/** The rules of a file `{"rules": […]}`. A file that cannot be understood stops the start: nobody would know its rules. */
export function readPolicyFile(path: string): PolicyRule[] {
  const { rules, faults } = checkPolicyFile(path)
  if (faults[0] !== undefined) throw new StartRefused(faults[0])
  return rules
}

/** The rules, and what is wrong with the file, in one sentence each. */
export function checkPolicyFile(path: string): { rules: PolicyRule[]; faults: string[] } {
  const { rules } = parse(path)
  if (!Array.isArray(rules)) return { rules: [], faults: [`${path} should contain {"rules": […]}.`] }
  return { rules, faults: rules.flatMap((rule, index) => faultsOf(rule, `Rule ${index + 1} of ${path}`)) }
}

function faultsOf(rule: unknown, place: string): string[] {
  if (isObject(rule) && !(actNames as unknown[]).includes(rule.act))
    return [`${place} names an unknown act. Acts are ${actNames.join(', ')}.`]
  const fault = faultOf(PolicyRule, rule)
  if (fault) return [`${place} is not valid: ${fault.path || 'it'} ${fault.message}.`]
  return ruleFaults(rule as PolicyRule, []).map(({ msg }) => `${place}: ${msg.replace('Value error, ', '')}.`)
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
