import { useEffect, useState } from 'react'
import { useLocale, useTranslate } from 'react-admin'
import type { DocumentKind } from '../../contract/organizations/documents.ts'
import { type FileFault, fileFault } from '../shared/files/file-check.ts'

/** Why a file cannot be uploaded as this kind, as text; null if it can, or until it is known. */
export function useFileFault(file: File, kind: DocumentKind | ''): string | null {
  const describe = useDescribe()
  const [known, setKnown] = useState<{ kind: string; fault: FileFault | null } | null>(null)
  useEffect(() => {
    let isCurrent = true
    // Until a kind is chosen, what no kind takes: `other` takes the most.
    void fileFault(file, kind || 'other').then((fault) => {
      if (isCurrent) setKnown({ kind, fault })
    })
    return () => {
      isCurrent = false
    }
  }, [file, kind])
  return known?.fault && known.kind === kind ? describe(known.fault) : null
}

function useDescribe(): (fault: FileFault) => string {
  const translate = useTranslate()
  const list = new Intl.ListFormat(useLocale(), { type: 'disjunction' })
  return (fault) =>
    translate(`kontor.faults.${fault.code}`, {
      accepted: 'accepted' in fault ? list.format(fault.accepted) : '',
    })
}
