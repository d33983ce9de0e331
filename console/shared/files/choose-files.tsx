import UploadIcon from '@mui/icons-material/UploadFileOutlined'
import { Button, type ButtonProps } from '@mui/material'
import { useRef } from 'react'

/** A button with which somebody chooses a file, or several. The same file can be chosen again. */
export function ChooseFiles({
  kind,
  accept,
  multiple = false,
  onFiles,
  ...button
}: Omit<ButtonProps, 'onClick'> & {
  /** What the files are. */
  kind: string
  accept?: string
  multiple?: boolean
  onFiles: (files: File[]) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button startIcon={<UploadIcon />} {...button} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        multiple={multiple}
        data-kind={kind}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </>
  )
}
