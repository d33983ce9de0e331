import { permissionsOf } from '../../contract/api/roles.ts'
import { dependenceSentence, dependentPeople } from '../../server/features/control/people/dependence.ts'
import type { Person } from '../../server/features/control/people/people.ts'
import { floorRules } from '../../server/features/control/policy/floor.ts'
import { checkPolicyFile, readPolicyFile } from '../../server/features/control/policy/policy-file.ts'
import { findPolicy } from '../../server/features/control/policy/policy-store.ts'
import { isSatisfiable } from '../../server/features/control/policy/satisfiable.ts'
import { recoverPolicy } from '../../server/features/control/recover-policy.ts'
import { cli } from '../../server/platform/actor.ts'
import { createAuditProofs } from '../../server/platform/audit-proofs/audit-proofs.ts'
import { loggedProofs } from '../../server/platform/proofs/logged-proofs.ts'
import { loggedRevisions } from '../../server/platform/proofs/logged-revisions.ts'
import { createProvenTables } from '../../server/platform/proofs/row-proofs.ts'
import { type Command, UsageError, withDatabase } from '../command/command.ts'
import { uncheckedPeople } from '../command/unchecked-people.ts'
import { withVault } from '../command/vault-access.ts'
import { actName, ruleSentence } from './policy-sentences.ts'

export const policyShow: Command = {
  name: 'policy show',
  summary: 'Show the rules of the policy, and those of the environment',
  help: 'Rules of the environment come from KONTOR_POLICY_FILE, KONTOR_REVEAL_APPROVAL, KONTOR_FOUR_EYES and KONTOR_APPROVAL_THRESHOLD. All rules apply together. An act without a rule needs a sign-in or re-authentication of the last 15 minutes, or of the last 12 hours for what people do all day.',
  run: ({ positionals }) => {
    if (positionals.length > 0) throw new UsageError('this command takes no arguments')
    return withDatabase(async ({ db, config }) => {
      const policy = await findPolicy(db)
      if (!policy) {
        print('There is no policy in the database: somebody has removed it.')
        return 1
      }
      const { version, rules, changed_at, changed_by_name } = policy
      const floor = floorRules(config.policyFile ? readPolicyFile(config.policyFile) : [], config)
      const changed = changed_at && `, changed by ${changed_by_name} at ${changed_at.toISOString()}`
      print(`Version ${version}${changed ?? ''}`)
      for (const rule of rules) print(ruleSentence(rule))
      for (const rule of floor) print(`[environment] ${ruleSentence(rule)}`)
      if (rules.length + floor.length === 0)
        print('There are no rules: one person can do everything that the role allows.')
      return 0
    })
  },
}

export const policyCheck: Command = {
  name: 'policy check',
  summary: 'Check a policy file before it is used as KONTOR_POLICY_FILE',
  usage: 'FILE',
  help: 'The exit code is 0 if the service would start with this file and the administrators of today can satisfy its rules, together with those that the environment adds. Otherwise it is 1, and each fault is printed.',
  run: async ({ positionals }) => {
    const [file, ...rest] = positionals
    if (file === undefined || rest.length > 0) throw new UsageError('exactly one file is needed')
    const { rules, faults } = checkPolicyFile(file)
    if (faults.length > 0) {
      for (const fault of faults) print(fault)
      return 1
    }
    return withDatabase(async ({ db, config }) => {
      const floor = floorRules(rules, config)
      const people = await uncheckedPeople.listPeople(db)
      for (const [index, rule] of floor.entries())
        print(`${index < rules.length ? '' : '[added] '}${ruleSentence(rule)}`)
      const open = floor.filter((rule) => !isSatisfiable(rule, people))
      for (const { act } of open)
        print(`Too few administrators of today could approve or do this: ${actName(act)}.`)
      if (open.length > 0) for (const line of dependenceLines(people)) print(line)
      if (open.length === 0) print('The administrators of today can satisfy these rules.')
      return open.length === 0 ? 0 : 1
    })
  },
}

export const policyRecover: Command = {
  name: 'policy recover',
  summary:
    'Bring back the policy, and what limits have counted, after somebody has changed them in the database',
  help: 'First run "kontor audit verify", and find out who it was. The policy becomes what the proven rows of the audit log say; limits count again the acts that are left. What is as the service wrote it stays. Needs the vault. The audit log names what was brought back.',
  run: ({ positionals }) => {
    if (positionals.length > 0) throw new UsageError('this command takes no arguments')
    return withDatabase((tools) =>
      withVault(tools, async (vault) => {
        const { db } = tools
        const register = await loggedRevisions(db, ['policy', 'counted_acts'])
        const { version, versions, counters } = await recoverPolicy(db, {
          now: () => new Date(),
          auditProofs: createAuditProofs({ vault }),
          provenTables: createProvenTables({ proofs: loggedProofs(vault), register }),
          actor: cli('policy recover'),
        })
        if (versions.length + counters.length === 0)
          print('Nothing had to be brought back: the policy and the counters are as the service wrote them.')
        if (versions.length > 0)
          print(
            `Brought back, or removed because the service did not write them: versions ${versions.join(', ')}.`,
          )
        for (const counter of counters) print(`Counted again: ${counter}`)
        print(`The policy is version ${version}.`)
        return 0
      }),
    )
  },
}

/** Who is not counted, and the command with which each is confirmed. */
function dependenceLines(people: readonly Person[]): string[] {
  const owner = { permissions: new Set(permissionsOf('owner')) }
  return dependentPeople(people, owner).map((one) => `${dependenceSentence(one)}. If not: ${one.command}`)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
