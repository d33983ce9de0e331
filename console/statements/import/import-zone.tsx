import UploadIcon from '@mui/icons-material/UploadFileOutlined'
import { Box, Button } from '@mui/material'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslate } from 'react-admin'
import { usePermission } from '../../shared/access/use-permission.ts'

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
  const input = useRef<HTMLInputElement>(null)
  if (!usePermission('requests:process')) return null
  return (
    <>
      <Button variant="contained" startIcon={<UploadIcon />} onClick={() => input.current?.click()}>
        {translate('kontor.statements.import')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        // Any file can be chosen: banks name them as they like, and what is in them decides.
        data-kind="statement"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          event.target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </>
  )
}
