import {
  isPersonal,
  isStepOf,
  type SetupItem,
  type SetupResponse,
  type SetupStep,
  setupSteps,
} from '../../../contract/work/setup.ts'
import { type Actor, signedIn } from '../../platform/actor.ts'
import { recordChange } from '../../platform/audit/change.ts'
import type { Db } from '../../platform/db/database.ts'
import { Failure } from '../../platform/errors.ts'
import { actorText } from '../../platform/stored-actor.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import { readVaultStatus } from '../../platform/vault/vault-status.ts'
import { findOwnCredentials, hasColleague } from '../administrators/set-up-people.ts'
import { hasOwnRules } from '../control/policy/own-rules.ts'
import { countOrganizationsByKybStatus } from '../organizations/organization-reads.ts'
import { hasActiveCompany } from '../papers/active-companies.ts'
import { hasRegister } from '../parties/import/register-status.ts'
import { findLists } from '../screening/generations/list-states.ts'
import * as store from './setup-store.ts'

export type SetupService = ReturnType<typeof createSetupService>

/** What is left to set up. Nothing of it is kept but what was dismissed: what is done can be undone by other means. */
export function createSetupService({
  db,
  now,
  vault,
}: {
  db: Db
  now: () => Date
  vault: Pick<Vault, 'state' | 'sealedBecause' | 'openedWith'>
}) {
  /** Whether each step of the installation is done. */
  const isDone: Record<
    Exclude<SetupStep, 'password' | 'second_factor'>,
    (personId: string) => Promise<boolean>
  > = {
    key_copy: async () => (await readVaultStatus(db, vault)).isBackedUp,
    company: () => hasActiveCompany(db),
    colleague: (personId) => hasColleague(db, personId),
    register: () => hasRegister(db),
    sanctions: async () => (await findLists(db)).some(({ kind }) => kind === 'sanctions'),
    organization: async () =>
      Object.values(await countOrganizationsByKybStatus(db)).some((count) => count > 0),
    policy: () => hasOwnRules(db),
  }

  async function read(actor: Actor): Promise<SetupResponse> {
    const { id } = signedIn(actor)
    const own = await findOwnCredentials(db, id)
    const dismissals = await store.findDismissals(db, id)
    const items: SetupItem[] = []
    for (const step of setupSteps) {
      if (!isStepOf(actor.permissions, step)) continue
      if (isPersonal(step) && own.isManaged) continue
      const done =
        step === 'password'
          ? own.hasChosenPassword
          : step === 'second_factor'
            ? own.hasSecondFactor
            : await isDone[step](id)
      items.push(toItem(step, done, dismissals))
    }
    return { finished: items.every(({ status }) => status !== 'open'), items }
  }

  return {
    read,

    async update(name: string, dismissed: boolean, actor: Actor): Promise<SetupResponse> {
      const { id } = signedIn(actor)
      const step = setupSteps.find((step) => step === name)
      if (!step) throw new Failure('not_found', 'setup_step_not_found', 'The set-up has no such step.')
      if (!isStepOf(actor.permissions, step))
        throw new Failure('forbidden', 'forbidden', 'Your role does not do this step.')
      const administrator_id = isPersonal(step) ? id : null
      await db.transaction().execute(async (db) => {
        const at = now()
        const isChanged = dismissed
          ? await store.insertDismissal(db, {
              step,
              administrator_id,
              dismissed_at: at,
              dismissed_by: actorText(actor),
            })
          : await store.deleteDismissal(db, { step, administrator_id })
        if (!isChanged) return
        const action = dismissed ? 'setup.step_dismissed' : 'setup.step_reopened'
        recordChange(db, actor, { action, object: null, details: { step }, at })
      })
      return read(actor)
    },
  }
}

function toItem(step: SetupStep, isDone: boolean, dismissals: readonly store.Dismissal[]): SetupItem {
  const found = isDone ? undefined : dismissals.find((dismissal) => dismissal.step === step)
  return {
    step,
    scope: isPersonal(step) ? 'person' : 'installation',
    status: isDone ? 'done' : found ? 'dismissed' : 'open',
    dismissed_at: found?.dismissed_at.toISOString() ?? null,
    dismissed_by: found?.dismissed_by ?? null,
  }
}
