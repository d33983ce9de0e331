import { useSyncExternalStore } from 'react'
import { useTranslate } from 'react-admin'
import { ShownOnce } from '../shared/forms/shown-once.tsx'

/** Half of a link that a vote has given, and whose account it is for. */
interface LinkHalf {
  half: string
  email: string
}

let shown: LinkHalf | null = null
const listeners = new Set<() => void>()

/**
 * Shows the half above every page. Not beside the vote: as soon as it is given, the approval is no longer among those to
 * decide, and what is shown only once would go with it.
 */
export function showLinkHalf(half: LinkHalf | null): void {
  shown = half
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function LinkHalfDialog() {
  const translate = useTranslate()
  const half = useSyncExternalStore(subscribe, () => shown)
  if (!half) return null
  return (
    <ShownOnce
      title={translate('kontor.link_half.title', { email: half.email })}
      help={translate('kontor.link_half.help')}
      secret={half.half}
      onClose={() => showLinkHalf(null)}
    />
  )
}
