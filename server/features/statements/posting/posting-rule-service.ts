import { isId } from '../../../../contract/api/common.ts'
import {
  type CreatePostingRuleBody,
  mostPostingRules,
  type PostingRuleListResponse,
  type PostingRuleResponse,
} from '../../../../contract/books/line-postings.ts'
import { foldText } from '../../../../contract/values/text-folding.ts'
import type { Actor } from '../../../platform/actor.ts'
import { recordChange } from '../../../platform/audit/change.ts'
import type { Db } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/db/ids.ts'
import { withIdempotency } from '../../../platform/idempotency/idempotency.ts'
import type { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.ts'
import { byId, readItems } from '../../../platform/lists/page.ts'
import { ruleKnown, ruleNotFound, rulesFull } from '../lines/statement-failures.ts'
import type { RuleRow } from '../lines/statement-tables.ts'
import * as store from './posting-rule-store.ts'

export type PostingRuleService = ReturnType<typeof createPostingRuleService>

/** Rules suggest. What is posted is decided by a person, line by line. */
export function createPostingRuleService({ db: pool, now }: { db: Db; now: () => Date }) {
  return {
    list: (wanted: { cursor?: string; limit: number }): Promise<PostingRuleListResponse> =>
      readItems(store.postingRules(pool), byId, wanted, toRuleResponse),

    create(
      body: CreatePostingRuleBody,
      actor: Actor,
      key: IdempotencyKey | null,
    ): Promise<PostingRuleResponse> {
      return withIdempotency(pool, key, async (db) => {
        const { contains, direction = null, account, text = null } = body
        const folded = foldText(contains)
        if ((await store.countRulesAlone(db)) >= mostPostingRules) throw rulesFull(mostPostingRules)
        const at = now()
        const id = newId()
        const by = { created_by: actor.id ?? actor.name, created_by_name: actor.name }
        const row = { id, contains, folded, direction, account, text, created_at: at, ...by }
        const made = await store.insertRule(db, row)
        if (!made) {
          const known = await store.findRuleLike(db, { folded, direction })
          throw ruleKnown(known?.id ?? '')
        }
        recordChange(db, actor, {
          action: 'posting_rule.created',
          object: { type: 'posting_rule', id },
          details: { contains, direction, account, text },
          data: { id },
          at,
        })
        return toRuleResponse(made)
      })
    },

    async read(id: string): Promise<PostingRuleResponse> {
      const rule = isId(id) ? await store.findRule(pool, id) : undefined
      if (!rule) throw ruleNotFound()
      return toRuleResponse(rule)
    },

    delete(id: string, actor: Actor): Promise<void> {
      return pool.transaction().execute(async (db) => {
        const rule = isId(id) ? await store.deleteRule(db, id) : undefined
        if (!rule) throw ruleNotFound()
        const { contains, direction, account, text } = rule
        recordChange(db, actor, {
          action: 'posting_rule.deleted',
          object: { type: 'posting_rule', id },
          details: { contains, direction, account, text },
          data: { id },
          at: now(),
        })
      })
    },
  }
}

function toRuleResponse(row: RuleRow): PostingRuleResponse {
  const { id, contains, direction, account, text, created_by, created_by_name } = row
  return {
    id,
    contains,
    direction,
    account,
    text,
    created_at: row.created_at.toISOString(),
    created_by: { id: created_by, name: created_by_name },
  }
}
