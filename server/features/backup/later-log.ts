import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { type Link, rowHash } from '../../platform/audit/audit-chain.ts'
import { ArchiveRefused } from './archive.ts'

/** What an exported audit log says about the time after a backup. */
export interface LaterLog {
  accounts: ReadonlySet<string>
  apiKeys: ReadonlySet<string>
  /** What a restore does not bring back, and nobody notices by themselves. */
  policyChanged: boolean
  lastSeq: number
  lastAt: string
}

interface LaterEvent {
  at: string
  action: string
  object_id: string | null
  outcome: string
  details: { from?: { role?: string }; to?: { role?: string } }
}

/** After these, the account of the backup would be able to do more than it could, or with other credentials. */
const ofAccounts = [
  'administrator.disabled',
  'administrator.reset',
  'administrator.password_set',
  'administrator.password_changed',
  'administrator.otp_enabled',
  'administrator.otp_disabled',
  'administrator.passkey_removed',
]
const ofKeys = ['api_key.revoked', 'api_key.suspended']

const line = /^\{"seq":(\d{1,15}),"prev":"((?:[0-9a-f]{64})?)","hash":"([0-9a-f]{64})","event":(\{.*\})\}$/

/**
 * Reads an export (`kontor audit export`) that goes on where the log of the backup ends. Nobody gains by rows that were
 * invented, because they only take access away; rows that were left out break the chain.
 */
export async function readLaterLog(file: string, head: Link): Promise<LaterLog> {
  const accounts = new Set<string>()
  const apiKeys = new Set<string>()
  let policyChanged = false
  let previous = head
  let lastAt = ''
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Infinity })
  for await (const text of lines) {
    if (text === '') continue
    const [, number, prev, hash, event] = line.exec(text) ?? []
    if (event === undefined) throw new ArchiveRefused(`${file} is not an exported audit log.`)
    const seq = Number(number)
    if (seq < head.seq) continue
    if (seq === head.seq) {
      if (hash !== head.hash.toString('hex')) throw otherLog(file)
      continue
    }
    if (seq !== previous.seq + 1) {
      throw new ArchiveRefused(
        `${file} has no row ${previous.seq + 1}: export the log without --from and --to.`,
      )
    }
    if (prev !== previous.hash.toString('hex')) throw otherLog(file)
    const computed = rowHash(event, previous.hash, seq)
    if (hash !== computed.toString('hex')) throw new ArchiveRefused(`${file} was changed in row ${seq}.`)
    previous = { seq, hash: computed }
    const parsed = JSON.parse(event) as LaterEvent
    lastAt = parsed.at
    if (parsed.outcome !== 'success' || parsed.object_id === null) continue
    if (ofAccounts.includes(parsed.action) || isOtherRole(parsed)) accounts.add(parsed.object_id)
    if (ofKeys.includes(parsed.action)) apiKeys.add(parsed.object_id)
    if (parsed.action === 'policy.changed') policyChanged = true
  }
  if (previous.seq === head.seq) {
    throw new ArchiveRefused(`${file} ends before the backup was made: it says nothing about the time since.`)
  }
  return { accounts, apiKeys, policyChanged, lastSeq: previous.seq, lastAt }
}

function isOtherRole({ action, details }: LaterEvent): boolean {
  return action === 'administrator.updated' && details.from?.role !== details.to?.role
}

function otherLog(file: string): ArchiveRefused {
  return new ArchiveRefused(`${file} is not a log that goes on where the one of the backup ends.`)
}
