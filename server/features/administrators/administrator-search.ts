import { sql } from 'kysely'
import { foldText } from '../../../contract/values/text-folding.ts'
import type { SearchSource } from '../../platform/search/search-source.ts'

type FoundRow = { id: string; name: string; email: string; disabled_at: Date | null }

/** There are few of them: all are read. */
export const administratorSearch: SearchSource = {
  permission: 'administrators:manage',
  async find(db, { text, otherLayout, id }, limit) {
    const { rows } =
      await sql<FoundRow>`select id, name, email, disabled_at from administrators order by id`.execute(db)
    const words = [text, otherLayout ?? ''].map(foldText).filter((folded) => folded !== '')
    const email = text.toLowerCase()
    return rows
      .flatMap((row) => {
        const matched =
          row.id === id
            ? ('id' as const)
            : row.email.toLowerCase().startsWith(email)
              ? ('email' as const)
              : words.some((word) => ` ${foldText(row.name)}`.includes(` ${word}`))
                ? ('name' as const)
                : undefined
        if (!matched) return []
        return [
          {
            kind: 'administrator' as const,
            id: row.id,
            organization_id: null,
            title: row.name,
            subtitle: row.email,
            matched,
          },
        ]
      })
      .slice(0, limit)
  },
}
