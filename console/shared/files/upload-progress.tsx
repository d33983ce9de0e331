import { LinearProgress, Typography } from '@mui/material'
import { useTranslate } from 'react-admin'

export function UploadProgress({ share }: { share: number }) {
  const translate = useTranslate()
  const percent = Math.round(share * 100)
  const text =
    share < 1 ? translate('kontor.upload.sending', { percent }) : translate('kontor.upload.checking')
  return (
    <>
      <LinearProgress
        variant={share < 1 ? 'determinate' : 'indeterminate'}
        value={percent}
        aria-label={text}
      />
      <Typography variant="body2" color="textSecondary" role="status">
        {text}
      </Typography>
    </>
  )
}
