import type { Link, Problem } from '../../../platform/audit/audit-chain.ts'
import { linkAt, walkChain } from '../../../platform/audit/chain-walk.ts'
import type { CheckpointStore } from './checkpoint-store.ts'
import { problemOfSignedHead, type SignedHead } from './signed-head.ts'

export type Genuine = { links: Link[]; signedHead: Link } | { problem: Problem }

/** Checks that the chain still contains the row that was signed last. `seen` is the newest one this process knows of. */
export async function checkSignedHead(store: CheckpointStore, seen: Link | undefined): Promise<Genuine> {
  const signed = await store.findSignedHead()
  const problem = await problemOf(store, signed?.link, seen)
  return problem ? { problem } : { links: [], signedHead: (signed as SignedHead).link }
}

/**
 * The links of these rows, to be signed. They are on the chain that ends in the row that was signed last, or follow from
 * it; otherwise there is a problem and nothing may be signed. The last of them is remembered before it is signed. The same
 * holds for the rows of `written`, which this node has written, with their texts: so what is signed covers them.
 */
export async function takeGenuineLinks(
  store: CheckpointStore,
  seqs: readonly number[],
  seen: Link | undefined,
  written: ReadonlyMap<number, string> = new Map(),
): Promise<Genuine> {
  const oldest = Math.min(...written.keys(), seqs[0] ?? Number.POSITIVE_INFINITY)
  const newest = Math.max(...written.keys(), seqs.at(-1) ?? 0)
  for (;;) {
    const signed = await store.findSignedHead()
    const problem = await problemOf(store, signed?.link, seen)
    if (problem || !signed) return { problem: problem as Problem }
    const [start, end] = await Promise.all([
      oldest > signed.link.seq ? signed.link : linkAt(store, oldest - 1),
      newest > signed.link.seq ? linkAt(store, newest) : signed.link,
    ])
    const wanted = new Set(seqs)
    const links: Link[] = []
    const walk = await walkChain(store, start, end, (row) => {
      if (wanted.has(row.seq)) links.push({ seq: row.seq, hash: row.hash })
      return (written.get(row.seq) ?? row.event) === row.event ? undefined : replacedRow(row.seq)
    })
    if (walk.problem) return { problem: walk.problem }
    const last = links.at(-1)
    if (!last || last.seq <= signed.link.seq) return { links, signedHead: signed.link }
    // If another node was faster, the chain must contain what that one has signed, too.
    if (await store.replaceSignedHead(signed, last)) return { links, signedHead: last }
  }
}

function replacedRow(seq: number): Problem {
  return { seq, message: `Row ${seq} is not the one that this node has written.` }
}

async function problemOf(
  chain: CheckpointStore,
  signed: Link | undefined,
  seen: Link | undefined,
): Promise<Problem | undefined> {
  if (!signed) return { seq: seen?.seq ?? 0, message: 'The key that signs checkpoints was removed.' }
  if (seen && signed.seq < seen.seq) {
    return {
      seq: seen.seq,
      message: `The record that row ${seen.seq} was signed was replaced by an older one.`,
    }
  }
  const [head, problem] = await Promise.all([chain.findAuditHead(), problemOfSignedHead(chain, signed)])
  if (head.seq < signed.seq) {
    return {
      seq: head.seq + 1,
      message: `Row ${head.seq + 1} is missing: row ${signed.seq} was signed before.`,
    }
  }
  return problem
}
