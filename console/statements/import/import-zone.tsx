import { Box } from '@mui/material'
import { type DragEvent, type ReactNode, useState } from 'react'
import { useTranslate } from 'react-admin'
import { usePermission } from '../../shared/access/use-permission.ts'
import { ChooseFiles } from '../../shared/files/choose-files.tsx'

/** Files can be dropped anywhere on it. */
export function ImportZone({ onFiles, children }: { onFiles: (files: File[]) => void; children: ReactNode }) {
  const mayImport = usePermission('requests:process')
  const [isOver, setIsOver] = useState(false)
  function drop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    const files = [...event.dataTransfer.files]
    if (files.length > 0 && mayImport) onFiles(files)
  }
  return (
    <Box
      data-drop="statements"
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(mayImport)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      sx={{
        minHeight: 320,
        borderRadius: 1,
        outline: isOver ? '2px dashed' : undefined,
        outlineColor: 'primary.main',
        outlineOffset: 4,
      }}
    >
      {children}
    </Box>
  )
}

export function ImportButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const translate = useTranslate()
  if (!usePermission('requests:process')) return null
  return (
    // Any file can be chosen: banks name them as they like, and what is in them decides.
    <ChooseFiles variant="contained" kind="statement" multiple onFiles={onFiles}>
      {translate('kontor.statements.import')}
    </ChooseFiles>
  )
}
