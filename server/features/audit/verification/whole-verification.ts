import type { Link, Problem } from '../../../platform/audit/audit-chain.ts'
import { createAuditProofs } from '../../../platform/audit-proofs/audit-proofs.ts'
import { type Replayed, type ReplayPart, replayAudit } from '../../../platform/audit-proofs/replay.ts'
import { createAuditValues } from '../../../platform/audit-values/audit-values.ts'
import type { Db } from '../../../platform/db/database.ts'
import { errorCode } from '../../../platform/error-code.ts'
import { loggedProofs } from '../../../platform/proofs/logged-proofs.ts'
import type { Proofs } from '../../../platform/proofs/proofs.ts'
import { createTurns, type Turn } from '../../../platform/turns.ts'
import { Unreadable, type Vault } from '../../../platform/vault/vault.ts'
import { readCheckpoints } from '../checkpoints/checkpoint-file.ts'
import { type Checkpoint, formatCheckpoint } from '../checkpoints/checkpoints.ts'
import type { LateSignature } from '../checkpoints/late-signatures.ts'
import { findSignedHead } from '../checkpoints/signed-head.ts'
import { verifyAudit } from './audit-verify.ts'
import { type ValuesVerification, verifyValues } from './values-verify.ts'

/** A file with checkpoints, and what it is called where problems are told. */
export interface Place {
  name: string
  path: string
}

/** Everything that is replayed from the log. See server/audit-replay.ts. */
export type ReplayParts = (proofs: Proofs | undefined) => ReplayPart[]

export interface WholeVerification {
  rows: number
  checkpoints: { checked: number; lastSeq: number; keys: string[]; unreadable: number }
  late: LateSignature[]
  /** What the vault remembers; undefined if it was not open, so that no proof and no value was checked either. */
  signedHead: Link | undefined
  values: ValuesVerification | undefined
  parts: Replayed['parts']
  problems: Problem[]
}

/**
 * The whole log with the checkpoints of all places, what the vault remembers, the values beside it, and what the tables say
 * of it. `kontor audit verify` and the service do the same.
 */
export async function verifyWhole(
  db: Db,
  {
    places,
    vault,
    replayParts,
    trustedKey,
    turn = createTurns(),
  }: {
    places: readonly Place[]
    vault: Vault | undefined
    replayParts: ReplayParts
    /** Fingerprint of the key that must have signed all checkpoints. */
    trustedKey?: string
    turn?: Turn
  },
): Promise<WholeVerification> {
  const signed = await readPlaces(places, turn)
  const remembered = vault && (await readSignedHead(db, vault))
  const values = vault && (await verifyValues(db, createAuditValues({ vault }), turn))
  const replayed = await replayAudit(
    db,
    replayParts(vault && loggedProofs(vault)),
    vault && createAuditProofs({ vault }),
    turn,
  )
  const chain = await verifyAudit(db, {
    checkpoints: signed.checkpoints,
    signedHead: remembered?.link,
    turn,
    ...(trustedKey !== undefined && { trustedKey }),
  })
  const problems = [
    ...signed.problems,
    remembered?.problem,
    chain.problem,
    values?.problem,
    ...replayed.problems,
  ]
  return {
    rows: chain.toSeq,
    checkpoints: { ...chain.checkpoints, unreadable: signed.unreadable },
    late: chain.late,
    signedHead: remembered?.link,
    values,
    parts: replayed.parts,
    problems: problems.filter((problem) => problem != null),
  }
}

/** Somebody may have changed it in the database. */
async function readSignedHead(db: Db, vault: Vault): Promise<{ link?: Link | undefined; problem?: Problem }> {
  try {
    return { link: (await findSignedHead(db, vault))?.link }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { problem: { seq: 0, message: 'What the vault remembers of the last signed row was changed.' } }
  }
}

/** The checkpoints of all places. Most are in several of them, and are checked once. */
async function readPlaces(places: readonly Place[], turn: Turn) {
  const bySignature = new Map<string, Checkpoint>()
  /** What has the signature of another one. */
  const others: Checkpoint[] = []
  const problems: Problem[] = []
  let unreadable = 0
  for (const { name, path } of places) {
    try {
      const found = await readCheckpoints(path)
      unreadable += found.unreadable
      for (const one of found.checkpoints) {
        await turn()
        const known = bySignature.get(one.signature)
        if (!known) bySignature.set(one.signature, one)
        else if (formatCheckpoint(known) !== formatCheckpoint(one)) others.push(one)
      }
    } catch (error) {
      const code = errorCode(error)
      if (code === undefined) throw error
      problems.push({ seq: 0, message: `The checkpoints of ${name} cannot be read (${code}).` })
    }
  }
  return { checkpoints: [...bySignature.values(), ...others], unreadable, problems }
}
