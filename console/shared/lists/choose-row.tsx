import { type RaRecord, useTranslate } from 'react-admin'
import type { Selection } from './selection.ts'

export function Choose({
  name: row,
  isChosen,
  onChoose,
}: {
  name: string
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
}) {
  const translate = useTranslate()
  const name = translate('kontor.selection.choose', { name: row })
  return (
    // A plain one: a long list has hundreds of them.
    <label className="choose">
      <input
        type="checkbox"
        checked={isChosen}
        onChange={(event) => onChoose(event.target.checked)}
        aria-label={name}
      />
    </label>
  )
}

export function ChooseAll<T extends RaRecord>({
  rows,
  selection,
}: {
  rows: readonly T[]
  selection: Selection<T>
}) {
  const translate = useTranslate()
  const chosen = rows.filter((row) => selection.has(row)).length
  return (
    <label className="choose">
      <input
        type="checkbox"
        ref={(box) => {
          if (box) box.indeterminate = chosen > 0 && chosen < rows.length
        }}
        checked={rows.length > 0 && chosen === rows.length}
        onChange={(event) => selection.set(rows, event.target.checked)}
        aria-label={translate('kontor.selection.choose_all')}
      />
    </label>
  )
}
