import { Box, Button, Chip, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import type { AdministratorResponse } from '../../contract/administrators/administrators.ts'
import { listAdministrators, listApiKeys } from '../../contract/operations/administrators/administrators.ts'
import { call } from '../api/client.ts'
import { readAll } from '../api/read-all.ts'
import { usePermission } from '../shared/access/use-permission.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import { Page } from '../shared/pages/page.tsx'
import { Section } from '../shared/pages/section.tsx'
import { useFormatTime } from '../shared/time/time.tsx'
import { FoundingSection } from './founding-section.tsx'
import { usePolicy } from './policy/policy-query.ts'
import { useRuleSentence } from './policy/use-rule-sentence.ts'
import {
  awayPeople,
  dependentPeople,
  doneAlone,
  keysToReplace,
  newPeople,
  withoutSecondFactor,
} from './security-facts.ts'
import { VaultSection } from './vault-section.tsx'

/** What an owner should look at. */
export default function SecurityPage() {
  const translate = useTranslate()
  const mayLook = usePermission('administrators:manage')
  return (
    <Page title={translate('kontor.security.title')}>
      {mayLook ? <Everything /> : translate('kontor.security.owners_only')}
    </Page>
  )
}

function Everything() {
  return (
    <>
      <Acts />
      <VaultSection />
      <FoundingSection />
      <People />
      <Keys />
    </>
  )
}

function Acts() {
  const translate = useTranslate()
  const sentence = useRuleSentence()
  return (
    <Section title={translate('kontor.security.alone')}>
      <QueryState query={usePolicy()}>
        {({ rules, floor }) => (
          <Findings
            items={doneAlone([...rules, ...floor]).map(({ act, unless }) => ({
              key: act,
              text: translate(`kontor.act_name.${act}`),
              more: unless.map((rule) => translate('kontor.security.unless', { rule: sentence(rule) })),
              state: translate('kontor.security.state.alone'),
              action: translate('kontor.security.add_rule'),
              to: `/policy?add=${act}`,
            }))}
            help={translate('kontor.security.alone_help')}
            good={translate('kontor.security.alone_none')}
          />
        )}
      </QueryState>
    </Section>
  )
}

function People() {
  const translate = useTranslate()
  const formatTime = useFormatTime()
  const query = useQuery({
    queryKey: ['administrators', 'everybody'],
    queryFn: ({ signal }) => readAll((query) => call(listAdministrators, { query, signal })),
  })
  const lineOf = ({ id, name, email, role }: AdministratorResponse, state: string) => ({
    key: id,
    text: `${name} (${email}), ${translate(`kontor.roles.${role}`)}`,
    state,
    action: translate('kontor.security.open_people'),
    to: '/administrators',
  })
  const reasonsOf = ({ independence: { because, way_out, command } }: AdministratorResponse) => [
    because
      .map(({ act, by }) => translate(`kontor.administrators.dependent.${act}`, { name: by.name }))
      .join(', '),
    translate(`kontor.administrators.way_${way_out}`, { command }),
  ]
  const seen = (person: AdministratorResponse) =>
    lineOf(
      person,
      person.last_login_at
        ? translate('kontor.security.last_login', { time: formatTime(person.last_login_at) })
        : translate('kontor.security.never'),
    )
  return (
    <QueryState query={query}>
      {(people) => (
        <>
          <Section title={translate('kontor.security.dependent')}>
            <Findings
              items={dependentPeople(people).map((one) => ({
                ...lineOf(
                  one,
                  translate('kontor.security.state.counts_as', {
                    names: one.independence.counts_as.map(({ name }) => name).join(', '),
                  }),
                ),
                more: reasonsOf(one),
              }))}
              help={translate('kontor.security.dependent_help')}
              good={translate('kontor.security.dependent_none')}
            />
          </Section>
          <Section title={translate('kontor.security.no_second_factor')}>
            <Findings
              items={withoutSecondFactor(people).map((one) =>
                lineOf(one, translate('kontor.security.state.password_only')),
              )}
              help={translate('kontor.security.no_second_factor_help')}
              good={translate('kontor.security.no_second_factor_none')}
            />
          </Section>
          <Section title={translate('kontor.security.away')}>
            <Findings
              items={awayPeople(people, Date.now()).map(seen)}
              help={translate('kontor.security.away_help')}
              good={translate('kontor.security.away_none')}
            />
          </Section>
          {newPeople(people, Date.now()).length > 0 && (
            <Section title={translate('kontor.security.new')}>
              <Findings
                items={newPeople(people, Date.now()).map((one) =>
                  lineOf(one, translate('kontor.security.state.new')),
                )}
                help={translate('kontor.security.new_help')}
                good=""
                isInfo
              />
            </Section>
          )}
        </>
      )}
    </QueryState>
  )
}

function Keys() {
  const translate = useTranslate()
  const query = useQuery({
    queryKey: ['api-keys', 'every-key'],
    queryFn: ({ signal }) => readAll((query) => call(listApiKeys, { query, signal })),
  })
  return (
    <Section title={translate('kontor.security.keys')}>
      <QueryState query={query}>
        {(keys) => (
          <Findings
            items={keysToReplace(keys, Date.now()).map(({ key, faults }) => ({
              key: key.id,
              text: `${key.name} (${key.hint}…)`,
              state: faults.map((fault) => translate(`kontor.security.key_${fault}`)).join(', '),
              action: translate('kontor.security.open_keys'),
              to: '/api-keys',
            }))}
            help={translate('kontor.security.keys_help')}
            good={translate('kontor.security.keys_none')}
          />
        )}
      </QueryState>
    </Section>
  )
}

interface Finding {
  key: string
  text: string
  more?: string[]
  state: string
  /** What can be done about it, and where. */
  action: string
  to: string
}

/** What was found, each with its state and what to do about it; or that there is nothing. */
function Findings({
  items,
  help,
  good,
  isInfo = false,
}: {
  items: Finding[]
  help: string
  good: string
  isInfo?: boolean
}): ReactNode {
  if (items.length === 0) return <Typography color="textSecondary">{good}</Typography>
  return (
    <>
      <Typography color="textSecondary" variant="body2" sx={{ mb: 1, maxWidth: '72ch' }}>
        {help}
      </Typography>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {items.map(({ key, text, more = [], state, action, to }) => (
          <Box component="li" key={key} sx={lineLook}>
            <Box sx={{ flex: '1 1 260px', minWidth: 0, overflowWrap: 'anywhere' }}>
              {text}
              {more.map((line) => (
                <Box key={line} sx={{ color: 'text.secondary', typography: 'body2' }}>
                  {line}
                </Box>
              ))}
            </Box>
            <Chip
              size="small"
              variant="outlined"
              color={isInfo ? 'default' : 'warning'}
              label={state}
              sx={{ maxWidth: '100%' }}
            />
            <Button size="small" component={Link} to={to} aria-label={`${action}: ${text}`}>
              {action}
            </Button>
          </Box>
        ))}
      </Box>
    </>
  )
}

const lineLook = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 1.5,
  minHeight: 40,
  py: 0.5,
  borderTop: 1,
  borderColor: 'divider',
} as const
