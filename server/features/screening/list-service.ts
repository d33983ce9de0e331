import type {
  CheckScreeningBody,
  CheckScreeningResponse,
  ScreeningStatusResponse,
} from '../../../contract/organizations/screening.ts'
import type { Db } from '../../platform/db/database.ts'
import type { CurrentIndex } from './generations/current-index.ts'
import { currentGeneration } from './generations/entry-store.ts'
import { findRunningImports } from './generations/import-store.ts'
import { listStates, readListStates } from './generations/list-states.ts'
import type { LoadedLists } from './generations/loaded-lists.ts'
import { guessIdentifier, normalizeIdentifier } from './model/identifiers.ts'
import type { Subject } from './model/subject.ts'
import { shownReasons } from './reasons/reasons.ts'

const mostItems = 100

/** How far parties are compared with the lists. */
export type PartyProgress = Pick<
  ScreeningStatusResponse,
  'rescreening' | 'parties' | 'open_hits' | 'blocking_hits'
>

export type ListService = ReturnType<typeof createListService>

export function createListService({
  db,
  now,
  index,
  maxAgeSeconds,
  readPartyProgress,
}: {
  db: Db
  now: () => Date
  index: Pick<CurrentIndex, 'generation' | 'lists' | 'prepare' | 'searchInSlices'>
  maxAgeSeconds: number
  readPartyProgress: (db: Db) => Promise<PartyProgress>
}) {
  /** As this node knows it, without asking the database. */
  const state = () => listStates(index.lists(), now(), maxAgeSeconds).state

  return {
    state,

    async status(): Promise<ScreeningStatusResponse> {
      const at = now()
      const running = await findRunningImports(db, at)
      return {
        ...(await readListStates(db, at, maxAgeSeconds)),
        generation: await currentGeneration(db),
        max_age_seconds: maxAgeSeconds,
        importing: running.map(({ started_at, ...row }) => ({
          ...row,
          started_at: started_at.toISOString(),
        })),
        ...(await readPartyProgress(db)),
      }
    },

    async check(body: CheckScreeningBody): Promise<CheckScreeningResponse> {
      await index.prepare()
      return {
        items: await findListed(index, body),
        state: state(),
        generation: index.generation(),
      }
    },
  }
}

/** Who of the lists it may be. */
export async function findListed(
  index: Pick<LoadedLists, 'searchInSlices'>,
  body: CheckScreeningBody,
): Promise<CheckScreeningResponse['items']> {
  const matches = await index.searchInSlices(subjectOf(body))
  return matches.slice(0, mostItems).map(({ list, entry, score, above_threshold, reasons }) => ({
    list,
    entry: { id: entry.id, name: entry.names[0]?.name ?? '', schema: entry.schema },
    score,
    above_threshold,
    reasons: shownReasons(reasons),
  }))
}

/** Any number may be that of a passport: one of ten digits may have the check digits of an INN by chance. */
function subjectOf(body: CheckScreeningBody): Subject {
  return {
    schema: body.schema,
    names: [body.name],
    birthDate: body.birth_date ?? undefined,
    countries: body.countries?.map((country) => country.toLowerCase()),
    identifiers: body.identifiers?.flatMap((text) =>
      [guessIdentifier(text), normalizeIdentifier('passport', text)].filter((one) => one !== undefined),
    ),
    addresses: body.address ? [body.address] : undefined,
  }
}
