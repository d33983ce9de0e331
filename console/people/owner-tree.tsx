import { Alert, Box, Typography } from '@mui/material'
import { useLocale, useTranslate } from 'react-admin'
import { compareDecimals } from '../../contract/money/decimal.ts'
import {
  type OrganizationPersonResponse,
  significantShare,
} from '../../contract/organizations/organization-people.ts'
import { type OwnerNode, ownershipTree, sumOfShares } from './ownership.ts'

/** The chain of owners with their shares, and what is not explained yet. */
export function OwnerTree({ people }: { people: OrganizationPersonResponse[] }) {
  const translate = useTranslate()
  const percent = usePercent()
  const tree = ownershipTree(people)
  if (tree.length === 0) return null
  const sum = sumOfShares(tree.map(({ owner }) => owner))
  return (
    <Box sx={{ mb: 2 }}>
      <Nodes nodes={tree} isTop />
      <Typography sx={{ mt: 1 }}>{translate('kontor.people.sum', { sum: percent(sum) })}</Typography>
      {compareDecimals(sum, '100') < 0 && (
        <Alert severity="info" sx={{ mt: 1 }}>
          {translate('kontor.people.sum_open')}
        </Alert>
      )}
    </Box>
  )
}

function Nodes({ nodes, isTop = false }: { nodes: OwnerNode[]; isTop?: boolean }) {
  const translate = useTranslate()
  return (
    <Box
      component="ul"
      {...(isTop && { 'aria-label': translate('kontor.people.tree') })}
      sx={{
        m: 0,
        listStyle: 'none',
        p: 0,
        ...(!isTop && { pl: 2, ml: 1, borderLeft: 1, borderColor: 'divider' }),
      }}
    >
      {nodes.map((node) => (
        <li key={node.owner.id}>
          <Owner node={node} isTop={isTop} />
          {node.owners.length > 0 && <Nodes nodes={node.owners} />}
        </li>
      ))}
    </Box>
  )
}

function Owner({ node, isTop }: { node: OwnerNode; isTop: boolean }) {
  const translate = useTranslate()
  const percent = usePercent()
  const { owner, indirect, owners } = node
  const isSignificant = indirect !== null && compareDecimals(indirect, significantShare) > 0
  const facts = [
    owner.share === null ? translate('kontor.people.share_unknown') : percent(owner.share),
    !isTop && indirect !== null && translate('kontor.people.indirect', { share: percent(indirect) }),
    owner.schema === 'Company' &&
      owners.length === 0 &&
      isSignificant &&
      translate('kontor.people.owners_missing'),
  ]
  return (
    <Box sx={{ py: 0.5, overflowWrap: 'anywhere' }}>
      <Box component="span" sx={{ fontWeight: isSignificant ? 600 : undefined }}>
        {owner.name}
      </Box>
      <Typography component="span" variant="body2" color="textSecondary">
        {' · '}
        {[translate(`kontor.listed_schema.${owner.schema}`), ...facts].filter(Boolean).join(' · ')}
      </Typography>
    </Box>
  )
}

/** Shares are decimal strings; none of their digits is lost. */
function usePercent(): (share: string) => string {
  const locale = useLocale()
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 4 })
  return (share) => `${format.format(share as Intl.StringNumericLiteral)}\u00a0%`
}
