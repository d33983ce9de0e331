import { CopyButton } from './copy-button.tsx'
import { Detail } from './details.tsx'
import { Mono } from './mono.tsx'

/** A number or address with a button to copy it. */
export function CopiedDetail({
  label,
  value,
  wide = false,
}: {
  label: string
  value: string | null | undefined
  wide?: boolean
}) {
  return (
    <Detail label={label} wide={wide}>
      {value && (
        <>
          <Mono>{value}</Mono> <CopyButton text={value} what={label} />
        </>
      )}
    </Detail>
  )
}
