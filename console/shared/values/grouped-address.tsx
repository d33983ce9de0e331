import { Box } from '@mui/material'
import type { ComparedPiece } from '../../../contract/wallets/compared-addresses.ts'
import { CopyButton } from './copy-button.tsx'
import { inFours } from './in-fours.ts'
import { Memo } from './memo.tsx'
import { monospace } from './mono.tsx'

/**
 * The space is a margin: what is selected and copied is the address itself. `pieces` are those of the address in which it is
 * compared with another one: what differs is underlined.
 */
export function GroupedAddress({
  address,
  memo,
  what,
  pieces = [{ text: address, isEqual: true }],
}: {
  address: string
  /** What payments to it carry. */
  memo?: string | null | undefined
  what?: string
  pieces?: readonly ComparedPiece[]
}) {
  const differs = pieces.flatMap(({ text, isEqual }) => Array.from(text, () => !isEqual))
  let from = 0
  // Groups can be equal, so the key is the position.
  const groups = inFours(address).map((text, place) => {
    const runs = runsOf(text, differs.slice(from, from + text.length))
    from += text.length
    return { runs, place }
  })
  return (
    <>
      <Box component="span" translate="no" sx={{ fontFamily: monospace, fontSize: '0.94em' }}>
        {groups.map(({ runs, place }) => (
          <Box component="span" key={place} sx={{ display: 'inline-block', mr: '0.6ch' }}>
            {runs.map(({ text, isMarked, at }) =>
              isMarked ? (
                <Box component="mark" key={at} sx={marked}>
                  {text}
                </Box>
              ) : (
                text
              ),
            )}
          </Box>
        ))}
      </Box>
      {what && <CopyButton text={address} what={what} />}
      {memo && <Memo memo={memo} />}
    </>
  )
}

const marked = {
  bgcolor: 'transparent',
  color: 'inherit',
  fontWeight: 700,
  textDecoration: 'underline',
  textDecorationThickness: '2px',
  textUnderlineOffset: '3px',
}

/** Neighbouring characters that are marked alike. */
function runsOf(text: string, isMarked: readonly boolean[]) {
  const runs: { text: string; isMarked: boolean; at: number }[] = []
  for (const [at, character] of [...text].entries()) {
    const last = runs.at(-1)
    if (last && last.isMarked === isMarked[at]) last.text += character
    else runs.push({ text: character, isMarked: isMarked[at] === true, at })
  }
  return runs
}
