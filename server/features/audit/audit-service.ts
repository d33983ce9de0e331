import { Readable } from 'node:stream'
import type {
  AuditEventListResponse,
  AuditEventQuery,
  AuditEventResponse,
  AuditFilter,
  AuditVerificationResponse,
} from '../../../contract/events/audit.ts'
import { changePermission } from '../../../contract/events/changes.ts'
import type { Actor } from '../../platform/actor.ts'
import type { ChainRow } from '../../platform/audit/audit-chain.ts'
import type { ValuesReference } from '../../platform/audit/audit-log.ts'
import * as store from '../../platform/audit/audit-reader.ts'
import { recordChange } from '../../platform/audit/change.ts'
import type { AuditValues, ReadValues } from '../../platform/audit-values/audit-values.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import type { Checkpoint } from './checkpoints/checkpoints.ts'
import { findSignedHead } from './checkpoints/signed-head.ts'
import { verifyAudit } from './verification/audit-verify.ts'
import type { Verified } from './verification/verification-records.ts'

const batch = 1_000

export type AuditService = ReturnType<typeof createAuditService>

export function createAuditService({
  db,
  now,
  vault,
  auditValues,
  readCheckpoints,
  lastVerification,
}: {
  db: Db
  now: () => Date
  vault: Pick<Vault, 'open' | 'state'>
  auditValues: Pick<AuditValues, 'read'>
  /** The checkpoints of this node, newest last. */
  readCheckpoints: () => Promise<Checkpoint[]>
  lastVerification: () => Promise<Verified | undefined>
}) {
  /** What the service found by itself. While the vault is sealed nobody can say who wrote the result. */
  async function wholeLog(): Promise<Pick<AuditVerificationResponse, 'whole' | 'whole_missing'>> {
    if (vault.state() === 'sealed') return { whole: null, whole_missing: 'vault_sealed' }
    const found = await lastVerification()
    if (!found) return { whole: null, whole_missing: 'never' }
    const { finished_at, rows, checkpoints, problems } = found
    const at = finished_at.toISOString()
    return { whole: { at, ok: problems.length === 0, rows, checkpoints, problems }, whole_missing: null }
  }

  return {
    async list({ limit, offset, ...filter }: AuditEventQuery, actor: Actor): Promise<AuditEventListResponse> {
      const { seq: head } = await store.findAuditHead(db)
      const rows = await store.listAuditRows(db, filter, { head, limit, offset })
      const total = await store.countAuditRows(db, filter, head)
      const parsed = rows.map((row) => ({ row, event: JSON.parse(row.event) as StoredEvent }))
      const values = await auditValues.read(
        db,
        parsed.flatMap(({ event }) => (event.values && mayRead(actor, event) ? event.values : [])),
      )
      const items = parsed.map(({ row, event }) =>
        toResponse(row, event, event.values && (values.get(event.values.id) ?? withheld)),
      )
      return { items, total, total_is_exact: true, limit, offset }
    },

    /** NDJSON, read from the database as fast as the client reads it. The export itself is recorded in the log. */
    async export(filter: AuditFilter, actor: Actor): Promise<Readable> {
      await db
        .transaction()
        .execute(async (db) =>
          recordChange(db, actor, { action: 'audit.exported', object: null, details: { filter }, at: now() }),
        )
      const lines = exportLines(db, filter)
      // The first rows are read before the response begins, so that an unavailable database returns 503.
      const first = await lines.next()
      async function* all() {
        if (!first.done) yield first.value
        yield* lines
      }
      return Readable.from(all(), { objectMode: false })
    },

    async verify({ rows }: { rows: number }): Promise<AuditVerificationResponse> {
      const checkpoints = await readCheckpoints()
      const signedHead = vault.state() === 'open' ? (await findSignedHead(db, vault))?.link : undefined
      const {
        problem,
        fromSeq,
        toSeq,
        checkpoints: checked,
        late,
      } = await verifyAudit(db, { newest: rows, checkpoints, signedHead })
      return {
        ok: problem === null,
        from_seq: fromSeq,
        to_seq: toSeq,
        problem,
        checkpoints: {
          checked: checked.checked,
          last_seq: checked.lastSeq,
          key: checked.keys.at(-1) ?? null,
          signed_seq: signedHead?.seq ?? null,
          late: late.length,
        },
        ...(await wholeLog()),
      }
    },
  }
}

/** One line per row, with the event exactly as hashed, so that an exported file can be verified on its own. */
export async function* exportLines(db: Db, filter: AuditFilter): AsyncGenerator<string> {
  const { seq: upTo } = await store.findAuditHead(db)
  let after = 0
  while (true) {
    const rows = await store.findMatchingRows(db, filter, { after, upTo, limit: batch })
    if (rows.length === 0) return
    yield rows.map(toLine).join('')
    after = (rows.at(-1) as ChainRow).seq
  }
}

const withheld = { status: 'withheld', before: null, after: null } as const

/** The values of an object are read by those who may read the object itself. */
function mayRead({ permissions }: Pick<Actor, 'permissions'>, { action }: StoredEvent): boolean {
  const permission = changePermission(action)
  return permission !== undefined && permissions.has(permission)
}

function toLine({ seq, event, previous_hash, hash }: ChainRow): string {
  return `{"seq":${seq},"prev":"${previous_hash.toString('hex')}","hash":"${hash.toString('hex')}","event":${event}}\n`
}

type StoredEvent = {
  actor_kind: string
  actor_id: string | null
  actor_name: string
  session_id: string | null
  address: string | null
  request_id: string | null
  action: string
  object_type: string | null
  object_id: string | null
  organization_id: string | null
  outcome: AuditEventResponse['outcome']
  details: Record<string, unknown>
  values?: ValuesReference
}

function toResponse(
  { seq, at, previous_hash, hash }: ChainRow,
  stored: StoredEvent,
  values: ReadValues | typeof withheld | undefined,
): AuditEventResponse {
  return {
    seq,
    at: at.toISOString(),
    actor: { kind: stored.actor_kind, id: stored.actor_id, name: stored.actor_name },
    session_id: stored.session_id,
    address: stored.address,
    request_id: stored.request_id,
    action: stored.action,
    object: stored.object_type === null ? null : { type: stored.object_type, id: stored.object_id as string },
    organization_id: stored.organization_id,
    outcome: stored.outcome,
    details: stored.details,
    values: values ?? null,
    previous_hash: previous_hash.toString('hex'),
    hash: hash.toString('hex'),
  }
}
