import AddIcon from '@mui/icons-material/Add'
import { Alert, Button, Typography } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Confirm, useTranslate } from 'react-admin'
import { deleteOrganizationPerson } from '../../contract/operations/organizations/organization-people.ts'
import {
  type OrganizationPersonResponse,
  type PersonRole,
  personRoles,
} from '../../contract/organizations/organization-people.ts'
import type { OrganizationResponse } from '../../contract/organizations/organizations.ts'
import { call } from '../api/client.ts'
import { PartyChip } from '../screening/party-chip.tsx'
import { findParty } from '../screening/party-state.ts'
import { useOrganizationScreening } from '../screening/status-query.ts'
import { usePermission } from '../shared/access/use-permission.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import { useAct } from '../shared/answers/use-act.ts'
import { useCountryName } from '../shared/fields/use-countries.ts'
import type { Column } from '../shared/lists/column.ts'
import { Records } from '../shared/lists/records.tsx'
import { ActionMenu } from '../shared/pages/action-menu.tsx'
import { Section } from '../shared/pages/section.tsx'
import { useFormatDate } from '../shared/time/time.tsx'
import { Mono } from '../shared/values/mono.tsx'
import { IdentityDocument } from './identity-document.tsx'
import { OwnerTree } from './owner-tree.tsx'
import { OwnershipStatement } from './ownership-statement.tsx'
import { usePeople } from './people-query.ts'
import { PersonDialog } from './person-dialog.tsx'

type Person = OrganizationPersonResponse
type Edited = { person: Person | null; role: PersonRole }

/** Who directs, owns and represents an organization. */
export default function PeopleTab({ organization }: { organization: OrganizationResponse }) {
  const translate = useTranslate()
  const queryClient = useQueryClient()
  const act = useAct('people')
  const query = usePeople(organization.id)
  const [edited, setEdited] = useState<Edited | null>(null)
  const [removed, setRemoved] = useState<Person | null>(null)

  async function remove(person: Person) {
    setRemoved(null)
    await act(
      () =>
        call(deleteOrganizationPerson, {
          params: { organization_id: organization.id, person_id: person.id },
          headers: { 'if-match': `"${person.version}"` },
        }),
      'kontor.people.removed',
    )
    for (const key of ['organizations', 'screening', 'kyb-checklist'])
      void queryClient.invalidateQueries({ queryKey: [key] })
  }

  return (
    <QueryState query={query}>
      {(people) => (
        <>
          {personRoles.map((role) => (
            <RoleSection
              key={role}
              role={role}
              organization={organization}
              people={people}
              onEdit={(person) => setEdited({ person, role })}
              onRemove={setRemoved}
            />
          ))}
          {edited && (
            <PersonDialog
              organizationId={organization.id}
              people={people}
              person={edited.person}
              role={edited.role}
              onClose={() => setEdited(null)}
            />
          )}
          <Confirm
            isOpen={removed !== null}
            title={translate('kontor.people.remove')}
            content={translate('kontor.people.remove_confirm', { name: removed?.name })}
            onConfirm={() => removed && void remove(removed)}
            onClose={() => setRemoved(null)}
          />
        </>
      )}
    </QueryState>
  )
}

function RoleSection({
  role,
  organization,
  people,
  onEdit,
  onRemove,
}: {
  role: PersonRole
  organization: OrganizationResponse
  people: Person[]
  onEdit: (person: Person | null) => void
  onRemove: (person: Person) => void
}) {
  const translate = useTranslate()
  const mayEdit = usePermission('organizations:write')
  const columns = useColumns({ organization, onEdit, onRemove })
  const rows = people.filter((person) => person.role === role)
  const title = translate(`kontor.people.section.${role}`)
  const add = mayEdit && (
    <Button
      variant="outlined"
      size="small"
      startIcon={<AddIcon />}
      aria-label={translate(`kontor.people.add_role.${role}`)}
      onClick={() => onEdit(null)}
    >
      {translate('kontor.people.add')}
    </Button>
  )
  return (
    <Section title={title} actions={add}>
      {role === 'owner' ? (
        <>
          <OwnerTree people={people} />
          <OwnershipStatement organization={organization} hasOwners={rows.length > 0} />
        </>
      ) : (
        rows.length === 0 && (
          <Typography color="textSecondary">{translate(`kontor.people.empty.${role}`)}</Typography>
        )
      )}
      {role === 'director' && rows.length === 0 && organization.director && (
        <Alert severity="info" sx={{ mt: 1 }}>
          {translate('kontor.people.director_text', { name: organization.director.name })}
        </Alert>
      )}
      {rows.length > 0 && <Records rows={rows} columns={columns} label={title} />}
    </Section>
  )
}

function useColumns({
  organization,
  onEdit,
  onRemove,
}: {
  organization: OrganizationResponse
  onEdit: (person: Person) => void
  onRemove: (person: Person) => void
}): Column<Person>[] {
  const translate = useTranslate()
  const countryName = useCountryName()
  const date = useFormatDate()
  const mayEdit = usePermission('organizations:write')
  const { data: screening } = useOrganizationScreening(organization.id)
  const label = (name: string) => translate(`kontor.people.fields.${name}`)
  return [
    { key: 'name', label: label('name'), render: (person) => <Name person={person} /> },
    {
      key: 'born',
      label: label('birth_date'),
      render: ({ birth_date }) => (birth_date ? date(birth_date) : ''),
    },
    {
      key: 'citizenship',
      label: label('country'),
      render: ({ citizenship }) => (citizenship ? countryName(citizenship) : ''),
    },
    { key: 'inn', label: label('inn'), render: ({ inn }) => (inn === null ? '' : <Mono>{inn}</Mono>) },
    {
      key: 'document',
      label: label('identity_document'),
      render: (person) => person.identity_document && <IdentityDocument person={person} />,
    },
    {
      key: 'screening',
      label: translate('kontor.screening.short'),
      render: ({ id }) => <PartyChip party={findParty(screening, 'person', id)} />,
    },
    ...(mayEdit
      ? [
          {
            key: 'actions',
            label: translate('kontor.people.actions'),
            align: 'right' as const,
            render: (person: Person) => (
              <ActionMenu
                label={`${translate('kontor.people.actions')}: ${person.name}`}
                actions={[
                  { label: translate('kontor.action.edit'), onClick: () => onEdit(person) },
                  { label: translate('kontor.people.remove'), danger: true, onClick: () => onRemove(person) },
                ]}
              />
            ),
          },
        ]
      : []),
  ]
}

function Name({ person }: { person: Person }) {
  return (
    <>
      <b>{person.name}</b>
      {person.name_latin && (
        <Typography variant="body2" color="textSecondary">
          {person.name_latin}
        </Typography>
      )}
    </>
  )
}
