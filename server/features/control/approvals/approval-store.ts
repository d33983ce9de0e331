import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Act } from '../../../../contract/api/acts.ts'
import type { ApprovalStatus } from '../../../../contract/control/approvals.ts'
import type { Db } from '../../../platform/db/database.ts'
import { bytesOfJson } from '../../../platform/db/json-bytes.ts'
import { keptPlan } from '../../../platform/db/primary/kept-plans.ts'
import { withNext } from '../../../platform/db/primary/with-next.ts'
import type { ProvenRow } from '../../../platform/proofs/proven-table.ts'
import type { PeopleColumn, Person } from '../people/people.ts'
import { type Policy, policyColumn } from '../policy/policy-store.ts'
import type { Needed } from '../policy/rules.ts'
import type { ApprovalTables } from './approval-tables.ts'

export type Approval = Selectable<ApprovalTables['approvals']>
export type Vote = Selectable<ApprovalTables['approval_votes']>

const open = ['waiting', 'approved'] as const

export function findApproval(db: Db, id: string): Promise<Approval | undefined> {
  return db.selectFrom('approvals').selectAll().where('id', '=', id).executeTakeFirst()
}

export function lockApproval(db: Db, id: string): Promise<Approval | undefined> {
  return db.selectFrom('approvals').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

interface Sought {
  askedBy: string
  act: Act
  subjectId: string | null
  hash: Buffer
  named?: string | null
}

type WithVotes = Approval & { votes: WrittenVote[] }
type OpenRow = Approval & { votes: JsonVote[] }
type PolicyAndPeople = { people: unknown; policy: Parameters<typeof policyColumn.read>[0] }
/** A vote as JSON. Halves of links are read apart. */
type JsonVote = Omit<Vote, 'voted_at' | 'proof' | LinkHalfColumn> & { voted_at: string; proof: string | null }
export type LinkHalfColumn = 'link_half' | 'link_half_proof'
/** A vote with its proof. */
export type WrittenVote = Omit<Vote, LinkHalfColumn>
/** What is counted of a vote. */
export type CountedVote = Omit<WrittenVote, keyof ProvenRow>

/**
 * The open approval of this person for this content, by what is unique of it: whatever else somebody has written into its
 * row, it is found, as an insert of the same finds it.
 */
export async function lockOpenApproval(
  db: Db,
  { askedBy, hash, sessionId }: { askedBy: string; hash: Buffer; sessionId: string | null },
): Promise<Approval | undefined> {
  const { rows } = await sql<Approval>`
    select * from approvals
    where asked_by = ${askedBy} and content_hash = ${hash} and status in ('waiting', 'approved')
      and coalesce(session_id, '00000000-0000-0000-0000-000000000000')
        = coalesce(${sessionId}::uuid, '00000000-0000-0000-0000-000000000000')
    for update`.execute(db)
  return rows[0]
}

/** Open approvals of an act, with the people who count and the policy at that moment. */
export interface FoundApprovals {
  open: WithVotes[]
  people: Person[]
  policy: Policy | undefined
}

/**
 * What an act reads under a policy with approvals, in one statement; undefined if there is no open approval. One that the
 * act uses up is not locked: of two acts, one finds it used.
 */
export async function findOpenApprovals(
  db: Db,
  sought: Sought,
  { people, isUsedUp }: { people: PeopleColumn; isUsedUp: boolean },
): Promise<FoundApprovals | undefined> {
  const columns = sql`, ${people.select} as people, ${policyColumn.select} as policy`
  const query = openApprovals(sought, { columns, lock: isUsedUp ? nothing : forUpdate })
  const { rows } = await query.execute(db)
  const [first] = rows
  if (!first) return undefined
  const everybody = await people.read(db, first.people)
  return { open: rows.map(withVotes), people: everybody, policy: policyColumn.read(first.policy) }
}

function withVotes({ votes, ...approval }: OpenRow): WithVotes {
  return {
    ...approval,
    votes: votes.map((vote) => ({
      ...vote,
      voted_at: new Date(vote.voted_at),
      proof: bytesOfJson(vote.proof),
    })),
  }
}

const nothing = sql``
const forUpdate = sql`for update of approvals`

/**
 * The statuses are no parameters, so that the index of open ones fits. Only that index fits a new object: a hash stands
 * for its act, and an order could come from another index, through all approvals there ever were.
 */
function openApprovals(
  { askedBy, act, subjectId, hash, named = null }: Sought,
  { columns, lock }: { columns: RawBuilder<unknown>; lock: RawBuilder<unknown> },
) {
  const isOfAct = sql`approvals.act = ${act}`
  const isSame = sql`approvals.content_hash = ${hash}`
  const isNamed = sql`(approvals.id = ${named}::uuid and ${isOfAct})`
  const object =
    subjectId === null
      ? sql`approvals.subject_id is null and ${named === null ? isSame : sql`(${isSame} or ${isNamed})`}`
      : sql`${isOfAct} and approvals.subject_id = ${subjectId}`
  return sql<OpenRow & PolicyAndPeople>`${keptPlan}
    select approvals.*, coalesce((
        select json_agg(votes order by votes.voted_at, votes.administrator_id)
        from approval_votes as votes where votes.approval_id = approvals.id
      ), '[]') as votes ${columns}
    from approvals
    where approvals.asked_by = ${askedBy} and ${object} and approvals.status in ('waiting', 'approved')
    ${subjectId === null ? nothing : sql`order by approvals.id`}
    ${lock}
  `
}

/** Undefined when there is an open approval for the same. */
export function insertApproval(
  db: Db,
  approval: Insertable<ApprovalTables['approvals']>,
): Promise<Approval | undefined> {
  return db
    .insertInto('approvals')
    .values(approval)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

export interface ApprovalChange {
  status: ApprovalStatus
  expires_at?: Date
  closed_at?: Date | null
  needed?: Needed[]
  policy_version?: number
}

export function updateApproval(
  db: Db,
  id: string,
  { needed, ...change }: ApprovalChange & Partial<Pick<Approval, 'proof' | 'proof_revision'>>,
): Promise<Approval> {
  return db
    .updateTable('approvals')
    .set({ ...change, ...(needed && { needed: JSON.stringify(needed) }) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Locks the open approvals of an act on an object. */
export function lockOpenOf(db: Db, act: Act, subject: { type: string; id: string }): Promise<Approval[]> {
  return db
    .selectFrom('approvals')
    .selectAll()
    .where('subject_id', '=', subject.id)
    .where('subject_type', '=', subject.type)
    .where('act', '=', act)
    .where('status', 'in', open)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Approvals that wait for votes, of objects that are there. */
export function listWaiting(db: Db, now: Date): Promise<Approval[]> {
  return db
    .selectFrom('approvals')
    .selectAll()
    .where('status', '=', 'waiting')
    .where('expires_at', '>', now)
    .where('subject_id', 'is not', null)
    .execute()
}

/** Locks those of these approvals that still wait. */
export function lockWaiting(db: Db, ids: readonly string[]): Promise<Approval[]> {
  return db
    .selectFrom('approvals')
    .selectAll()
    .where('id', 'in', ids)
    .where('status', '=', 'waiting')
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** All approvals of an act on these objects, oldest first. */
export function listApprovalsOf(db: Db, act: Act, subjectIds: readonly string[]): Promise<Approval[]> {
  return db
    .selectFrom('approvals')
    .selectAll()
    .where('act', '=', act)
    .where('subject_id', 'in', subjectIds)
    .orderBy('id')
    .execute()
}

/** A batch of all approvals, in the order of their ids. */
export function listApprovalsAfter(db: Db, after: string | undefined, limit: number): Promise<Approval[]> {
  return db
    .selectFrom('approvals')
    .selectAll()
    .$if(after !== undefined, (query) => query.where('id', '>', after as string))
    .orderBy('id')
    .limit(limit)
    .execute()
}

export function listVotes(db: Db, approvalIds: readonly string[]): Promise<Vote[]> {
  return db
    .selectFrom('approval_votes')
    .selectAll()
    .where('approval_id', 'in', approvalIds)
    .orderBy('voted_at')
    .orderBy('administrator_id')
    .execute()
}

/** In the place of one that somebody else has written, which must not keep out the real one. */
export async function insertVote(db: Db, vote: Insertable<ApprovalTables['approval_votes']>): Promise<void> {
  const { approval_id, administrator_id } = vote
  await db
    .deleteFrom('approval_votes')
    .where('approval_id', '=', approval_id)
    .where('administrator_id', '=', administrator_id)
    .modifyEnd(withNext)
    .execute()
  await db.insertInto('approval_votes').values(vote).execute()
}
